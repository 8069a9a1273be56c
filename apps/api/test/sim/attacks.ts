import { addressOfPeople, HOUR_MS, MINUTE_MS, newBrowser, numberOf, type Town, want, type World } from './people.ts'
import type { Challenge, Purpose, Visitor } from './product.ts'

/** What an attacker does again and again. `owner`: whose number it is, in a new browser every six hours. */
export type Attack = {
  name: string
  everyMs: number
  owner?: true
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

async function ask({ product, sent }: World, visitor: Visitor, purpose: Purpose): Promise<Challenge | undefined> {
  const answer = await product.send(visitor, purpose)
  if ('waitMs' in answer) return undefined
  if (answer.isNew) sent.attacker += 1
  return answer.challenge
}

/** Sign-ups of ever new numbers, each address in a network of its own; `inside`: the part of them in networks of people. */
const flood = (addresses: number, inside = 0): Attack => ({
  name: `newcomers from ${addresses.toLocaleString('en')} addresses${inside > 0 ? ', a tenth in networks of people' : ''}`,
  everyMs: 2_000,
  async strike(world, _town, turn) {
    const visitor = stranger(world, numberOf(5_000_000 + turn), addresses)
    const address = world.random.happens(inside) ? addressOfPeople(world) : visitor.address
    await ask(world, { ...visitor, address }, 'register')
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

export const ATTACKS: readonly Attack[] = [
  flood(300),
  flood(10_000),
  flood(10_000, 0.1),
  resets,
  siege(false),
  siege(true),
  spray,
  cards(1),
  cards(50),
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
  const strike = async () => {
    if (timeline.now() + attack.everyMs < endMs) timeline.add({ at: timeline.now() + attack.everyMs, run: strike })
    await attack.strike(world, town, turn++)
  }
  timeline.add({ at: fromMs, run: strike })
  if (attack.owner !== true) return
  for (let at = fromMs + OWNER_EVERY_MS; at < endMs - HOUR_MS; at += OWNER_EVERY_MS) {
    const address = { host: `30.1.${random.below(250)}.1`, network: `30.1.${random.below(250)}.0/24` }
    want(world, 'owner', { number: OWNER, browser: newBrowser(), address }, at + random.below(HOUR_MS))
  }
}
