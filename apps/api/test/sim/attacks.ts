import { PAID_OUT_EVERY_MS } from '../../src/modules/sms/money.ts'
import { type Country, numberIn, numberOf } from './countries.ts'
import { addressOfPeople, HOUR_MS, MINUTE_MS, newBrowser, type Town, want, type World } from './people.ts'
import type { Challenge, Purpose, Visitor } from './product.ts'

/** What an attacker does again and again. `owner`: whose number it is, in a new browser every six hours. */
export type Attack = {
  name: string
  /** On average. */
  everyMs: number
  owner?: true
  /** Whose people it is to keep out. */
  country?: Country
  strike: (world: World, town: Town, turn: number) => Promise<void>
}

const OWNER = numberOf(1)
/** Of so many numbers for each account of the town. */
const SPRAYED = 10 / 3
const OWNER_EVERY_MS = 6 * HOUR_MS

const addressOf = (i: number) => {
  const network = `150.${(i >> 8) & 255}.${i & 255}`
  return { host: `${network}.9`, network: `${network}.0/24` }
}
let strangers = 0
const stranger = ({ random }: World, number: string, addresses: number): Visitor => ({
  number,
  browser: `stranger ${(strangers += 1)}`,
  address: addressOf(random.below(addresses)),
})

/** As `captcha/proof-of-work.ts` has it. */
const HARDER = 5

async function ask(world: World, visitor: Visitor, purpose: Purpose): Promise<Challenge | undefined> {
  const { product, spent, captchas } = world
  if (purpose !== 'login') captchas.solved += product.isCaptchaHard() ? HARDER : 1
  const answer = await product.send(visitor, purpose)
  if ('waitMs' in answer) return undefined
  if (answer.isNew) spent.attacker += product.centsFor(visitor.number)
  return answer.challenge
}

const NAMES: Record<Country, string> = { DE: 'Germany', AT: 'Austria', FR: 'France', TR: 'Turkey', US: 'the US' }
const from = (addresses: number, inside: number) =>
  `${addresses.toLocaleString('en')} addresses${inside > 0 ? ', a tenth in networks of people' : ''}`

/**
 * Sign-ups of ever new numbers, each address in a network of its own; `inside`: the part of them in networks of people.
 * Without a country the numbers are of all countries.
 */
const flood = (addresses: number, { inside = 0, country }: { inside?: number; country?: Country } = {}): Attack => ({
  name:
    country === undefined
      ? `newcomers from ${from(addresses, inside)}`
      : `stopping ${NAMES[country]}, ${from(addresses, inside)}`,
  everyMs: 2_000,
  ...(country !== undefined && { country }),
  async strike(world, _town, turn) {
    const number = country === undefined ? numberOf(5_000_000 + turn) : numberIn(country, 5_000_000 + turn)
    const visitor = stranger(world, number, addresses)
    const address = world.random.happens(inside) ? addressOfPeople(world) : visitor.address
    await ask(world, { ...visitor, address }, 'register')
  },
})

/** More than are paid out at once. */
const AT_ONCE = 60

/** Sign-ups at exactly the moments that the answers name for the next try. */
const punctual = (addresses: number, country: Country): Attack => ({
  name: `stopping ${NAMES[country]}, ${from(addresses, 0)}, at the moments that answers name`,
  everyMs: PAID_OUT_EVERY_MS,
  country,
  async strike(world, _town, turn) {
    await world.timeline.after(PAID_OUT_EVERY_MS - (world.timeline.now() % PAID_OUT_EVERY_MS))
    for (let i = 0; i < AT_ONCE; i++)
      await ask(world, stranger(world, numberIn(country, 5_000_000 + turn * AT_ONCE + i), addresses), 'register')
  },
})

const resets: Attack = {
  name: 'resets of all accounts, 10,000 addresses',
  everyMs: 2_000,
  strike: async (world, { accounts }) =>
    void (await ask(world, stranger(world, numberOf(world.random.below(accounts)), 10_000), 'reset')),
}

/** PINs and codes at one number, as many as are compared. */
const siege = (knowsPin: boolean): Attack => ({
  name: `one number, 2,000 addresses${knowsPin ? ', PIN known' : ''}`,
  everyMs: 20_000,
  owner: true,
  async strike(world) {
    const { product } = world
    const visitor = stranger(world, OWNER, 2_000)
    const isIn = await product.typePin(visitor, knowsPin)
    const challenge = await ask(world, visitor, isIn === true ? 'login' : 'reset')
    if (challenge === undefined) return
    for (let typed: unknown = false; typed === false; ) typed = await product.typeCode(visitor, challenge, false)
  },
})

/** One PIN each at very many numbers, and again. */
const spray: Attack = {
  name: 'one PIN each at 10,000 accounts, 10,000 addresses',
  everyMs: 2_000,
  strike: async (world, { accounts }, turn) =>
    void (await world.product.typePin(stranger(world, numberOf(turn % Math.round(SPRAYED * accounts)), 10_000), false)),
}

/** Cards that read their SMS by program, and log in again and again. */
const cards = (count: number): Attack => ({
  name: count === 1 ? 'one SIM by program' : `${count} SIMs by program`,
  everyMs: MINUTE_MS / count,
  async strike(world, _town, turn) {
    const number = numberOf(9_000_000 + (turn % count))
    const isKnown = Math.floor(turn / count) % 2 === 0
    const address = addressOf(60_000 + (turn % count))
    const visitor = { number, browser: isKnown ? `home ${number}` : `card ${turn}`, address }
    if ((await world.product.typePin(visitor, true)) !== true) return
    const challenge = await ask(world, visitor, 'login')
    if (challenge !== undefined) await world.product.typeCode(visitor, challenge, true)
  },
})

/** One that the product is made for, one in Europe, and those whose SMS are dearest and cheapest. */
const COUNTRIES_TO_STOP: readonly Country[] = ['DE', 'FR', 'TR', 'US']

export const ATTACKS: readonly Attack[] = [
  flood(300),
  flood(10_000),
  flood(10_000, { inside: 0.1 }),
  resets,
  siege(false),
  siege(true),
  spray,
  cards(1),
  cards(50),
  ...COUNTRIES_TO_STOP.map((country) => flood(10_000, { country })),
  flood(10_000, { inside: 0.1, country: 'TR' }),
  punctual(10_000, 'DE'),
]

/** The attack, and the owner of the number that it is at, from a time to the end. */
export function addAttack(
  world: World,
  town: Town,
  attack: Attack,
  { fromMs, endMs }: { fromMs: number; endMs: number },
): void {
  const { timeline, random } = world
  let turn = 0
  // At random moments: a regular grid would meet the moments at which places come back always, or never.
  const strike = async () => {
    const at = timeline.now() + attack.everyMs * 2 * random.next()
    if (at < endMs) timeline.add({ at, run: strike })
    await attack.strike(world, town, turn++)
  }
  timeline.add({ at: fromMs, run: strike })
  if (attack.owner !== true) return
  for (let at = fromMs + OWNER_EVERY_MS; at < endMs - HOUR_MS; at += OWNER_EVERY_MS) {
    const address = { host: `30.1.${random.below(250)}.1`, network: `30.1.${random.below(250)}.0/24` }
    want(world, 'owner', { number: OWNER, browser: newBrowser(), address }, at + random.below(HOUR_MS))
  }
}
