import { AppError, MINUTE_MS } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { isKnownDevice } from '../devices/index.ts'
import type { Client } from '../../platform/client.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys, Mac } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import { type Meter, NO_METER } from '../../platform/meter.ts'
import { repeat } from '../../platform/repeat.ts'
import { counterKey, giveBack, levelsOf } from './counter-store.ts'
import { type Counters, createCounters, earnerKey, keyOf, RETRY_SECONDS } from './counters.ts'
import { createMemoryCounters, type MemoryCounters } from './memory-counters.ts'
import { harderFrom, placesFor, type Scope, shareOf, termsOf, type Wanted } from './places.ts'
import { COUNTED_IN_MEMORY, FAILS_OPEN } from './counting.ts'
import { type LimitAction, type Rule, type RuleName, RULES, type Rules } from './rules.ts'
import type { Taken } from './take-store.ts'

const MARK_MS = 10 * MINUTE_MS
const SHARE_EVERY_MS = 1_000

type Settings = {
  db: Database
  clock: Clock
  keys: Pick<Keys, 'mac'>
  rules: Rules
  report: Report
  warn: Warn
  meter?: Meter
}
type Deps = Omit<Settings, 'keys' | 'meter'> & {
  mac: Mac
  counters: Counters
  memory: MemoryCounters
  onReached: (labels: { rule: string }) => void
}
export type Limits = ReturnType<typeof createLimits>

/** What is remembered for ten minutes that a browser, or without its cookie an address, did about a number. */
type Mark = 'prelogin'

type Attempt<T> = Scope & {
  actions: readonly LimitAction[]
  run: () => Promise<T>
  /** Whether the outcome is one that the limit is about; any other gives the places back. */
  fails: (error: unknown) => boolean
  refusal: (details: { retry_after: number }) => AppError
}

/** Rate limits: counts calls by address, network, browser and number, and refuses those beyond a limit. */
export function createLimits({ keys, meter = NO_METER, ...settings }: Settings) {
  const { db, clock, warn } = settings
  const { mac } = keys
  const counters = createCounters({ rules: settings.rules, clock, mac })
  const memory = createMemoryCounters({
    db,
    clock,
    keyOf: (label) => keyOf({ mac }, label),
    earnerOf: ({ rule, subject }) => earnerKey({ mac }, [subjectOf(rule), subject]),
  })
  const onReached = meter.counter({
    name: 'limits_reached_total',
    help: 'Calls beyond a rate limit, by its name.',
    labels: ['rule'],
  })
  const deps: Deps = { ...settings, mac, counters, memory, onReached }
  return {
    counters,
    memory,
    admit: (action: LimitAction, client: Client) => admit(deps, action, client),
    attempt: <T>(given: Attempt<T>) => attempt(deps, given),
    spend: (action: LimitAction, client: Client, number: Buffer) => spend(deps, action, client, number),
    takeNumber: (action: LimitAction, client: Client, number: Buffer) => takeNumber(deps, action, client, number),
    isElevated: (actions: readonly LimitAction[], client: Client) => isElevated(deps, actions, client),
    isKnown: (client: Client) => isKnown(deps, client),
    /** The places of actions, for a caller that takes them along with its own. */
    wantedFor: (actions: readonly LimitAction[], scope: Scope) => placesFor(deps.rules, actions, scope),
    /** Some of them were refused. @returns the seconds to wait */
    reached: (refused: readonly { rule: string; waitMs: number }[]) => secondsToWait(deps, refused),
    markOf: (what: Mark, client: Client, number: Buffer) => markOf(deps, what, client, number),
    isMarked: (what: Mark, client: Client, number: Buffer) => isMarked(deps, what, client, number),
    /** Whether more codes than usual were not typed in, in some country. */
    isSmsPressed: () => memory.isAnyFull('sms.country.'),
    /** Shares what is counted in memory with the other processes, until it is stopped. */
    start: () => {
      const onError = (error: unknown) => warn('limits not shared', { reason: (error as Error).name })
      const sharing = repeat(memory.share, { everyMs: SHARE_EVERY_MS, onError })
      // What was counted last outlives the process.
      return { stop: () => sharing.stop().then(memory.share).catch(onError) }
    },
  }
}

/**
 * One more request. No rule about addresses refuses a browser that an account knows.
 * @throws AppError too_many_requests; service_unavailable when nothing can be counted and the action may not go uncounted
 */
async function admit(deps: Deps, action: LimitAction, client: Client): Promise<void> {
  const { rules } = deps
  const takeFor = (scope: Scope) => {
    const wanted = placesFor(rules, [action], scope)
    return COUNTED_IN_MEMORY.has(action) ? takeInMemory(deps, wanted) : takeInDatabase(deps, wanted)
  }
  try {
    const taken = await takeFor({ client })
    if ('held' in taken) return
    const again = (await isKnown(deps, client)) ? await takeFor({ client, knownHere: true }) : taken
    if ('refused' in again) throw tooMany(await secondsToWait(deps, again.refused))
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') throw error
    if (!FAILS_OPEN.has(action))
      throw new AppError('service_unavailable', { retry_after: RETRY_SECONDS }, { cause: error })
  }
}

