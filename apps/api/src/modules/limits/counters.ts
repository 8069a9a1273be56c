import { AppError, HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Mac } from '../../platform/keyring.ts'
import { counterKey, deleteCounts, giveBack, type Held, levelsOf, type Place, settle } from './counter-store.ts'
import { earnerOf, shareOf, termsOf, waitFor, type Wanted } from './places.ts'
import type { Rule, RuleName, Rules } from './rules.ts'
import { type Beside, type Taken, takeParts } from './take-store.ts'

/** A count ends by its event. One that was not touched for so long is deleted. */
const COUNT_LIFE_MS = 400 * 24 * HOUR_MS

/** SQLSTATE classes of a table that is not there, or of a disk or memory that is full. What may be repeated is none of them. */
const CANNOT_COUNT = /^(42|53|58|XX)/
export const RETRY_SECONDS = 5

/** Nothing is compared, hashed or sent without its place. @throws AppError service_unavailable (LIMIT-09) */
function notCounted(error: unknown): never {
  const { code } = error as { code?: string }
  if (error instanceof AppError || code === undefined || !CANNOT_COUNT.test(code)) throw error
  throw new AppError('service_unavailable', { retry_after: RETRY_SECONDS }, { cause: error })
}

export type Label = { rule: RuleName; subject: string }
type Deps = { rules: Rules; clock: Clock; mac: Mac }
/** Places that go back, counts that are set to zero, those that are unless they are full, and whose sign-in was completed. */
export type Settlement = {
  held?: readonly Omit<Held, 'level'>[]
  cleared?: readonly Label[]
  clearedUnlessFull?: readonly Label[]
  earned?: readonly (readonly [kind: string, who: string])[]
}
/** `needs`: the part, by its number, without which this one is not taken either. */
export type WantedPart = { wanted: readonly Wanted[]; needs?: number }
/** Places that go back. */
export type Back = readonly Omit<Held, 'level'>[]
export type Counters = ReturnType<typeof createCounters>

/** The counters of limits, for those who take places of their own. Each call is one statement, part of its caller's transaction. */
export const createCounters = (deps: Deps) => ({
  /** Takes a place of each, or none, before anything is compared, hashed or sent. What is not given back stays counted. */
  take: (db: Executor, wanted: readonly Wanted[], back?: Back) =>
    take(deps, db, wanted, { back: back ?? [] }).catch(notCounted),
  /** The same for several parts in one statement, each taken as a whole or not at all. */
  takeParts: (db: Executor, parts: readonly WantedPart[], marks?: Beside['marks']) =>
    takeAll(deps, db, parts, { marks: marks ?? [] }).catch(notCounted),
  giveBack: (db: Executor, held: readonly Omit<Held, 'level'>[]) => giveBack(db, held),
  /** Sets counts back to zero, and keeps nothing of them. */
  clear: (db: Executor, labels: readonly Label[]) =>
    deleteCounts(
      db,
      labels.map((label) => keyOf(deps, label)),
    ),
  /** What follows from a proof. */
  settle: (db: Executor, settlement: Settlement) => settleAll(deps, db, settlement),
  level: async (db: Executor, label: Label): Promise<number> =>
    (await levelsOf(db, [keyOf(deps, label)]))[0]?.level ?? 0,
  /** How full each of them is. */
  usage: (db: Executor, labels: readonly Label[]) => usageOf(deps, db, labels),
  /** Whether a limit of this level has no place left at the moment. */
  isFullAt: (rule: RuleName, level: number): boolean => isFull(deps, rule, level),
})

const isFull = ({ rules, clock }: Deps, rule: RuleName, level: number): boolean => {
  const terms = termsOf(rules[rule], clock())
  return waitFor(level, terms.step, terms) > 0
}

/** isUsed: some of its places are taken. isFull: all are. */
export type Usage = { isUsed: boolean; isFull: boolean }

async function usageOf(deps: Deps, db: Executor, labels: readonly Label[]): Promise<Usage[]> {
  const keyed = labels.map((label) => ({ rule: label.rule, key: keyOf(deps, label) }))
  const levels = await levelsOf(
    db,
    keyed.map(({ key }) => key),
  )
  return keyed.map(({ rule, key }) => {
    const level = levels.find((one) => one.key.equals(key))?.level ?? 0
    const { floor } = termsOf(deps.rules[rule], deps.clock())
    return { isUsed: level > floor, isFull: isFull(deps, rule, level) }
  })
}

const CLEARED = 0
const CLEARED_UNLESS_FULL = -1

function settleAll(deps: Deps, db: Executor, settlement: Settlement): Promise<void> {
  const { held = [], cleared = [], clearedUnlessFull = [], earned = [] } = settlement
  const at = (cost: number) => (label: Label) => ({ ...label, key: keyOf(deps, label), cost, mark: null })
  const all = [...held, ...cleared.map(at(CLEARED)), ...clearedUnlessFull.map(at(CLEARED_UNLESS_FULL))]
  const signIns = earned.map((earner) => ({ key: earnerKey(deps, earner), signIns: 1 }))
  return settle(db, all, signIns, deps.clock())
}

export const keyOf = ({ mac }: Pick<Deps, 'mac'>, { rule, subject }: { rule: string; subject: string }): Buffer =>
  counterKey(mac(rule, subject))

/** Whose completed sign-ins are counted: an address or a network. */
export const earnerKey = ({ mac }: Pick<Deps, 'mac'>, earner: readonly [kind: string, who: string]): Buffer =>
  counterKey(mac('earner', ...earner))

function placeOf(deps: Deps, wanted: Wanted, now: Date): Place {
  const { rule: name, subject, number, take: how } = wanted
  const rule: Rule = deps.rules[name]
  const terms = termsOf(rule, now)
  const earner = earnerOf(rule, subject)
  const { perMs, lifeMs = COUNT_LIFE_MS } = rule
  return {
    ...terms,
    ...((how === 'look' || how === 'ask') && { step: 0, room: terms.room - terms.step }),
    optional: how === 'may' || how === 'ask',
    rule: name,
    key: keyOf(deps, wanted),
    share: earner === undefined ? 0 : shareOf(rule),
    earner: earner === undefined ? null : earnerKey(deps, earner),
    mark: number === undefined ? null : counterKey(deps.mac('number', name, subject, number)),
    markMs: perMs ?? lifeMs,
    ends: perMs === null ? later(now, lifeMs).getTime() : 0,
  }
}

async function takeAll(deps: Deps, db: Executor, parts: readonly WantedPart[], beside: Beside): Promise<Taken[]> {
  const now = deps.clock()
  const places = parts.map(({ wanted, needs }) => ({ places: wanted.map((one) => placeOf(deps, one, now)), needs }))
  return takeParts(db, places, now, beside)
}

async function take(deps: Deps, db: Executor, wanted: readonly Wanted[], beside: Beside): Promise<Taken> {
  const [taken] = await takeAll(deps, db, [{ wanted }], beside)
  return taken ?? { held: [] }
}
