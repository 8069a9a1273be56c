import type { Language } from '@avouch/contract'
import { createContext, useContext } from 'react'
import { textsIn } from '../http/language.ts'

/** The language of the page that is rendered. */
export const PageLanguage = createContext<Language>('en')
export const useLanguage = (): Language => useContext(PageLanguage)
/** Picks the text of the page's language: t('Back', 'Zurück'). */
export const useTexts = () => textsIn(useLanguage())
