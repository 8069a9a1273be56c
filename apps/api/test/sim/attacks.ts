import { DAY_MS, MINUTE_MS, numberOf, PEOPLE } from './people.ts'
import type { Random } from './random.ts'
import type { Wish } from './sending.ts'

/** How an attacker goes on: who asks, how often, and whether the codes are typed in. */
export type Attack = {
  name: string
  everyMs: number
  typesIn: boolean
  wish: (random: Random, turn: number) => Wish
}

const addressOf = (i: number) => {
  const network = `150.${(i >> 8) & 255}.${i & 255}`
  return { host: `${network}.9`, network: `${network}.0/24` }
}
let made = 0
const freshNumber = () => numberOf(5_000_000 + (made += 1))

/** Sign-ups of ever new numbers from so many addresses, each in a network of its own. */
const flood = (addresses: number): Attack => ({
  name: `newcomers from ${addresses.toLocaleString('en')} addresses`,
  everyMs: 2_000,
  typesIn: false,
  wish: (random, turn) => ({
    purpose: 'register',
    number: freshNumber(),
    known: false,
    browser: `flood ${turn}`,
    address: addressOf(random.below(addresses)),
  }),
})

/** Cards that read their SMS by program, and log in again and again. */
const cards = (count: number): Attack => ({
  name: count === 1 ? 'one SIM by program' : `${count} SIMs by program`,
  everyMs: MINUTE_MS / count,
  typesIn: true,
  wish: (_random, turn) => ({
    purpose: 'login',
    number: numberOf(9_000_000 + (turn % count)),
    known: turn % 2 === 0,
    browser: turn % 2 === 0 ? `card ${turn % count}` : `card ${turn}`,
    address: addressOf(60_000 + (turn % count)),
  }),
})

export const ATTACKS: readonly Attack[] = [
  flood(300),
  flood(10_000),
  {
    name: 'resets of all accounts, 10,000 addresses',
    everyMs: 2_000,
    typesIn: false,
    wish: (random, turn) => ({
      purpose: 'reset',
      number: numberOf(random.below(PEOPLE.accounts)),
      known: false,
      browser: `reset ${turn}`,
      address: addressOf(random.below(10_000)),
    }),
  },
  {
    name: 'one number, 2,000 addresses',
    everyMs: 20_000,
    typesIn: false,
    wish: (random, turn) => ({
      purpose: 'login',
      number: numberOf(1),
      known: false,
      browser: `siege ${turn}`,
      address: addressOf(random.below(2_000)),
    }),
  },
  cards(1),
  cards(50),
]

export const DAYS = 30
/** The attack begins after a usual week, with what a week has earned. */
export const FROM_MS = 7 * DAY_MS
