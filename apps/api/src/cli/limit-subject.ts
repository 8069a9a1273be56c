import { InvalidArgumentError } from '@commander-js/extra-typings'
import { type Caller, type LimitSubject, readCaller, RELEASABLE } from '../modules/operator/index.ts'

/** Reads the subject of the limits in a command. @throws OperatorError */
export function requireCaller(text: string): Caller {
  const caller = readCaller(text)
  if (caller !== undefined) return caller
  throw new InvalidArgumentError(
    "It is a mobile number with its country's code, an IP address, or a browser's cookie (avdv_…) or its hash in hexadecimal.",
  )
}

export const readSubject = (text: string): LimitSubject => (text === 'sms' ? { kind: 'sms' } : requireCaller(text))

export function readRule(text: string): string {
  if (!RELEASABLE.includes(text)) throw new InvalidArgumentError('There is no such limit.')
  return text
}
