import { type Address, addressOf, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { canonicalNumber, type E164 } from '../accounts/index.ts'

/** Whom rate limits count. */
export type Caller =
  | { kind: 'number'; number: E164 }
  | { kind: 'address'; address: Address }
  | { kind: 'browser'; device: Buffer }
export type LimitSubject = Caller | { kind: 'sms' }

const COOKIE = /^avdv_[A-Za-z0-9_-]{43}$/
const HASH = /^[0-9a-f]{64}$/
/** People write numbers in groups. */
const GROUPING = /[\s()/.-]/g

/** A mobile number with its country's code, as people write it. */
export function readNumber(text: string): E164 | undefined {
  const plain = text.replace(GROUPING, '')
  return /^\+?\d+$/.test(plain) ? canonicalNumber(plain) : undefined
}

/** The form tells them apart: an IP address, a browser's cookie or its hash, or else a mobile number with its country. */
export function readCaller(text: string): Caller | undefined {
  const address = addressOf(text)
  if (address.host !== UNKNOWN_ADDRESS.host) return { kind: 'address', address }
  if (COOKIE.test(text)) return { kind: 'browser', device: tokenHash(text) }
  if (HASH.test(text)) return { kind: 'browser', device: Buffer.from(text, 'hex') }
  const number = readNumber(text)
  return number === undefined ? undefined : { kind: 'number', number }
}
