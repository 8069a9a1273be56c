import { type Language, languageOf, languageOfBrowser, legalPageAt } from '@avouch/contract'

export const LANGUAGE_PARAMETER = 'lng'
const LANGUAGE_COOKIE = 'i18next'
/** The name that visitors' browsers know it by. */
export const LANGUAGE_KEY = 'i18nextLng'

export type LanguageSources = {
  /** A page to read is in the language of its address. */
  pathname: string
  search: string
  cookie: string
  stored: string | undefined
  /** The browser's languages, the most wanted first. */
  browser: readonly string[]
  htmlTag: string
}

const YEAR_SECONDS = 31_536_000

/** Writes the text for `document.cookie` of a language that was chosen: the server reads it before any script does. */
export const languageCookie = (language: Language, { https }: { https: boolean }): string =>
  [
    `${LANGUAGE_COOKIE}=${language}`,
    'Path=/',
    `Max-Age=${YEAR_SECONDS}`,
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')

const cookieOf = (cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1)

/**
 * Picks the language: the visitor's choice if it is one of ours; then the browser's, as LANG-02 says: English when it contains
 * "en", German otherwise, but for other languages of the list, which are recognised by their own tag. English when nothing
 * says anything.
 */
export function detectLanguage({ pathname, search, cookie, stored, browser, htmlTag }: LanguageSources): Language {
  const read = legalPageAt(pathname)
  if (read !== undefined) return read.language
  for (const text of [new URLSearchParams(search).get(LANGUAGE_PARAMETER), cookieOf(cookie), stored]) {
    const chosen = languageOf(text ?? '')
    if (chosen !== undefined) return chosen
  }
  return languageOfBrowser([browser[0], htmlTag].find((text) => text !== undefined && text !== '') ?? '')
}
