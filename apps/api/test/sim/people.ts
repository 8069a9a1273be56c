import type { Address } from '../../src/platform/client.ts'
import { type Country, countryOf, numberOf } from './countries.ts'
import type { Challenge, Product, Purpose, Visitor } from './product.ts'
import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export type Town = { accounts: number; logInsADay: number; newcomersADay: number; resetsADay: number }
export const TOWN: Town = { accounts: 3_000, logInsADay: 2_000, newcomersADay: 400, resetsADay: 40 }
const SHARES = {
  newBrowser: 0.13,
  carrier: 0.5,
  unseenNetwork: 0.1,
  wrongPin: 0.04,
  wrongCode: 0.05,
  givesUp: 0.04,
  smsLost: 0.015,
}
const CARRIERS = 5
/** A person tries for as long. */
const PATIENCE_MS = HOUR_MS
/** At most so much later than they were asked to wait. */
const LATE_MS = 20_000
const TYPES_AFTER_MS = 40_000
const TYPES_AGAIN_AFTER_MS = 15_000
/** Whose PIN is wrong so often asks for another one. */
const PINS_BEFORE_RESET = 3

export const KINDS = ['known browser', 'new browser', 'newcomer', 'reset', 'owner'] as const
/** owner: of the number that is attacked, in a new browser each time. */
export type Kind = (typeof KINDS)[number]
/** by: how many of those that were refused had a limit as the last reason. */
export type Tally = Record<Kind, { asked: number; refused: number; by: Record<string, number> }>
export const emptyTally = () =>
  Object.fromEntries(KINDS.map((kind) => [kind, { asked: 0, refused: 0, by: {} }])) as unknown as Tally

/** there: with a number of the attacked country. */
export type Where = 'there' | 'elsewhere'

export type World = {
  timeline: Timeline
  random: Random
  product: Product
  /** The country that an attacker wants to stop: its people are counted apart. */
  attacked: Country | undefined
  tally: Record<Where, Tally>
  /** In cents. */
  spent: { people: number; attacker: number }
  /** The attacker's, a harder one as so many usual ones as it is more work. */
  captchas: { solved: number }
}

const addressIn = (network: string, host: number): Address => ({
  host: `${network}.${host}`,
  network: `${network}.0/24`,
})

export function addressOfPeople({ random }: Pick<World, 'random'>): Address {
  if (random.happens(SHARES.carrier)) return addressIn(`10.1.${random.below(CARRIERS)}`, 1)
  if (random.happens(SHARES.unseenNetwork * 2))
    return addressIn(`100.${random.below(250)}.${random.below(250)}`, random.below(250))
  return addressIn(`20.${random.below(40)}.${random.below(100)}`, random.below(250))
}

/** One try of a person to get in: until it works, the person gives up, or patience ends. */
type Attempt = World & { visitor: Visitor; deadline: number; refusedBy?: string }
type End = 'in' | 'gave up' | 'refused'

/** @returns false when patience ends before */
async function wait({ timeline, deadline }: Attempt, forMs: number): Promise<boolean> {
  if (timeline.now() + forMs > deadline) return false
  await timeline.after(forMs)
  return true
}

/** People are not there at the very moment at which they may try again. */
const comesBackAfter = ({ random }: Attempt, waitMs: number): number =>
  Math.max(MINUTE_MS, waitMs) + random.below(LATE_MS)

async function logIn(attempt: Attempt): Promise<End> {
  const { product, random, visitor } = attempt
  let mistypes = random.happens(SHARES.wrongPin)
  for (let wrong = 0; wrong < PINS_BEFORE_RESET; ) {
    const typed = await product.typePin(visitor, !mistypes)
    if (typed === true) return confirm(attempt, 'login')
    mistypes = false
    if (typed === false) wrong += 1
    else attempt.refusedBy = typed.rule
    if (!(await wait(attempt, typed === false ? TYPES_AGAIN_AFTER_MS : comesBackAfter(attempt, typed.waitMs))))
      return 'refused'
  }
  return reset(attempt)
}

