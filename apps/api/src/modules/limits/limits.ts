import { AppError, HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { type Client, NOWHERE } from '../client.ts'
import { type Clock, later, secondsUntil } from '../clock.ts'
import type { LimitStore, Place } from './ports.ts'
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
type Marked = Wanted & { mark: Pick<Place, 'key' | 'expiresAt'> }
type Scope = { client: Client; number?: Buffer; knownHere?: boolean }
type Attempt<T> = Scope & {
  actions: readonly LimitAction[]
  run: () => Promise<T>
  /** Whether the outcome is one that the limit is about; any other gives the place back. */
  fails: (error: unknown) => boolean
  refusal: (details: { retry_after: number }) => AppError
}

/** Counts what is done, by address, network and browser; whoever did too much is refused for a while. */
export function createLimits({ store, tally, rules, clock, mac, onLimit }: Deps) {
  function whoIs({ dimension }: Rule, { address, device }: Client): string | undefined {
    if (dimension === 'address') return address.line
    if (dimension === 'network') return address.network
    if (dimension === 'browser') return device?.toString('hex')
    return dimension === 'everyone' ? 'everyone' : undefined
  }

  const dayOf = (now: Date) => Math.floor(now.getTime() / DAY_MS)
  const successKey = (kind: string, who: string, day: number) => mac('success', kind, who, String(day))

  function placeOf(name: RuleName, rule: Rule, who: string, now: Date): Place {
    const { dimension, most, perMs, share = 0, harder = false } = rule
    const earns = share > 0 && who !== NOWHERE.line
    return {
      key: mac('limit', name, who),
      most: harder ? most * REFUSED_AT : most,
      share: earns ? (harder ? share * REFUSED_AT : share) : 0,
      // The better one of two days, so that nobody's limit falls at midnight.
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
    if (taken === 'taken') return undefined
    const reached = places.find((one) => isNamed(taken.refused, one))
    if (reached !== undefined) await onLimit(reached.name)
    return Math.max(1, secondsUntil(taken.until, now))
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

  /** Rules about numbers count each number once in their time: those that have not counted it. */
  async function unseen(places: readonly Wanted[], number: Buffer, now: Date): Promise<Marked[]> {
    const marked = places.map((one) => {
      const { key, expiresAt } = one.place
      return { ...one, mark: { key: mac('number', key.toString('hex'), number.toString('hex')), expiresAt } }
    })
    const held = await store.held(
      marked.map(({ mark }) => mark.key),
      now,
    )
    return marked.filter(({ mark }) => !held.some(({ key }) => key.equals(mark.key)))
  }

  /**
   * Remembers what has taken its places. Only now: whoever comes at the same moment would go on uncounted, though there is
   * no place. Who was second gives the place back.
   */
  async function remember(taken: readonly Marked[], now: Date): Promise<Marked[]> {
    const noted = await store.note(
      taken.map(({ mark }) => mark),
      now,
    )
    const isFirst = ({ mark }: Marked) => noted.some((key) => key.equals(mark.key))
    await store.giveBack(taken.filter((one) => !isFirst(one)).map(({ place }) => place.key))
    return taken.filter(isFirst)
  }

  /** Takes places before anything is looked at, and gives them back if the outcome is none to count. */
  async function attempt<T>({ actions, run, fails, refusal, ...scope }: Attempt<T>): Promise<T> {
    const now = clock()
    const all = wanted(actions, scope, now)
    const perNumber = all.filter(({ rule }) => countsNumbers(rule))
    const unmarked = scope.number === undefined ? [] : await unseen(perNumber, scope.number, now)
    const others = all.filter(({ rule }) => !countsNumbers(rule))
    const seconds = await take([...others, ...unmarked], now)
    if (seconds !== undefined) throw refusal({ retry_after: seconds })
    const fresh = await remember(unmarked, now)
    const marks = fresh.map(({ mark }) => mark.key)
    const giveBack = () => store.giveBack([...[...others, ...fresh].map(({ place }) => place.key), ...marks])
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
    const fresh = await unseen(wanted([action], { client }, now), number, now)
    if ((await take(fresh, now)) !== undefined) return false
    await remember(fresh, now)
    return true
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
    const place = signUpsOf(number, now)
    const fresh = device === null ? [] : await unseen([place], device, now)
    if (device !== null && fresh.length === 0) return
    const seconds = await take([place], now)
    if (seconds !== undefined) throw refused(seconds)
    await remember(fresh, now)
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
    if (address === NOWHERE) return
    const place = (kind: string, who: string): Place => ({
      key: successKey(kind, who, dayOf(now)),
      most: NO_END,
      share: 0,
      successKeys: [],
      expiresAt: new Date((dayOf(now) + 2) * DAY_MS),
    })
    await store.take([place('address', address.line), place('network', address.network)], now)
  }

  const markKey = (mark: Mark, { address, device }: Client, number: Buffer) =>
    mac('mark', mark, device?.toString('hex') ?? address.line, number.toString('hex'))

  /** Remembers for ten minutes that a browser, or without its cookie an address, did something about a number. */
  const mark = (what: Mark, client: Client, number: Buffer): Promise<void> =>
    store.mark(markKey(what, client, number), later(clock(), MARK_MS))

  const isMarked = async (what: Mark, client: Client, number: Buffer): Promise<boolean> =>
    (await store.held([markKey(what, client, number)], clock())).length > 0

  return { admit, attempt, takeNumber, admitSignUpOf, signedUp, isStrained, isKnown, succeeded, mark, isMarked }
}

const countsNumbers = ({ action }: Rule) => action === 'login-numbers' || action === 'existence'
