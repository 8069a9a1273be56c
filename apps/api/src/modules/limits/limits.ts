import { AppError, MINUTE_MS } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { isKnownDevice } from '../devices/index.ts'
import { type Client, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys, Mac } from '../../platform/keyring.ts'
import { repeat } from '../../platform/repeat.ts'
import { createLimitStore, createSumStore, type LimitStore, type Taken } from './limit-store.ts'
import { COUNTED_IN_MEMORY, FAILS_OPEN, type LimitAction, REFUSED_AT, type Rule, type Rules } from './rules.ts'
import {
  type Mark,
  markKey,
  numberMark,
  type Scope,
  signUpSlot,
  slotsOf,
  successSlots,
  type WantedSlot,
} from './slots.ts'
import { createTally, type Tally } from './tally.ts'

const RETRY_SECONDS = 5
const MARK_MS = 10 * MINUTE_MS
const SHARE_EVERY_MS = 1_000

type Settings = {
  db: Database
  clock: Clock
  keys: Pick<Keys, 'mac'>
  rules: Rules
  report: Report
  warn: (event: string, details?: object) => void
}
type Deps = Omit<Settings, 'keys'> & { mac: Mac; store: LimitStore; tally: Tally }
export type Limits = ReturnType<typeof createLimits>

type Attempt<T> = Scope & {
  actions: readonly LimitAction[]
  run: () => Promise<T>
  /** Whether the outcome is one that the limit is about; any other gives the slots back. */
  fails: (error: unknown) => boolean
  refusal: (details: { retry_after: number }) => AppError
}

/** Rate limits: counts calls by address, network, browser and number, and refuses those beyond a limit. */
export function createLimits({ keys, ...settings }: Settings) {
  const { db, clock, warn } = settings
  const tally = createTally(createSumStore(db), clock)
  const deps: Deps = { ...settings, mac: keys.mac, store: createLimitStore(db), tally }
  return {
    admit: (action: LimitAction, client: Client) => admit(deps, action, client),
    attempt: <T>(given: Attempt<T>) => attempt(deps, given),
    takeNumber: (action: LimitAction, client: Client, number: Buffer) => takeNumber(deps, action, client, number),
    admitSignUpOf: (number: Buffer, client: Client) => admitSignUpOf(deps, number, client),
    signedUp: (number: Buffer) => signedUp(deps, number),
    isElevated: (actions: readonly LimitAction[], client: Client) => isElevated(deps, actions, client),
    isKnown: (client: Client) => isKnown(deps, client),
    succeeded: (client: Client) => succeeded(deps, client),
    mark: (what: Mark, client: Client, number: Buffer) => mark(deps, what, client, number),
    isMarked: (what: Mark, client: Client, number: Buffer) => isMarked(deps, what, client, number),
    /** Shares what is counted in memory with the other processes, until it is stopped. */
    start: () =>
      repeat(tally.share, {
        everyMs: SHARE_EVERY_MS,
        onError: (error) => warn('limits not shared', { reason: (error as Error).name }),
      }),
  }
}

/**
 * One more request. No rule about addresses refuses a browser that an account knows.
 * @throws AppError too_many_requests; service_unavailable when nothing can be counted and the action may not go uncounted
 */
async function admit(deps: Deps, action: LimitAction, client: Client): Promise<void> {
  const { clock, store, tally } = deps
  const now = clock()
  const counter = COUNTED_IN_MEMORY.has(action) ? tally : store
  try {
    const seconds = await take(deps, slotsOf(deps, [action], { client }, now), now, counter)
    if (seconds === undefined) return
    const known = await isKnown(deps, client)
    const still = known
      ? await take(deps, slotsOf(deps, [action], { client, knownHere: true }, now), now, counter)
      : seconds
    if (still !== undefined) throw refused(still)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') throw error
    if (!FAILS_OPEN.has(action))
      throw new AppError('service_unavailable', { retry_after: RETRY_SECONDS }, { cause: error })
  }
}

/** Takes slots before the guess runs, and gives them back if its outcome is not one to count. */
async function attempt<T>(deps: Deps, { actions, run, fails, refusal, ...scope }: Attempt<T>): Promise<T> {
  const { clock, store } = deps
  const now = clock()
  const all = slotsOf(deps, actions, scope, now)
  const perNumber = scope.number === undefined ? [] : all.filter(({ rule }) => countsNumbers(rule))
  const others = all.filter(({ rule }) => !countsNumbers(rule))
  const taken = await takeMarked(deps, others, perNumber, scope.number ?? Buffer.alloc(0), now)
  if (typeof taken === 'number') throw refusal({ retry_after: taken })
  // Apart, because a call that takes has marks first: they would deadlock.
  const giveBack = async () => {
    await store.giveBack(taken.slots)
    await store.giveBack(taken.marks)
  }
  try {
    const result = await run()
    await giveBack()
    return result
  } catch (error) {
    if (!fails(error)) await giveBack()
    throw error
  }
}