/** Another PIN, and the log-in with it. */
async function reset(attempt: Attempt): Promise<End> {
  const ended = await confirm(attempt, 'reset')
  return ended === 'in' ? logInAfterwards(attempt) : ended
}

async function logInAfterwards(attempt: Attempt): Promise<End> {
  const typed = await attempt.product.typePin(attempt.visitor, true)
  return typed === true ? confirm(attempt, 'login') : 'refused'
}

/** Asks for an SMS until one arrives that lets the person in. */
async function confirm(attempt: Attempt, purpose: Purpose): Promise<End> {
  const { product, random, visitor, spent } = attempt
  for (;;) {
    const answer = await product.send(visitor, purpose)
    if ('waitMs' in answer) {
      attempt.refusedBy = answer.rule
      // The last SMS before may have a link, also when a stranger caused it.
      const link = product.newestLink(visitor.number)
      if (link !== undefined && (await product.openLink(visitor, link))) return logInAfterwards(attempt)
      if (await wait(attempt, comesBackAfter(attempt, answer.waitMs))) continue
      return 'refused'
    }
    if (answer.isNew) spent.people += product.centsFor(visitor.number)
    if (random.happens(SHARES.givesUp)) return 'gave up'
    const isLost = random.happens(SHARES.smsLost)
    if (!(await wait(attempt, isLost ? MINUTE_MS : TYPES_AFTER_MS))) return 'refused'
    if (isLost) continue
    if (answer.challenge.form === 'link') {
      if (await product.openLink(visitor, answer.challenge)) return logInAfterwards(attempt)
    } else if (await typeIn(attempt, answer.challenge)) return 'in'
    if (!(await wait(attempt, TYPES_AGAIN_AFTER_MS))) return 'refused'
  }
}

async function typeIn(attempt: Attempt, challenge: Challenge): Promise<boolean> {
  const { product, random, visitor } = attempt
  if (random.happens(SHARES.wrongCode) && (await product.typeCode(visitor, challenge, false)) === 'dead') return false
  return (await product.typeCode(visitor, challenge, true)) === true
}

/** A person who wants in at a time. */
export function want(world: World, kind: Kind, visitor: Visitor, from: number): void {
  const { timeline, attacked } = world
  const tally = world.tally[attacked !== undefined && countryOf(visitor.number) === attacked ? 'there' : 'elsewhere']
  timeline.add({
    at: from,
    run: async () => {
      tally[kind].asked += 1
      const attempt: Attempt = { ...world, visitor, deadline: from + PATIENCE_MS }
      const ended =
        kind === 'newcomer'
          ? await confirm(attempt, 'register')
          : kind === 'reset'
            ? await reset(attempt)
            : await logIn(attempt)
      if (ended !== 'refused') return
      const { refusedBy = 'none' } = attempt
      const { by } = tally[kind]
      tally[kind].refused += 1
      by[refusedBy] = (by[refusedBy] ?? 0) + 1
    },
  })
}

let browsers = 0
export const newBrowser = () => `new ${(browsers += 1)}`

/** A usual day: log-ins, newcomers and resets, spread over its hours. */
export function addDay(world: World, town: Town, day: number): void {
  const { random } = world
  const anyTime = () => (day + random.next()) * DAY_MS
  for (let i = 0; i < town.logInsADay; i++) {
    const number = numberOf(random.below(town.accounts))
    const isNew = random.happens(SHARES.newBrowser)
    const browser = isNew ? newBrowser() : `home ${number}`
    want(
      world,
      isNew ? 'new browser' : 'known browser',
      { number, browser, address: addressOfPeople(world) },
      anyTime(),
    )
  }
  for (let i = 0; i < town.newcomersADay; i++) {
    const number = numberOf(1_000_000 + day * town.newcomersADay + i)
    want(world, 'newcomer', { number, browser: newBrowser(), address: addressOfPeople(world) }, anyTime())
  }
  for (let i = 0; i < town.resetsADay; i++) {
    const number = numberOf(random.below(town.accounts))
    want(world, 'reset', { number, browser: newBrowser(), address: addressOfPeople(world) }, anyTime())
  }
}
