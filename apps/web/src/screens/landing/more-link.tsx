import { inLanguage } from '@avouch/contract'
import { brand } from '#settings/page-settings.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'

/** Links to a legal page, in a new tab. */
export function MoreLink({ page = 'more' }: { page?: 'more' | 'faq' }) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <a
      href={inLanguage(brand.links[page], language)}
      target="_blank"
      rel="noopener noreferrer"
      className="link inline-flex min-h-11 items-center font-[550]"
    >
      {t(page === 'more' ? 'landing.more' : 'layout.faq')}
    </a>
  )
}
