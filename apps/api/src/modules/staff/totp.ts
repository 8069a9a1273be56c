import { isTotpCode, SECOND_MS } from '@avouch/contract'
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** Authenticators' clocks differ: the code before and the code after are right as well. */
const WINDOW = 1
/** RFC 4226 recommends this length; every authenticator reads it. */
const SECRET_BYTES = 20

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) })

/** A new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address that a QR code shows to an authenticator. */
export const totpUrl = (secret: string, issuer: string, email: string): string =>
  totpOf(secret, issuer, email).toString()

/** The time step of a code. @returns undefined for a wrong one */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // The library compares bytes after the length in letters.
  if (!isTotpCode(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / SECOND_MS / PERIOD_SECONDS) + delta
}
