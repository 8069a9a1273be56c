import type { Content } from '@avouch/design/jsx-runtime'
import { LANGUAGE_ROWS, LANGUAGES, type Language } from '@avouch/contract'
import { useTranslate } from '#i18n/language.ts'
import { BritishFlag, GermanFlag } from '@avouch/design/icons'

const FLAG = 'h-3.5 w-5 rounded-[3px]'
const FLAGS: Partial<Record<Language, Content>> = {
  en: <BritishFlag className={FLAG} />,
  de: <GermanFlag className={FLAG} />,
}
type LanguageSwitchProps = { language: Language; onLanguage: (language: Language) => void }

export function LanguageSwitch({ language, onLanguage }: LanguageSwitchProps) {
  const t = useTranslate()
  return (
    <div
      role="group"
      translate="no"
      aria-label={t('layout.language')}
      className="ms-1 flex rounded-full border border-line bg-surface p-0.5 text-note"
    >
      {LANGUAGES.map((option) => (
        <button
          key={option}
          type="button"
          lang={option}
          aria-label={`${option.toUpperCase()} – ${LANGUAGE_ROWS[option].name}`}
          aria-pressed={option === language}
          // A field stays focused: left, it would mark what is half typed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onLanguage(option)}
          className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 font-[550] text-ink-soft hover:text-ink focus-visible:-outline-offset-3 aria-pressed:bg-tint aria-pressed:font-[680] aria-pressed:text-ink min-[600px]:px-3"
        >
          <span className="hidden min-[600px]:inline">{FLAGS[option]}</span>
          <span>{option.toUpperCase()}</span>
        </button>
      ))}
    </div>
  )
}
