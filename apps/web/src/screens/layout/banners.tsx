import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { inLanguage } from '@avouch/contract'
import { brand } from '#settings/page-settings.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { InfoIcon, WarnIcon } from '@avouch/design/icons'

export type BannersProps = {
  /** True while no deposits are possible. */
  maintenance: boolean
  /** True while the app works only partly, for visitors who come to pay. */
  appLimited: boolean
  /** True for a test of the website, without money. */
  test: boolean
}

const WARNING = 'bg-warn text-warn-ink forced-colors:border-b'
const warning = <WarnIcon className="mt-0.5 size-5.5" />

/** Shows the operator's notices on every page, above everything else. */
export function Banners({ maintenance, appLimited, test }: BannersProps) {
  const t = useTranslate()
  const language = useLanguage()
  if (!maintenance && !appLimited && !test) return null
  return (
    <section aria-label={t('banner.label')}>
      {test ? (
        <Banner icon={warning} colours={WARNING}>
          {t('banner.test')}
        </Banner>
      ) : null}
      {appLimited ? (
        <Banner icon={warning} colours={`hidden phone:block ${WARNING}`}>
          {t('banner.appLimited')}
        </Banner>
      ) : null}
      {maintenance ? (
        <Banner
          icon={<InfoIcon className="mt-0.5 size-5.5 text-brand" />}
          colours="bg-tint text-ink border-b border-line"
        >
          <span>{`${t('banner.maintenance')} `}</span>
          <a
            href={inLanguage(brand.links.support, language)}
            target="_blank"
            rel="noopener noreferrer"
            className="link"
          >
            {t('banner.support')}
          </a>
        </Banner>
      ) : null}
    </section>
  )
}

function Banner({ icon, colours, children }: { icon: Elements; colours: string; children: Content }) {
  return (
    <div className={colours}>
      <div className="page flex gap-3 py-3">
        {icon}
        <p className="min-w-0">{children}</p>
      </div>
    </div>
  )
}
