import { LANGUAGE_PARAMETER, type Language, languageOf, languageOfBrowser, legalPageAt } from '@avouch/contract'

const LANGUAGE_COOKIE = 'i18next'
/** The key under which visitors' browsers have stored it so far. */
export const LANGUAGE_KEY = 'i18nextLng'

export type LanguageSources = {
  /** Legal pages are in the language of their address. */
  pathname: string
  search: string
  cookie: string
  stored: string | undefined
  /** The browser's languages by preference. */
  browser: readonly string[]
  htmlTag: string
}

const YEAR_SECONDS = 31_536_000

/** Writes the text for `document.cookie`, from which the server learns the chosen language. */
export const languageCookie = (language: Language, { https }: { https: boolean }): string =>
  [
    `${LANGUAGE_COOKIE}=${language}`,
    'Path=/',
    `Max-Age=${YEAR_SECONDS}`,
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')

/** Reads the language that the address asks for; undefined where it is none of ours. */
export const languageAsked = (search: string): Language | undefined =>
  languageOf(new URLSearchParams(search).get(LANGUAGE_PARAMETER) ?? '')

const cookieOf = (cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1)

/**
 * Picks the language: the visitor's choice if it is one of ours, else the browser's by LANG-02: English if it contains "en", another
 * language of the list by its own tag, German otherwise. English if there is no sign at all.
 */
export function detectLanguage({ pathname, search, cookie, stored, browser, htmlTag }: LanguageSources): Language {
  const read = legalPageAt(pathname)
  if (read !== undefined) return read.language
  const chosen = languageAsked(search) ?? languageOf(cookieOf(cookie) ?? '') ?? languageOf(stored ?? '')
  return chosen ?? languageOfBrowser([browser[0], htmlTag].find((text) => text !== undefined && text !== '') ?? '')
}
