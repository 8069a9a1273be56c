import { LANGUAGE_ROWS, LANGUAGES, type Language } from '@avouch/contract'
import type { ReactNode } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { BritishFlag, GermanFlag } from '#ui/icons.tsx'

const FLAG = 'h-3.5 w-5.25 rounded-[2px] ring-1 ring-line'
const FLAGS: Partial<Record<Language, ReactNode>> = {
  en: <BritishFlag className={FLAG} />,
  de: <GermanFlag className={FLAG} />,
}
type LanguageSwitchProps = { language: Language; onLanguage: (language: Language) => void }

export function LanguageSwitch({ language, onLanguage }: LanguageSwitchProps) {
  const t = useTranslate()
  return (
    <div
      role="group"
      aria-label={t('layout.language')}
      className="flex rounded-full border border-line bg-surface p-[3px] text-[.9rem]"
    >
      {LANGUAGES.map((option) => (
        <button
          key={option}
          type="button"
          lang={option}
          aria-label={`${option.toUpperCase()} – ${LANGUAGE_ROWS[option].name}`}
          aria-pressed={option === language}
          onClick={() => onLanguage(option)}
          className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full px-2.5 text-ink-soft hover:text-ink aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-ink sm:px-3.5"
        >
          <span className="hidden sm:inline">{FLAGS[option]}</span>
          {option.toUpperCase()}
        </button>
      ))}
    </div>
  )
}