/** Takes places before the guess runs, and gives them back if its outcome is not one to count. */
async function attempt<T>(deps: Deps, { actions, run, fails, refusal, ...scope }: Attempt<T>): Promise<T> {
  const taken = await takeInDatabase(deps, placesFor(deps.rules, actions, scope))
  if ('refused' in taken) throw refusal({ retry_after: await secondsToWait(deps, taken.refused) })
  try {
    const result = await run()
    await giveBack(deps.db, taken.held)
    return result
  } catch (error) {
    if (!fails(error)) await giveBack(deps.db, taken.held)
    throw error
  }
}

/** Takes a place for good. @throws AppError too_many_requests */
async function spend(deps: Deps, action: LimitAction, client: Client, number: Buffer): Promise<void> {
  const taken = await takeInDatabase(deps, placesFor(deps.rules, [action], { client, number }))
  if ('refused' in taken) throw tooMany(await secondsToWait(deps, taken.refused))
}

/** Whether the client may use one more number; one that it used already it may. */
async function takeNumber(deps: Deps, action: LimitAction, client: Client, number: Buffer): Promise<boolean> {
  const taken = await takeInDatabase(deps, placesFor(deps.rules, [action], { client, number }))
  if ('refused' in taken) await secondsToWait(deps, taken.refused)
  return 'held' in taken
}

/** Whether the caller did more than usual, so that its captcha is to be harder. */
async function isElevated(deps: Deps, actions: readonly LimitAction[], client: Client): Promise<boolean> {
  const { rules, db, memory, clock } = deps
  const now = clock()
  const isHarder = ({ rule: name }: Wanted) => {
    const rule: Rule = rules[name]
    return rule.harder === true
  }
  const places = placesFor(rules, actions, { client }).filter(isHarder)
  const isHigh = (level: number, rule: RuleName) => level > harderFrom(termsOf(rules[rule], now))
  const stored = places.map((wanted) => ({ wanted, key: keyOf(deps, wanted) }))
  const levels = await levelsOf(
    db,
    stored.map(({ key }) => key),
  )
  const high = stored.some(({ wanted, key }) =>
    isHigh(Math.max(memory.levelOf(wanted), levels.find((one) => one.key.equals(key))?.level ?? 0), wanted.rule),
  )
  return high && !(await isKnown(deps, client))
}

/** Whether any account knows the browser. */
const isKnown = async ({ db }: Deps, { device }: Client): Promise<boolean> =>
  device !== null && (await isKnownDevice(db, device))

/** Whose completed sign-ins a limit grows with. */
const subjectOf = (name: string): string =>
  Object.entries<Rule>(RULES).find(([rule]) => rule === name)?.[1].subject ?? ''

const markKey = ({ mac }: Deps, what: Mark, { address, device }: Client, number: Buffer): Buffer =>
  counterKey(mac('mark', what, device?.toString('hex') ?? address.host, number.toString('hex')))

const markOf = (deps: Deps, what: Mark, client: Client, number: Buffer) => ({
  key: markKey(deps, what, client, number),
  rule: what,
  until: later(deps.clock(), MARK_MS),
})

async function isMarked(deps: Deps, what: Mark, client: Client, number: Buffer): Promise<boolean> {
  const [marked] = await levelsOf(deps.db, [markKey(deps, what, client, number)])
  return marked !== undefined && marked.level > deps.clock().getTime()
}

const takeInDatabase = ({ db, counters }: Deps, wanted: readonly Wanted[]): Promise<Taken> => counters.take(db, wanted)

async function takeInMemory({ rules, memory, clock }: Deps, wanted: readonly Wanted[]): Promise<Taken> {
  const now = clock()
  const placeOf = (label: Wanted) => ({
    label,
    terms: termsOf(rules[label.rule], now),
    share: shareOf(rules[label.rule]),
  })
  const refused = memory.take(wanted.map(placeOf))
  return refused.length > 0 ? { refused } : { held: [] }
}

/** Reports the limit that was reached; the log does not say who reached it. @returns the seconds to wait */
async function secondsToWait(
  { report, warn, onReached }: Deps,
  refused: readonly { rule: string; waitMs: number }[],
): Promise<number> {
  const [first] = refused
  if (first !== undefined) {
    onReached({ rule: first.rule })
    warn('limit reached', { rule: first.rule })
    await report({ type: 'limit.reached', reason: first.rule })
  }
  return Math.max(1, Math.ceil(Math.max(...refused.map(({ waitMs }) => waitMs)) / 1_000))
}

const tooMany = (seconds: number) => new AppError('too_many_requests', { retry_after: seconds })
