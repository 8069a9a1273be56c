import { HOUR_MS, MINUTE_MS, SECOND_MS, SMS_CODE_LENGTH } from '@avouch/contract'
import type { CodeSeed } from '../sms/index.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Mac } from '../../platform/keyring.ts'

export const CODE_LIFE_MS = 5 * MINUTE_MS
export const CHALLENGE_LIFE_MS = 10 * MINUTE_MS
/** Over all sends of a challenge. */
export const MAX_TRIES = 5
/** Above all of them: a challenge whose tries are spent counts as well. */
export const ANY_TRIES = MAX_TRIES + 1
/** Of a challenge where the digits of a number without an account are used up. */
export const LAST_TRY = 1
/** Wait after the first, second, third and fourth SMS; there is no fifth. */
export const RESEND_WAITS_MS = [60, 60, 120, 300].map((seconds) => seconds * SECOND_MS)
/** A link is for numbers under attack: it has to outlive the time until another SMS is allowed. */
export const LINK_LIFE_MS = 6 * HOUR_MS
/** The same code is sent again while it has this long to live. */
export const SAME_CODE_MS = MINUTE_MS
/** The browser that lost our answer may ask once more. */
export const REPEAT_MS = MINUTE_MS

/** The code of a seed: derived, never stored. A retry of the gateway and a quick resend give the same digits. */
export function deriveCode(
  mac: Mac,
  { id, purpose, generation }: Pick<CodeSeed, 'id' | 'purpose' | 'generation'>,
): string {
  const digest = mac('code', id, purpose, String(generation))
  const number = digest.readBigUInt64BE() % 10n ** BigInt(SMS_CODE_LENGTH)
  return number.toString().padStart(SMS_CODE_LENGTH, '0')
}

/** Crockford's base32: no letter that is read as a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LINK_BITS = 80n
const READ_AS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' }

/** The secret of a link: 16 characters, 80 bits; derived, never stored. */
export function deriveLink(
  mac: Mac,
  { id, purpose, generation }: Pick<CodeSeed, 'id' | 'purpose' | 'generation'>,
): string {
  const digest = mac('link', id, purpose, String(generation))
  const number = BigInt(`0x${digest.subarray(0, Number(LINK_BITS / 8n)).toString('hex')}`)
  const places = Array.from({ length: Number(LINK_BITS / 5n) }, (_, i) =>
    Number((number >> (LINK_BITS - 5n * BigInt(i + 1))) & 31n),
  )
  return places.map((place) => ALPHABET[place]).join('')
}

/** What is kept of a link, however a person typed its secret. */
export function linkHash(secret: string): Buffer {
  const plain = secret
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[oil]/g, (letter) => READ_AS[letter] ?? letter)
  return tokenHash(`link ${plain}`)
}

/** What is kept of a guess, to recognise the same one again. */
export const guessDigest = (mac: Mac, id: string, guess: string): Buffer => mac('guess', id, guess)
