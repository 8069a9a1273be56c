import type { Fields } from '../http/server.ts'

/** Fields that a visitor of the identity check brings along. */
export type Visit = { tc: string; oi: string; userConsentDP: 'yes' | 'no' | undefined }

/** Reasons why a check cannot begin. */
export const BAD_VISITS = {
  tc_missing: 'The transaction code (tc) is missing.|Der Transaktionscode (tc) fehlt.',
  tc_malformed: 'This address is incomplete.|Diese Adresse ist unvollständig.',
  oi_missing: 'The return address (oi) is missing.|Die Rückkehradresse (oi) fehlt.',
  oi_foreign:
    'The return address (oi) does not belong to the product. No visitor is sent there.|Die Rückkehradresse (oi) gehört nicht zum Produkt. Dorthin wird niemand geschickt.',
} as const
type BadVisit = keyof typeof BAD_VISITS

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

/** Reads the address or the form, or names the first error. */
export function readVisit(fields: Fields, productUrl: string): Visit | BadVisit {
  const { tc = '', oi = '', userConsentDP } = fields
  if (tc === '') return 'tc_missing'
  if (!TRANSACTION_CODE.test(tc)) return 'tc_malformed'
  if (oi === '') return 'oi_missing'
  if (!isReturnAddress(oi, productUrl)) return 'oi_foreign'
  return { tc, oi, userConsentDP: userConsentDP === 'yes' || userConsentDP === 'no' ? userConsentDP : undefined }
}

/** The address of the check's page, without its language. */
export const queryOf = ({ tc, oi, userConsentDP }: Visit) =>
  new URLSearchParams({ tc, oi, ...(userConsentDP ? { userConsentDP } : {}) })
