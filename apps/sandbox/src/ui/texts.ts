import type { Language } from '@avouch/contract'
import { createContext, useContext } from 'react'
import { textsIn } from '../http/language.ts'

/** The language of the page that is rendered. */
export const PageLanguage = createContext<Language>('en')
/** Says things in the page's language. */
export const useTexts = () => textsIn(useContext(PageLanguage))
