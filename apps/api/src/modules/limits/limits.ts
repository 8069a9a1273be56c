import { AppError, HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { type Client, UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { LimitStore, Mark as HeldMark, Place, Taken } from './ports.ts'
import {
  COUNTED_IN_MEMORY,
  FAILS_OPEN,
  type LimitAction,
  REFUSED_AT,
  type Rule,
  RULE_NAMES,
  type RuleName,
  type Rules,
} from './rules.ts'
import type { Tally } from './tally.ts'

const DAY_MS = 24 * HOUR_MS
/** Of what is only remembered, any number of times fits in. */
const NO_END = 2_000_000_000
const RETRY_SECONDS = 5
const MARK_MS = 10 * MINUTE_MS

type Deps = {
  store: LimitStore
  tally: Pick<Tally, 'take'>
  rules: Rules
  clock: Clock
  mac: (...parts: string[]) => Buffer
  /** A limit was reached. Who reached it is not told. */
  onLimit: (rule: RuleName) => Promise<void>
}
export type Limits = ReturnType<typeof createLimits>

type Mark = 'prelogin'
type Wanted = { name: RuleName; rule: Rule; place: Place }
type Scope = { client: Client; number?: Buffer; knownHere?: boolean }
type Attempt<T> = Scope & {
  actions: readonly LimitAction[]
  run: () => Promise<T>
  /** Whether the outcome is one that the limit is about; any other gives the place back. */
  fails: (error: unknown) => boolean
  refusal: (details: { retry_after: number }) => AppError
}

/** Rate limits: counts calls by address, network and browser, and refuses those beyond a limit. */
export function createLimits({ store, tally, rules, clock, mac, onLimit }: Deps) {
  function whoIs({ dimension }: Rule, { address, device }: Client): string | undefined {
    if (dimension === 'address') return address.host
    if (dimension === 'network') return address.network
    if (dimension === 'browser') return device?.toString('hex')
    return dimension === 'everyone' ? 'everyone' : undefined
  }

  const dayOf = (now: Date) => Math.floor(now.getTime() / DAY_MS)
  const successKey = (kind: string, who: string, day: number) => mac('success', kind, who, String(day))

  function placeOf(name: RuleName, rule: Rule, who: string, now: Date): Place {
    const { dimension, most, perMs, share = 0, harder = false } = rule
    const earns = share > 0 && who !== UNKNOWN_ADDRESS.host
    return {
      key: mac('limit', name, who),
      most: harder ? most * REFUSED_AT : most,
      share: earns ? (harder ? share * REFUSED_AT : share) : 0,
      // The better one of two days, so that no limit drops at midnight.
      successKeys: earns ? [dayOf(now), dayOf(now) - 1].map((day) => successKey(dimension, who, day)) : [],
      expiresAt: later(now, perMs),
    }
  }

  function wanted(actions: readonly LimitAction[], { client, knownHere }: Scope, now: Date): Wanted[] {
    return RULE_NAMES.flatMap((name) => {
      const rule = rules[name]
      const who = whoIs(rule, client)
      const isOfAddress = rule.dimension === 'address' || rule.dimension === 'network'
      if (!actions.includes(rule.action) || who === undefined || (knownHere === true && isOfAddress)) return []
      return [{ name, rule, place: placeOf(name, rule, who, now) }]
    })
  }

  const isNamed = (keys: readonly Buffer[], { place }: Wanted) => keys.some((key) => key.equals(place.key))

  /** @returns the seconds to wait */
  async function waitFor({ refused, until }: Exclude<Taken, 'taken'>, places: readonly Wanted[], now: Date) {
    const reached = places.find((one) => isNamed(refused, one))
    if (reached !== undefined) await onLimit(reached.name)
    return Math.max(1, secondsUntil(until, now))
  }

  /** Takes a place of every rule, or none; @returns the seconds to wait if there is none */
  async function take(
    places: readonly Wanted[],
    now: Date,
    counter: Pick<LimitStore, 'take'> = store,
  ): Promise<number | undefined> {
    if (places.length === 0) return undefined
    const taken = await counter.take(
      places.map(({ place }) => place),
      now,
    )
    return taken === 'taken' ? undefined : waitFor(taken, places, now)
  }

  const refused = (seconds: number) => new AppError('too_many_requests', { retry_after: seconds })

  /**
   * One more request. No rule about addresses refuses a browser that an account knows.
   * @throws AppError too_many_requests; service_unavailable when nothing can be counted and the action is not to go on uncounted
   */
  async function admit(action: LimitAction, client: Client): Promise<void> {
    const now = clock()
    const counter = COUNTED_IN_MEMORY.has(action) ? tally : store
    try {
      const seconds = await take(wanted([action], { client }, now), now, counter)
      if (seconds === undefined) return
      const known = client.device !== null && (await store.knowsDevice(client.device))
      const still = known ? await take(wanted([action], { client, knownHere: true }, now), now, counter) : seconds
      if (still !== undefined) throw refused(still)
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many_requests') throw error
      if (!FAILS_OPEN.has(action))
        throw new AppError('service_unavailable', { retry_after: RETRY_SECONDS }, { cause: error })
    }
  }

  const markOf = ({ place: { key, expiresAt } }: Wanted, who: Buffer): HeldMark => ({
    key: mac('number', key.toString('hex'), who.toString('hex')),
    expiresAt,
  })

  /**
   * Takes a place of every rule, or none; of those that count numbers, if this one is not counted yet.
   * @returns what to give back for it all to be as before, or the seconds to wait
   */
  async function takeMarked(
    places: readonly Wanted[],
    perNumber: readonly Wanted[],
    who: Buffer,
    now: Date,
  ): Promise<{ places: Buffer[]; marks: Buffer[] } | number> {
    const marked = perNumber.map((one) => ({ place: one.place, mark: markOf(one, who) }))
    const plain = places.map(({ place }) => place)
    const taken = await store.takeMarked(plain, marked, now)
    if ('refused' in taken) return waitFor(taken, [...places, ...perNumber], now)
    const counted = marked.filter(({ mark }) => taken.counted.some((key) => key.equals(mark.key)))
    return {
      places: [...plain.map(({ key }) => key), ...counted.map(({ place }) => place.key)],
      marks: counted.map(({ mark }) => mark.key),
    }
  }

  /** Takes places before anything is looked at, and gives them back if the outcome is none to count. */
  async function attempt<T>({ actions, run, fails, refusal, ...scope }: Attempt<T>): Promise<T> {
    const now = clock()
    const all = wanted(actions, scope, now)
    const perNumber = scope.number === undefined ? [] : all.filter(({ rule }) => countsNumbers(rule))
    const others = all.filter(({ rule }) => !countsNumbers(rule))
    const taken = await takeMarked(others, perNumber, scope.number ?? Buffer.alloc(0), now)
    if (typeof taken === 'number') throw refusal({ retry_after: taken })
    // Apart, because who takes has marks first: they would wait for each other.
    const giveBack = async () => {
      await store.giveBack(taken.places)
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

  /** Whether one more number may be asked for; one that was asked for already may. */
  async function takeNumber(action: LimitAction, client: Client, number: Buffer): Promise<boolean> {
    const now = clock()
    return typeof (await takeMarked([], wanted([action], { client }, now), number, now)) !== 'number'
  }

  function signUpsOf(number: Buffer, now: Date): Wanted {
    const name = 'signup.number'
    const rule = rules[name]
    return { name, rule, place: placeOf(name, rule, number.toString('hex'), now) }
  }

  /**
   * One more sign-up of a number. What goes on in the same browser counts once.
   * @throws AppError too_many_requests
   */
  async function admitSignUpOf(number: Buffer, { device }: Client): Promise<void> {
    const now = clock()
    const place = [signUpsOf(number, now)]
    const taken = device === null ? await take(place, now) : await takeMarked([], place, device, now)
    if (typeof taken === 'number') throw refused(taken)
  }

  /** A sign-up of the number became an account: it is none that waits. */
  const signedUp = (number: Buffer): Promise<void> => store.giveBack([signUpsOf(number, clock()).place.key])

  /** Whether the address did more than usual, so that its captcha is to be harder. */
  async function isStrained(actions: readonly LimitAction[], client: Client): Promise<boolean> {
    const now = clock()
    const harder = wanted(actions, { client }, now).filter(({ rule }) => rule.harder === true)
    const held = await store.held(
      harder.map(({ place }) => place.key),
      now,
    )
    if (!held.some(({ fullness }) => fullness * REFUSED_AT > 1)) return false
    return !(await isKnown(client))
  }

  /** Whether any account knows the browser. */
  const isKnown = async ({ device }: Client): Promise<boolean> => device !== null && (await store.knowsDevice(device))

  /** A sign-in was completed: an address with many of them may fail more often. */
  async function succeeded({ address }: Client): Promise<void> {
    const now = clock()
    if (address === UNKNOWN_ADDRESS) return
    const place = (kind: string, who: string): Place => ({
      key: successKey(kind, who, dayOf(now)),
      most: NO_END,
      share: 0,
      successKeys: [],
      expiresAt: new Date((dayOf(now) + 2) * DAY_MS),
    })
    await store.take([place('address', address.host), place('network', address.network)], now)
  }

  const markKey = (mark: Mark, { address, device }: Client, number: Buffer) =>
    mac('mark', mark, device?.toString('hex') ?? address.host, number.toString('hex'))

  /** Remembers for ten minutes that a browser, or without its cookie an address, did something about a number. */
  const mark = (what: Mark, client: Client, number: Buffer): Promise<void> =>
    store.mark(markKey(what, client, number), later(clock(), MARK_MS))

  const isMarked = async (what: Mark, client: Client, number: Buffer): Promise<boolean> =>
    (await store.held([markKey(what, client, number)], clock())).length > 0

  return { admit, attempt, takeNumber, admitSignUpOf, signedUp, isStrained, isKnown, succeeded, mark, isMarked }
}

const countsNumbers = ({ action }: Rule) => action === 'login-numbers' || action === 'existence'
