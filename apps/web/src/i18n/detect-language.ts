import {
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  LANGUAGE_PARAMETER,
  type Language,
  languageOf,
  languageOfBrowser,
  legalPageAt,
} from '@avouch/contract'

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

/** Writes the text for `document.cookie`, from which the server learns the chosen language. */
export const languageCookie = (language: Language, { https }: { https: boolean }): string =>
  [
    `${LANGUAGE_COOKIE}=${language}`,
    'Path=/',
    `Max-Age=${LANGUAGE_COOKIE_SECONDS}`,
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')

const cookieOf = (cookies: string): string | undefined =>
  cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1)

/**
 * Picks the language: the visitor's choice if it is one of ours, else the browser's by LANG-02: English if it contains "en", another
 * language of the list by its own tag, German otherwise. English without any sign.
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
