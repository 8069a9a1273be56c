import { domainToUnicode } from 'node:url'

/** A name in one script beside digits, dots and dashes. Letters of two scripts can look alike: that name stays in ASCII. */
const ONE_SCRIPT = [
  'Latin',
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
  return ONE_SCRIPT.some((script) => script.test(readable)) ? readable : url.hostname
}
