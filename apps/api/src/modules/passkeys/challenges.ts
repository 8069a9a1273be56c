import { MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { type Mac, sameBytes } from '../../platform/keyring.ts'
import { random } from '../../platform/random.ts'

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS

/** The ceremony that a challenge is for. create_unasked: the browser makes a passkey without asking the person. */
export type ChallengePurpose = 'create' | 'create_unasked' | 'sign_in'

const RANDOM_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 32

/** `hash`: of the challenge, to be stored once it is used. */
export type Challenge = { begunAt: Date; expiresAt: Date; hash: Buffer }

/**
 * Challenges need no row until they are used: each has its time and a keyed hash over purpose and binding, the session or the page
 * that asked.
 */
export class Challenges {
  readonly #mac: Mac

  constructor(mac: Mac) {
    this.#mac = mac
  }

  make(purpose: ChallengePurpose, binding: string, now: Date): string {
    const time = Buffer.alloc(TIME_BYTES)
    time.writeUIntBE(now.getTime(), 0, TIME_BYTES)
    const body = Buffer.concat([random(RANDOM_BYTES), time])
    return Buffer.concat([body, this.#seal(purpose, binding, body)]).toString('base64url')
  }

  /** @returns undefined for one that is over, for another purpose or binding, or not ours */
  open(purpose: ChallengePurpose, binding: string, challenge: string, now: Date): Challenge | undefined {
    const bytes = Buffer.from(challenge, 'base64url')
    const isWhole = bytes.length === RANDOM_BYTES + TIME_BYTES + MAC_BYTES && bytes.toString('base64url') === challenge
    if (!isWhole) return undefined
    const body = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
    if (!sameBytes(bytes.subarray(body.length), this.#seal(purpose, binding, body))) return undefined
    const begunAt = new Date(body.readUIntBE(RANDOM_BYTES, TIME_BYTES))
    const expiresAt = later(begunAt, CHALLENGE_LIFE_MS)
    return expiresAt > now ? { begunAt, expiresAt, hash: tokenHash(challenge) } : undefined
  }

  #seal(purpose: ChallengePurpose, binding: string, body: Buffer): Buffer {
    return this.#mac(purpose, binding, body.toString('hex'))
  }
}
