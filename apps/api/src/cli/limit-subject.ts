import { InvalidArgumentError } from '@commander-js/extra-typings'
import { canonicalNumber, type E164 } from '../modules/accounts/index.ts'
import { RULE_NAMES, type RuleName } from '../modules/limits/index.ts'
import { type Address, addressOf, UNKNOWN_ADDRESS } from '../platform/client.ts'
import { tokenHash } from '../platform/identifier.ts'

/** Whose limits a command is about. */
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
export function readCaller(text: string): Caller {
  const address = addressOf(text)
  if (address.host !== UNKNOWN_ADDRESS.host) return { kind: 'address', address }
  if (COOKIE.test(text)) return { kind: 'browser', device: tokenHash(text) }
  if (HASH.test(text)) return { kind: 'browser', device: Buffer.from(text, 'hex') }
  const number = readNumber(text)
  if (number !== undefined) return { kind: 'number', number }
  throw new InvalidArgumentError(
    "It is a mobile number with its country's code, an IP address, or a browser's cookie (avdv_…) or its hash in hexadecimal.",
  )
}

export const readSubject = (text: string): LimitSubject => (text === 'sms' ? { kind: 'sms' } : readCaller(text))

export function readRule(text: string): RuleName {
  const rule = RULE_NAMES.find((name) => name === text)
  if (rule === undefined) throw new InvalidArgumentError('There is no such limit.')
  return rule
}
