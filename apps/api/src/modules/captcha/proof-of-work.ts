import { randomInt } from 'node:crypto'
import { MINUTE_MS, workAnswer } from '@avouch/contract'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { jsonOf } from '../../platform/json.ts'
import type { CaptchaProvider } from './ports.ts'

const LIFE_MS = 5 * MINUTE_MS
const ALGORITHM = 'PBKDF2/SHA-256'
/** Rounds of PBKDF2 in one try. Making a challenge costs the server one try. */
const ROUNDS = 1_000
const KEY_BYTES = 32
/** Multiplies the work of a hard challenge. */
const HARD_FACTOR = 5

type Options = {
  /** The visitor finds the key with at most so many tries, on average with half of them. */
  tries: number
  mac: (...parts: string[]) => Buffer
}

/** ALTCHA: the browser computes a moment for every answer. No third party learns of the visitor. */
export function createProofOfWork({ tries, mac }: Options): CaptchaProvider {
  const secrets = {
    hmacSignatureSecret: mac('challenge').toString('hex'),
    hmacKeySignatureSecret: mac('key').toString('hex'),
  }
  return {
    async task(action, now, hard) {
      const data = { action, expires: Math.floor((now.getTime() + LIFE_MS) / 1_000), hard }
      const most = hard ? tries * HARD_FACTOR : tries
      const { parameters, signature = '' } = await createChallenge({
        algorithm: ALGORITHM,
        cost: ROUNDS,
        // From the whole range: a program would skip counters that are never right.
        counter: randomInt(most),
        keyLength: KEY_BYTES,
        data,
        deriveKey,
        ...secrets,
      })
      const { algorithm, nonce, salt, cost, keyLength, keyPrefix, keySignature = '' } = parameters
      const signed = { algorithm, nonce, salt, cost, keyLength, keyPrefix, keySignature, data }
      return { provider: 'pow', challenge: { parameters: signed, signature }, expires_in: LIFE_MS / 1_000 }
    },

    async verify(answer, action, now) {
      const work = workAnswer.safeParse(jsonOf(Buffer.from(answer, 'base64'))).data
      if (work === undefined) return { kind: 'wrong' }
      const { data, nonce } = work.challenge.parameters
      const expiresAt = new Date(data.expires * 1_000)
      if (data.action !== action || expiresAt <= now) return { kind: 'wrong' }
      const { verified } = await verifySolution({ ...work, deriveKey, ...secrets })
      return verified ? { kind: 'right', id: `pow ${nonce}`, expiresAt, hard: data.hard } : { kind: 'wrong' }
    },
  }
}
