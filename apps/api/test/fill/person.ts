import { hash } from 'node:crypto'
import { isApproved, type KycStatus, MINUTE_MS } from '@avouch/contract'
import { type Chance, daysBefore, type Plan, YEAR_DAYS } from './plan.ts'

const ID_BYTES = 16
/** Three of five people are in Germany. */
const COUNTRIES = ['+491590', '+491590', '+491590', '+43664', '+4179'] as const
const SUBSCRIBER_DIGITS = 7
const LOCKED = 0.002
/** Outcomes of the newest checks; none: no check was begun. */
const OUTCOMES = {
  COMPLETED: 0.8,
  COMPLETED_FRAUD: 0.01,
  PENDING_MANUAL_REVIEW: 0.01,
  MANUAL_REVIEW_REJECTED: 0.03,
  USER_PROCESS_EXPIRED: 0.07,
  DELETED: 0.01,
  UNDERAGED: 0.005,
  begun: 0.015,
  none: 0.05,
} as const

export type Person = {
  id: string
  number: string
  createdAt: Date
  outcome: keyof typeof OUTCOMES
  isAdult: boolean
  isActive: boolean
  /** The operator lets nobody in. */
  isLocked: boolean
}
export type People = { count: number; at: (i: number) => Person; before: (at: Date, chance: Chance) => Person }

/** The number of the i-th person: a valid one, which no other has. */
export function numberOf(i: number): string {
  return (COUNTRIES[i % COUNTRIES.length] ?? '') + String(i).padStart(SUBSCRIBER_DIGITS, '0')
}

/** People are computed from their place: all parts name the same ones, and none keeps them in memory. They came one after the other. */
export function createPeople({ seed, accounts, now }: Plan): People {
  const outcomes = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]
  const start = daysBefore(now, YEAR_DAYS).getTime()
  const each = (now.getTime() - MINUTE_MS - start) / accounts

  function outcomeOf(share: number): keyof typeof OUTCOMES {
    let left = share
    return outcomes.find((name) => (left -= OUTCOMES[name]) < 0) ?? 'none'
  }

  function at(i: number): Person {
    const bytes = hash('sha256', `${seed} person ${i}`, 'buffer')
    const outcome = outcomeOf(bytes.readUInt32BE(ID_BYTES) / 2 ** 32)
    return {
      id: `usr_${bytes.subarray(0, ID_BYTES).toString('base64url')}`,
      number: numberOf(i),
      createdAt: new Date(Math.round(start + i * each)),
      outcome,
      isAdult: isApproved(statusOf(outcome)),
      isActive: outcome !== 'UNDERAGED',
      isLocked: bytes.readUInt32BE(ID_BYTES + 4) / 2 ** 32 < LOCKED,
    }
  }

  const before = (moment: Date, chance: Chance) =>
    at(chance.below(Math.max(1, Math.min(accounts, Math.floor((moment.getTime() - start) / each)))))
  return { count: accounts, at, before }
}

export const statusOf = (outcome: Person['outcome']): KycStatus =>
  outcome === 'begun' || outcome === 'none' ? '' : outcome
