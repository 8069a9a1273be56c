import type { Language } from '@avouch/contract'
import { isLanguage } from '../http/language.ts'

/** What a visitor of the identity check brings along. */
export type Visit = { tc: string; oi: string; language: Language; consent: 'yes' | 'no' | null }

export type BadVisit = 'tc_missing' | 'tc_malformed' | 'oi_missing' | 'oi_foreign'

const TRANSACTION_CODE = /^[A-Za-z0-9_-]{16,128}$/
const MAX_ADDRESS = 2_048

/**
 * True for an address of the product itself. The browser is sent there later, so anything that is not plainly an
 * http(s) address of that origin is refused: other schemes, user names in front, backslashes, control characters.
 */
export function isReturnAddress(oi: string, productUrl: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  if (oi.length > MAX_ADDRESS || /[\s\\\u0000-\u001f\u007f]/.test(oi) || !/^https?:\/\//i.test(oi) || !URL.canParse(oi))
    return false
  const url = new URL(oi)
  return url.origin === new URL(productUrl).origin && url.username === '' && url.password === ''
}

type Parameters = { [name: string]: unknown }

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads the address or the form; names the first thing that is wrong. */
export function readVisit(parameters: Parameters, productUrl: string): { visit: Visit } | { bad: BadVisit } {
  const tc = text(parameters['tc'])
  const oi = text(parameters['oi'])
  if (tc === '') return { bad: 'tc_missing' }
  if (!TRANSACTION_CODE.test(tc)) return { bad: 'tc_malformed' }
  if (oi === '') return { bad: 'oi_missing' }
  if (!isReturnAddress(oi, productUrl)) return { bad: 'oi_foreign' }
  const consent = parameters['userConsentDP']
  return {
    visit: {
      tc,
      oi,
      language: isLanguage(parameters['lang']) ? parameters['lang'] : 'en',
      consent: consent === 'yes' || consent === 'no' ? consent : null,
    },
  }
}
