import { MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS

/** The ceremony that a challenge is for. create_unasked: the browser makes a passkey without asking the person. */
type Purpose = 'create' | 'create_unasked' | 'sign_in'

/** `hash`: of the challenge, to be stored once it is used. */
export type Challenge = { begunAt: Date; expiresAt: Date; hash: Buffer }

/** Challenges need no row until they are used: each is its time, sealed for purpose and binding, the session or the page that asked. */
export const createChallenges = ({ seal, open }: Pick<Keys, 'seal' | 'open'>) => ({
  make: (purpose: Purpose, binding: string, now: Date): string =>
    Buffer.from(seal(`${purpose} ${binding}`, String(now.getTime()))).toString('base64url'),

  /** @returns undefined for one that is over, for another purpose or binding, or not ours */
  open(purpose: Purpose, binding: string, challenge: string, now: Date): Challenge | undefined {
    try {
      const begunAt = new Date(Number(open(`${purpose} ${binding}`, Buffer.from(challenge, 'base64url').toString())))
      const expiresAt = later(begunAt, CHALLENGE_LIFE_MS)
      return expiresAt > now ? { begunAt, expiresAt, hash: tokenHash(challenge) } : undefined
    } catch {
      // Sealed for something else, by a key that is gone, or not by us.
      return undefined
    }
  },
})
export type Challenges = ReturnType<typeof createChallenges>
