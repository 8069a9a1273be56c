import { verdictClaims } from '@avouch/contract'
import { decodeJwt } from 'jose'
import type { Keys } from '../../platform/keyring.ts'
import type { Subject } from './client-store.ts'
import type { RecordIntent } from './record-store.ts'
import { AGES, claimOf, CONTEXTS } from './requests.ts'

/** The claims that a website gets from an intent that was answered yes. */
export type Answer = {
  sub: string
  acr: string
  amr: readonly string[]
  /** When the answer was given, in seconds. */
  auth_time: number
  live: boolean
  age_method: string
  age_verified_on?: string
} & Record<string, unknown>

const verdictOf = (intent: RecordIntent) => verdictClaims.parse(decodeJwt(intent.verdict ?? ''))

/** By what the visitor answered. */
export const contextOf = (intent: RecordIntent) => CONTEXTS[verdictOf(intent).method]

/** As the verdict says it. An ephemeral subject is the same in every token of one answer, and in no other. */
export function answerOf(keys: Pick<Keys, 'mac'>, intent: RecordIntent, subject: Subject): Answer {
  const verdict = verdictOf(intent)
  if (verdict.result !== 'yes') throw new Error('only a yes is reported to a client')
  const sub = subject === 'pairwise' ? verdict.sub : keys.mac('ephemeral', intent.id).toString('base64url')
  const proven = AGES.filter((age) => age <= verdict.minimum_age)
  return {
    sub,
    ...CONTEXTS[verdict.method],
    auth_time: Math.floor((intent.answeredAt?.getTime() ?? 0) / 1_000),
    live: verdict.live,
    ...Object.fromEntries(proven.map((age) => [claimOf(age), true])),
    age_method: verdict.method,
    ...(verdict.verified_on !== null && { age_verified_on: verdict.verified_on }),
  }
}
