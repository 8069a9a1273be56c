import { inLanguage } from '@avouch/contract'
import { BUTTONS } from '@avouch/design/button'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { brand } from '#settings/page-settings.ts'

type SupportLinkProps = {
  says: 'check.withdrawn.support' | 'process.support' | 'requestProblem.support' | 'underage.mistake'
}

/** Leads to a person, in a new tab. */
export function SupportLink({ says }: SupportLinkProps) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <p>
      <a
        href={inLanguage(brand.links.support, language)}
        target="_blank"
        rel="noopener noreferrer"
        className={BUTTONS.link}
      >
        {t(says)}
      </a>
    </p>
  )
}
