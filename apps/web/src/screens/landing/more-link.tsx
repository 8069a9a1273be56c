import { inLanguage } from '@avouch/contract'
import { brand } from '#settings/brand.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'

export function MoreLink() {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <a
      href={inLanguage(brand.links.more, language)}
      target="_blank"
      rel="noopener noreferrer"
      className="link inline-flex min-h-11 items-center font-[550]"
    >
      {t('landing.more')}
    </a>
  )
}
