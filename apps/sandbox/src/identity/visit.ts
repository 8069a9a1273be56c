import type { Fields } from '../http/server.ts'

/** Brought along by the visitor, in the address. */
export type Visit = { tc: string; oi: string; userConsentDP: 'yes' | 'no' | undefined }

const TRANSACTION_CODE = /^[A-Za-z0-9_-]{16,128}$/
const MAX_ADDRESS = 2_048

/** True for a plain http(s) address of the product. Browsers are sent there, so every trick in it is refused. */
export function isReturnAddress(oi: string, productUrl: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  if (oi.length > MAX_ADDRESS || /[\s\\\u0000-\u001f\u007f]/.test(oi) || !/^https?:\/\//i.test(oi) || !URL.canParse(oi))
    return false
  const url = new URL(oi)
  return url.origin === new URL(productUrl).origin && url.username === '' && url.password === ''
}

/** Reads the address or the form. @returns undefined for one that the product did not make */
export function readVisit(fields: Fields, productUrl: string): Visit | undefined {
  const { tc = '', oi = '', userConsentDP } = fields
  if (!TRANSACTION_CODE.test(tc) || !isReturnAddress(oi, productUrl)) return undefined
  return { tc, oi, userConsentDP: userConsentDP === 'yes' || userConsentDP === 'no' ? userConsentDP : undefined }
}

/** The address of the check's page, without its language. */
export const queryOf = ({ tc, oi, userConsentDP }: Visit) =>
  new URLSearchParams({ tc, oi, ...(userConsentDP ? { userConsentDP } : {}) })
