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
  /** Of the browser, the most wanted first. */
  browser: readonly string[]
  htmlTag: string
}

const YEAR_SECONDS = 31_536_000

/** What is assigned to `document.cookie` for a language that was chosen: the server reads it before any script does. */
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
 * What the visitor chose decides if it is a language of ours; then the browser, as LANG-02 says: English when it contains
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