const countsNumbers = ({ action }: Rule) => action === 'login-numbers' || action === 'existence'

/** Whether the client may use one more number; one that it used already it may. */
async function takeNumber(deps: Deps, action: LimitAction, client: Client, number: Buffer): Promise<boolean> {
  const now = deps.clock()
  return typeof (await takeMarked(deps, [], slotsOf(deps, [action], { client }, now), number, now)) !== 'number'
}

/**
 * One more sign-up of a number. What goes on in the same browser counts once.
 * @throws AppError too_many_requests
 */
async function admitSignUpOf(deps: Deps, number: Buffer, { device }: Client): Promise<void> {
  const now = deps.clock()
  const slots = [signUpSlot(deps, number, now)]
  const taken = device === null ? await take(deps, slots, now) : await takeMarked(deps, [], slots, device, now)
  if (typeof taken === 'number') throw refused(taken)
}

/** A sign-up of the number became an account: it is no longer pending. */
const signedUp = (deps: Deps, number: Buffer): Promise<void> =>
  deps.store.giveBack([signUpSlot(deps, number, deps.clock()).slot.key])

/** Whether the address did more than usual, so that its captcha is to be harder. */
async function isElevated(deps: Deps, actions: readonly LimitAction[], client: Client): Promise<boolean> {
  const now = deps.clock()
  const harder = slotsOf(deps, actions, { client }, now).filter(({ rule }) => rule.harder === true)
  const held = await deps.store.held(
    harder.map(({ slot }) => slot.key),
    now,
  )
  if (!held.some(({ fullness }) => fullness * REFUSED_AT > 1)) return false
  return !(await isKnown(deps, client))
}

/** Whether any account knows the browser. */
const isKnown = async ({ db }: Deps, { device }: Client): Promise<boolean> =>
  device !== null && (await isKnownDevice(db, device))

/** A sign-in was completed: an address with many of them may fail more often. */
async function succeeded(deps: Deps, client: Client): Promise<void> {
  if (client.address === UNKNOWN_ADDRESS) return
  const now = deps.clock()
  await deps.store.take(successSlots(deps, client, now), now)
}

/** Remembers for ten minutes that a browser, or without its cookie an address, did something about a number. */
const mark = (deps: Deps, what: Mark, client: Client, number: Buffer): Promise<void> =>
  deps.store.mark(markKey(deps, what, client, number), later(deps.clock(), MARK_MS))

const isMarked = async (deps: Deps, what: Mark, client: Client, number: Buffer): Promise<boolean> =>
  (await deps.store.held([markKey(deps, what, client, number)], deps.clock())).length > 0

/** Takes a slot of every rule, or none. @returns the seconds to wait if there is none */
async function take(
  deps: Deps,
  wanted: readonly WantedSlot[],
  now: Date,
  counter: Pick<LimitStore, 'take'> = deps.store,
): Promise<number | undefined> {
  if (wanted.length === 0) return undefined
  const taken = await counter.take(
    wanted.map(({ slot }) => slot),
    now,
  )
  return taken === 'taken' ? undefined : waitFor(deps, taken, wanted, now)
}

/**
 * Takes a slot of every rule, or none; of those that count numbers, if this one is not counted yet.
 * @returns what to give back for it all to be as before, or the seconds to wait
 */
async function takeMarked(
  deps: Deps,
  wanted: readonly WantedSlot[],
  perNumber: readonly WantedSlot[],
  who: Buffer,
  now: Date,
): Promise<{ slots: Buffer[]; marks: Buffer[] } | number> {
  const marked = perNumber.map((one) => ({ slot: one.slot, mark: numberMark(deps, one, who) }))
  const plain = wanted.map(({ slot }) => slot)
  const taken = await deps.store.takeMarked(plain, marked, now)
  if ('refused' in taken) return waitFor(deps, taken, [...wanted, ...perNumber], now)
  const counted = marked.filter((one) => taken.counted.some((key) => key.equals(one.mark.key)))
  return {
    slots: [...plain.map(({ key }) => key), ...counted.map(({ slot }) => slot.key)],
    marks: counted.map((one) => one.mark.key),
  }
}

/** Reports the limit that was reached; the log does not say who reached it. @returns the seconds to wait */
async function waitFor(
  { report, warn }: Deps,
  { refused: keys, until }: Exclude<Taken, 'taken'>,
  wanted: readonly WantedSlot[],
  now: Date,
): Promise<number> {
  const reached = wanted.find(({ slot }) => keys.some((key) => key.equals(slot.key)))
  if (reached !== undefined) {
    warn('limit reached', { rule: reached.name })
    await report({ type: 'limit.reached', reason: reached.name })
  }
  return Math.max(1, secondsUntil(until, now))
}

const refused = (seconds: number) => new AppError('too_many_requests', { retry_after: seconds })
