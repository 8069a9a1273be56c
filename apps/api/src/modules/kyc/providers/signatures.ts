import { createHmac } from 'node:crypto'
import { sameBytes } from '#platform/keyring.ts'

export const hmacOf = (secret: string, signed: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(signed).digest()

/** Tells if a header has the HMAC-SHA256 of the bytes, in hex, by one of the secrets. */
export const isSigned = (given: unknown, secrets: readonly (string | undefined)[], bytes: Buffer): boolean =>
  typeof given === 'string' &&
  /^[0-9a-f]{64}$/i.test(given) &&
  secrets.some((secret) => secret !== undefined && sameBytes(hmacOf(secret, bytes), Buffer.from(given, 'hex')))

/** @returns undefined for a message that is signed, and no JSON */
export function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Text that is no JSON says nothing.
    return undefined
  }
}
