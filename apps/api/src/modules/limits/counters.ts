import { HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Mac } from '../../platform/keyring.ts'
import {
  counterKey,
  deleteCounts,
  deleteUnlessFull,
  earn,
  giveBack,
  hasEarned,
  type Held,
  levelsOf,
  type Place,
  type Taken,
  takePlaces,
} from './counter-store.ts'
import { earnerOf, shareOf, termsOf, type Wanted } from './places.ts'
import type { Rule, RuleName, Rules } from './rules.ts'

/** A count ends by its event. One that was not touched for so long is deleted. */
const COUNT_LIFE_MS = 400 * 24 * HOUR_MS

/** Beyond every level that there will be. */
const NO_LIMIT = 2 ** 52

export type Label = { rule: RuleName; subject: string }
type Deps = { rules: Rules; clock: Clock; mac: Mac }
export type Counters = ReturnType<typeof createCounters>

/** The counters of limits, for those who take places of their own. Each call is one statement, part of its caller's transaction. */
export const createCounters = (deps: Deps) => ({
  /** Takes a place of each, or none, before anything is compared, hashed or sent. What is not given back stays counted. */
  take: (db: Executor, wanted: readonly Wanted[]) => take(deps, db, wanted),
  giveBack: (db: Executor, held: readonly Omit<Held, 'level'>[]) => giveBack(db, held),
  /** Sets counts back to zero, and keeps nothing of them. */
  clear: (db: Executor, labels: readonly Label[]) =>
    deleteCounts(
      db,
      labels.map((label) => keyOf(deps, label)),
    ),
  /** Sets a count back to zero, unless it is full. */
  clearUnlessFull: (db: Executor, label: Label) => deleteUnlessFull(db, keyOf(deps, label)),
  /** One more completed sign-in. */
  earn: (db: Executor, earner: readonly [kind: string, who: string]) =>
    earn(db, [earnerKey(deps, earner)], deps.clock()),
  /** Whether sign-ins were completed in the last two days there. */
  hasEarned: (db: Executor, earner: readonly [kind: string, who: string]) =>
    hasEarned(db, earnerKey(deps, earner), deps.clock()),
  level: async (db: Executor, label: Label): Promise<number> =>
    (await levelsOf(db, [keyOf(deps, label)]))[0]?.level ?? 0,
})

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
    ...(how === 'look' && { step: 0, room: terms.room - terms.step }),
    ...(how === 'always' && { room: NO_LIMIT }),
    optional: how === 'may',
    rule: name,
    key: keyOf(deps, wanted),
    share: earner === undefined ? 0 : shareOf(rule),
    earner: earner === undefined ? null : earnerKey(deps, earner),
    mark: number === undefined ? null : counterKey(deps.mac('number', name, subject, number)),
    markMs: perMs ?? lifeMs,
    ends: perMs === null ? later(now, lifeMs).getTime() : 0,
  }
}

async function take(deps: Deps, db: Executor, wanted: readonly Wanted[]): Promise<Taken> {
  const now = deps.clock()
  return takePlaces(
    db,
    wanted.map((one) => placeOf(deps, one, now)),
    now,
  )
}
