import type { AppendEvents, AuditEvent } from '../audit/index.ts'
import type { Address } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import { clearCounts, levelsOf, renameCounts, signInsOf } from './counter-store.ts'
import { earnerKey, keyOf } from './counters.ts'
import { effectOf } from './effects.ts'
import { costOf, earnerOf, harderFrom, shareOf, type Terms, termsOf, waitFor } from './places.ts'
import { type Rule, RULE_NAMES, type RuleName, RULES, type Rules, type Subject } from './rules.ts'

/** A limit that holds something, as an operator sees it. */
export type LimitState = {
  rule: string
  subject: Subject | 'money'
  /** Whose places they are. */
  of: string
  used: number
  places: number
  state: 'free' | 'harder captcha' | 'full'
  /** When the next place is back, and when all are; null where an event gives them back. */
  nextAt: Date | null
  allAt: Date | null
  /** What happens when it is full. */
  effect: string
}

/** A counter by what it is found by. `of`: whose it is, for people. What is no rule of the table brings its own numbers. */
export type CounterLabel = { subject: string; of: string } & (
  | { rule: RuleName }
  | { rule: string; terms: Terms; effect: string }
)

/** What a command is about, as the audit trail names it. */
type About = Pick<AuditEvent, 'phoneIdx' | 'device' | 'network'>

const labels = (subject: Subject, who: string, of: string): CounterLabel[] =>
  RULE_NAMES.filter((name) => RULES[name].subject === subject).map((rule) => ({ rule, subject: who, of }))

export const labelsOfAddress = ({ host, network }: Address): CounterLabel[] => [
  ...labels('address', host, host),
  ...labels('network', network, network),
]
export const labelsOfBrowser = (device: Buffer): CounterLabel[] => labels('browser', device.toString('hex'), 'browser')

type Settings = { db: Database; clock: Clock; keys: Pick<Keys, 'mac'>; rules: Rules; append: AppendEvents }
type Deps = Omit<Settings, 'keys'> & Pick<Keys, 'mac'>
export type LimitDesk = ReturnType<typeof createLimitDesk>

/** What the operator sees of rate limits, and may give back. */
export function createLimitDesk({ keys, ...settings }: Settings) {
  const deps = { ...settings, mac: keys.mac }
  return {
    explain: (of: readonly CounterLabel[], about: About) => explain(deps, of, about),
    /** The same of what is counted of no caller: it leaves no event. */
    look: (of: readonly CounterLabel[]) => statesOf(deps, deps.db, of, deps.clock()),
    /** Gives everything back, or what one rule counts. */
    release: (of: readonly CounterLabel[], about: About, rule?: string) => release(deps, of, about, rule),
  }
}

/** What was counted of some subjects is counted of others from now on, in the same order. */
export const moveCounts = (
  tx: Executor,
  keys: Pick<Keys, 'mac'>,
  from: readonly CounterLabel[],
  to: readonly CounterLabel[],
): Promise<void> =>
  renameCounts(
    tx,
    from.map((label) => keyOf(keys, label)),
    to.map((label) => keyOf(keys, label)),
  )

const isOf = (rule: string | undefined, one: { rule: string }) => rule === undefined || one.rule === rule

const explain = (deps: Deps, of: readonly CounterLabel[], about: About): Promise<LimitState[]> =>
  deps.db.transaction(async (tx) => {
    const { clock, append } = deps
    const states = await statesOf(deps, tx, of, clock())
    await append(tx, { type: 'operator.limits_explained', ...about })
    return states
  })

/** @returns what was held */
const release = (
  deps: Deps,
  of: readonly CounterLabel[],
  about: About,
  rule: string | undefined,
): Promise<LimitState[]> =>
  deps.db.transaction(async (tx) => {
    const { clock, append } = deps
    const held = await statesOf(deps, tx, of, clock())
    const released = of.filter((label) => isOf(rule, label))
    await clearCounts(
      tx,
      released.map((label) => keyOf(deps, label)),
    )
    await append(tx, { type: 'operator.limits_released', reason: rule ?? 'all', ...about })
    return held.filter((one) => isOf(rule, one))
  })

async function statesOf(deps: Deps, tx: Executor, of: readonly CounterLabel[], now: Date): Promise<LimitState[]> {
  const found = of.map((label) => {
    const rule: Rule | undefined = 'terms' in label ? undefined : deps.rules[label.rule]
    const earner = rule && earnerOf(rule, label.subject)
    return { label, rule, key: keyOf(deps, label), earner: earner && earnerKey(deps, earner) }
  })
  const levels = byKey(
    await levelsOf(
      tx,
      found.map(({ key }) => key),
    ),
  )
  const earned = byKey(
    await signInsOf(
      tx,
      found.flatMap(({ earner }) => earner ?? []),
      now,
    ),
  )
  return found.flatMap(({ label, rule, key, earner }) => {
    const level = levels.get(key.toString('hex'))?.level ?? 0
    const signIns = (earner && earned.get(earner.toString('hex'))?.best) ?? 0
    const state = stateOf(deps, { label, rule, level, signIns, now })
    return state.used > 0 ? [state] : []
  })
}

const byKey = <T extends { key: Buffer }>(all: readonly T[]): Map<string, T> =>
  new Map(all.map((one) => [one.key.toString('hex'), one]))

/** Of a place that was taken a moment ago, by a clock that is a little ahead, no second one is counted. */
const SLACK = 0.01

type Found = { label: CounterLabel; rule: Rule | undefined; level: number; signIns: number; now: Date }

function stateOf({ rules }: Deps, { label, rule, level, signIns, now }: Found): LimitState {
  const terms = 'terms' in label ? label.terms : termsOf(rules[label.rule], now)
  const cost = rule === undefined ? terms.step : costOf(terms, shareOf(rule), signIns)
  const used = Math.max(0, Math.ceil((level - terms.floor) / cost - SLACK))
  const waitMs = waitFor(level, cost, terms)
  const isElevated = rule?.harder === true && level > harderFrom(terms)
  const notFull = isElevated ? 'harder captcha' : 'free'
  const comesBack = rule?.perMs !== null
  const nextMs = waitMs > 0 ? terms.floor + waitMs : level - (used - 1) * cost
  return {
    rule: label.rule,
    subject: rule?.subject ?? 'money',
    of: label.of,
    used,
    places: Math.floor(terms.room / cost),
    state: waitMs > 0 ? 'full' : notFull,
    nextAt: comesBack ? new Date(nextMs) : null,
    allAt: comesBack ? new Date(level) : null,
    effect: 'terms' in label ? label.effect : effectOf(label.rule, rules[label.rule].action),
  }
}
