import { inLanguage } from '@avouch/contract'
import { BUTTONS, Button } from '@avouch/design/button'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { NotNow } from '#screens/layout/not-now.tsx'
import { brand } from '#settings/brand.ts'
import { ClockArt } from '#ui/art/clock-art.tsx'
import { ResultPage } from '#ui/result-page.tsx'
import type { WayBack } from '#visit/way-back.ts'

export type NothingArrivedScreenProps = { onRestart: () => void; wayBack: WayBack | undefined }

/** The check was left before anything was handed in, as it seems. */
export function NothingArrivedScreen({ onRestart, wayBack }: NothingArrivedScreenProps) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <ResultPage
      title={t('kyc.title')}
      heading={t('process.nothing')}
      lede={<span role="status">{t('process.nothingText')}</span>}
      art={<ClockArt />}
    >
      <Button onClick={onRestart}>{t('process.again')}</Button>
      <NotNow wayBack={wayBack} />
      <p>
        <a
          href={inLanguage(brand.links.support, language)}
          target="_blank"
          rel="noopener noreferrer"
          className={BUTTONS.link}
        >
          {t('process.support')}
        </a>
      </p>
    </ResultPage>
  )
}
