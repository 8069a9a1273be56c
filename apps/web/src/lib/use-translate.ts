import type { Language } from '@avouch/contract'
import type { Translate } from '@avouch/phrases'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { currentLanguage } from '#lib/language.ts'

const subscribe = (listener: () => void) => {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

function translator(language: Language): Translate {
  const fixed: (key: string, slots: Record<string, unknown>) => string = i18next.getFixedT(language)
  return (key, ...[slots]) => fixed(key, { ...slots })
}

/** The phrases of the language that is on. */
export function useTranslate(): Translate {
  const language = useLanguage()
  return translator(language)
}

/** For notifications, which are written once and outside of a screen. */
export const currentTranslate = (): Translate => translator(currentLanguage())
