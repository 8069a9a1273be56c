import { domainToUnicode } from 'node:url'

/**
 * Latin letters as European languages have them: plain, or with a mark that is seen. Others look like plain ones (\u0131, \u0251, \u0261,
 * \u2170), or nearly so (\u00fe).
 */
const LATIN =
  /^(?:[a-z0-9.-]|(?![\u00fe\u0131\u0138\u0149\u014b\u0167\u017f])[\u00df-\u00f6\u00f8-\u017e\u0219\u021b])+$/

/** A name may mix one script with digits, dots and dashes. Letters of two scripts can look alike: that name stays in ASCII. */
const OTHER_SCRIPTS = [
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Thai',
  'Hangul',
  'Han',
].map((script) => new RegExp(`^[\\p{Script=${script}}0-9.-]+$`, 'u'))

/**
 * The host of a web address as visitors read it, without a port. The whole name is compared, its ending too: what looks
 * like Latin letters before `.com` and is none is shown as `xn--…`.
 * @returns null for the address of an app
 */
export function domainOf(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const readable = domainToUnicode(url.hostname)
  return [LATIN, ...OTHER_SCRIPTS].some((script) => script.test(readable)) ? readable : url.hostname
}
