import type { Address } from '../../src/platform/client.ts'
import type { Random } from './random.ts'
import type { Wish } from './sending.ts'
import type { Timeline } from './timeline.ts'

export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const PEOPLE = { accounts: 3_000, logInsADay: 2_000, newcomersADay: 400, resetsADay: 40 }
const SHARES = { newBrowser: 0.13, carrier: 0.5, unseenNetwork: 0.1, givesUp: 0.04, smsLost: 0.015 }
const CARRIERS = 5
/** A person asks again for as long. */
const PATIENCE_MS = HOUR_MS
const TYPES_AFTER_MS = 40_000

export type Kind = 'known browser' | 'new browser' | 'newcomer' | 'reset'
export type Tally = Record<Kind, { asked: number; refused: number }>
export const emptyTally = (): Tally => ({
  'known browser': { asked: 0, refused: 0 },
  'new browser': { asked: 0, refused: 0 },
  newcomer: { asked: 0, refused: 0 },
  reset: { asked: 0, refused: 0 },
})

export type Sending = {
  /** @returns what types the code in, or the milliseconds to wait */
  send: (wish: Wish) => Promise<{ typeIn: () => Promise<void> } | { waitMs: number }>
}
type World = { timeline: Timeline; random: Random; sending: Sending; tally: Tally }

const addressIn = (network: string, host: number): Address => ({
  host: `${network}.${host}`,
  network: `${network}.0/24`,
})
const carrierAddress = ({ random }: World) => addressIn(`10.1.${random.below(CARRIERS)}`, 1)
const unseenAddress = ({ random }: World) =>
  addressIn(`100.${random.below(250)}.${random.below(250)}`, random.below(250))
const homeAddress = ({ random }: World) => addressIn(`20.${random.below(40)}.${random.below(100)}`, random.below(250))

function addressOf(world: World): Address {
  if (world.random.happens(SHARES.carrier)) return carrierAddress(world)
  return world.random.happens(SHARES.unseenNetwork * 2) ? unseenAddress(world) : homeAddress(world)
}

export const numberOf = (account: number) => `+49151${String(account * 7_919).padStart(9, '0')}`

/** One person who wants in, and asks again until there is a code or patience ends. */
function want(world: World, kind: Kind, wish: Wish, from: number): void {
  const { timeline, random, sending, tally } = world
  tally[kind].asked += 1
  const ask = async (at: number): Promise<void> => {
    const outcome = await sending.send(wish)
    if ('waitMs' in outcome) {
      const again = at + Math.max(MINUTE_MS, outcome.waitMs)
      if (again > from + PATIENCE_MS) tally[kind].refused += 1
      else timeline.add({ at: again, run: ask })
      return
    }
    if (random.happens(SHARES.givesUp)) return
    if (random.happens(SHARES.smsLost)) return timeline.add({ at: at + MINUTE_MS, run: ask })
    timeline.add({ at: at + TYPES_AFTER_MS, run: outcome.typeIn })
  }
  timeline.add({ at: from, run: ask })
}

let browsers = 0
const newBrowser = () => `new ${(browsers += 1)}`

/** A usual day: log-ins, newcomers and resets, spread over its hours. */
export function addDay(world: World, day: number, newcomersBefore: number): void {
  const { random } = world
  const anyTime = () => (day + random.next()) * DAY_MS
  for (let i = 0; i < PEOPLE.logInsADay; i++) {
    const account = random.below(PEOPLE.accounts)
    const known = !random.happens(SHARES.newBrowser)
    const browser = known ? `home ${account}` : newBrowser()
    const wish: Wish = { purpose: 'login', number: numberOf(account), known, browser, address: addressOf(world) }
    want(world, known ? 'known browser' : 'new browser', wish, anyTime())
  }
  for (let i = 0; i < PEOPLE.newcomersADay; i++) {
    const number = numberOf(1_000_000 + newcomersBefore + i)
    want(
      world,
      'newcomer',
      { purpose: 'register', number, known: false, browser: newBrowser(), address: addressOf(world) },
      anyTime(),
    )
  }
  for (let i = 0; i < PEOPLE.resetsADay; i++) {
    const number = numberOf(random.below(PEOPLE.accounts))
    want(
      world,
      'reset',
      { purpose: 'reset', number, known: false, browser: newBrowser(), address: addressOf(world) },
      anyTime(),
    )
  }
}
