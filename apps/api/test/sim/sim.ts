import { Console } from 'node:console'
import { hash } from 'node:crypto'
import { REFILL_MS } from '../../src/modules/rate-limits/index.ts'
import type { CodePurpose } from '../../src/modules/sign-in/code-store.ts'
import type { Address } from '../../src/platform/client.ts'
import { createProduct, openMemory, type Visitor } from './product.ts'
import { COMERS, FLOODS, floodQueue, RATIOS } from './queue.ts'

const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1_000, 60_000, 3_600_000, 86_400_000]
/** Counts of a day; owner: of the number that is besieged, always in a new browser. */
const TOWN = { accounts: 3_000, logIns: 2_000, newcomers: 400, resets: 40, owner: 4, cents: 50_000 }
const SHARES = { newBrowser: 0.13, wrongPin: 0.04, wrongCode: 0.05, givesUp: 0.04, smsLost: 0.015 }
const [PATIENCE_MS, LATE_MS, USUAL_DAYS, OWNER] = [HOUR_MS, 20 * SECOND_MS, 2, 0]
const KINDS = ['log-in', 'owner', 'newcomer, trusted', 'newcomer, other', 'reset, trusted', 'reset, other']

/** Acts of one person, and the milliseconds in between. */
type Acts<Result> = AsyncGenerator<number, Result>
class World {
  now = 0
  ids = 0
  cents = 0
  readonly tally = KINDS.map((kind) => ({ kind, asked: 0, refused: 0 }))
  readonly product
  readonly #agenda: Acts<unknown>[][] = []
  constructor(cents: number, db = openMemory()) {
    this.product = createProduct(db, () => new Date(Date.UTC(2026, 2, 2) + this.now), cents)
  }
  add(atMs: number, acts: Acts<unknown>): void {
    void (this.#agenda[Math.round(atMs / SECOND_MS)] ??= []).push(acts)
  }
  async run(untilMs: number): Promise<void> {
    for (; this.now < untilMs; this.now += SECOND_MS) {
      for (const acts of this.#agenda[this.now / SECOND_MS] ?? []) {
        const { done, value } = await acts.next()
        if (done !== true) this.add(this.now + value, acts)
      }
      this.#agenda[this.now / SECOND_MS] = []
    }
  }
  /** The same in each run. */
  newId = () => String((this.ids += 1))
  random = () => hash('sha256', this.newId(), 'buffer').readUInt32BE() / 2 ** 32
  below = (count: number) => Math.floor(this.random() * count)
}

const numberOf = (i: number): string => `+49151${String(i * 7_919).padStart(9, '0')}`
const addressIn = (network: string, host = 1): Address => ({ host: `${network}.${host}`, network: `${network}.0/24` })
const carrier = (i: number) => addressIn(`10.1.${i}`)
const strange = (i: number) => addressIn(`150.${i >> 8}.${i & 255}`)
/** Half in five carriers' networks, a tenth in networks that are hardly seen twice. */
function addressOfPeople({ random, below }: World): Address {
  const [share, host] = [random(), below(250)]
  if (share < 0.5) return carrier(below(5))
  return addressIn(share < 0.9 ? `20.${below(40)}.${below(100)}` : `100.${below(250)}.${below(250)}`, host)
}

/** @returns false for who gives up */
type Try = (world: World, visitor: Visitor) => Acts<boolean>
const logIn: Try = async function* (world, visitor) {
  const mistypes = world.random() < SHARES.wrongPin
  for (let i = 0; i < 3; i++) {
    const waitMs = await world.product.typePin(visitor, i > 0 || !mistypes)
    if (waitMs === 0) return yield* confirm('login')(world, visitor)
    yield waitMs
  }
  return yield* reset(world, visitor)
}
const reset: Try = async function* (world, visitor) {
  return (yield* confirm('reset')(world, visitor)) && (yield* logIn(world, visitor))
}
/** Asks for SMS until one arrives. */
const confirm = (purpose: CodePurpose): Try =>
  async function* (world, visitor) {
    for (;;) {
      const sent = await world.product.send(visitor, purpose)
      if ('waitMs' in sent) yield Math.max(MINUTE_MS, sent.waitMs) + world.below(LATE_MS)
      else if (world.random() < SHARES.givesUp) return false
      else if (world.random() < SHARES.smsLost) yield MINUTE_MS
      else {
        yield 40 * SECOND_MS
        if (world.random() < SHARES.wrongCode) await world.product.typeCode(visitor, sent.code, false)
        if (await world.product.typeCode(visitor, sent.code, true)) return true
        yield 15 * SECOND_MS
      }
    }
  }

const TRIES = { 'log-in': logIn, owner: logIn, newcomer: confirm('register'), reset }
/** A person who tries until patience ends. */
async function* come(world: World, want: keyof typeof TRIES, visitor: Visitor): Acts<void> {
  const place = (await world.product.isTrusted(visitor)) ? 'trusted' : 'other'
  const count = world.tally.find(({ kind }) => kind === want || kind === `${want}, ${place}`)
  const [acts, until] = [TRIES[want](world, visitor), world.now + PATIENCE_MS]
  if (count && world.now >= USUAL_DAYS * DAY_MS) count.asked += 1
  for (let next = await acts.next(); next.done !== true; next = await acts.next()) {
    if (world.now + next.value > until) return void (count && (count.refused += 1))
    yield next.value
  }
}
function addDay(world: World, day: number, scale: number): void {
  const add = (want: keyof typeof TRIES, i: number, isNew = true) => {
    const visitor = stranger(world, i, addressOfPeople(world))
    if (!isNew) visitor.browser = `home ${visitor.number}`
    world.add((day + world.random()) * DAY_MS, come(world, want, visitor))
  }
  const anyone = () => world.below(TOWN.accounts * scale)
  for (let i = 0; i < TOWN.logIns * scale; i++) add('log-in', anyone(), world.random() < SHARES.newBrowser)
  for (let i = 0; i < TOWN.newcomers * scale; i++) add('newcomer', 1_000_000 + world.ids)
  for (let i = 0; i < TOWN.resets * scale; i++) add('reset', anyone())
  for (let i = 0; i < TOWN.owner; i++) add('owner', OWNER)
}

type Strike = (world: World, turn: number) => Promise<unknown>
type Place = (world: World, turn: number) => Address
const stranger = (world: World, i: number, address: Address): Visitor => {
  return { number: numberOf(i), address, browser: world.newId() }
}
async function ask(world: World, visitor: Visitor, purpose: CodePurpose) {
  const sent = await world.product.send(visitor, purpose)
  if ('waitMs' in sent) return undefined
  world.cents += sent.cents
  return sent.code
}
const signUps: (place: Place) => Strike = (place) => (world, turn) =>
  ask(world, stranger(world, 5_000_000 + world.ids, place(world, turn)), 'register')
/** SIM cards that read their SMS by program, every other time in their usual browsers. */
const cards: (count: number, place: Place) => Strike = (count, place) => async (world, turn) => {
  const visitor = stranger(world, 4_000_000 + (turn % count), place(world, turn))
  if (turn % (2 * count) < count) visitor.browser = `home ${visitor.number}`
  const code = (await world.product.typePin(visitor, true)) === 0 && (await ask(world, visitor, 'login'))
  if (code) await world.product.typeCode(visitor, code, true)
}
/** A PIN and codes, as many as are compared. */
const siege: (knowsPin: boolean) => Strike = (knowsPin) => async (world) => {
  const visitor = stranger(world, OWNER, strange(world.below(2_000)))
  const isIn = (await world.product.typePin(visitor, knowsPin)) === 0
  const code = await ask(world, visitor, isIn ? 'login' : 'reset')
  for (let i = 0; i < 10; i++) if (code) await world.product.typeCode(visitor, code, false)
}
const atAnyone = (world: World) => stranger(world, world.below(TOWN.accounts), botnet(world))
function times(count: number, ...strikes: Strike[]): Strike {
  return async (world, turn) => {
    for (let i = 0; i < count; i++) for (const strike of strikes) await strike(world, turn * count + i)
  }
}

const botnet = (world: World) => strange(world.below(10_000))
const few = (world: World) => strange(world.below(300))
const inside = (world: World) => (world.random() < 0.1 ? addressOfPeople : botnet)(world)
/** Another network of each card every day. */
const own: (count: number) => Place = (count) => (world, turn) =>
  strange(50_000 + (turn % count) + count * Math.floor(world.now / DAY_MS))
const whereCards = (count: number) => times(30, signUps(few), signUps(own(count)), cards(count, own(count)))
const [AT_REFILL, NONE, SOME, ANY] = [0, [], [0, 0, 5, 5, 10, 5], [100, 100, 100, 100, 100, 100]]
/** Each so many seconds on average, or whenever the pools are refilled; how many percent of each of KINDS may be refused. */
export type Attack = [name: string, seconds: number, strike: Strike, mayLose: number[], scale?: number]
export const ATTACKS: Attack[] = [
  ['none', HOUR_MS, async () => {}, NONE],
  ['none, ten times the town and its money', HOUR_MS, async () => {}, NONE, 10],
  ['sign-ups: 300 addresses', 2, signUps(few), SOME],
  ['sign-ups: 10,000 addresses', 2, signUps(botnet), SOME],
  ['sign-ups: 10,000 addresses, a tenth in networks of people', 2, signUps(inside), SOME],
  ['sign-ups: 10,000 addresses, and 50 SIMs that sign in there', 2, times(1, signUps(botnet), cards(50, botnet)), SOME],
  ['sign-ups: 300 addresses, 60 at each refill', AT_REFILL, times(60, signUps(few)), [0, 0, 5, 100, 5, 5]],
  ['sign-ups: the same, half of them where 5 SIMs sign in', AT_REFILL, whereCards(5), [0, 0, 5, 100, 5, 5]],
  ['sign-ups: the same, half of them where 50 SIMs sign in', AT_REFILL, whereCards(50), [0, 0, 100, 100, 5, 5]],
  ['sign-ups: a phone in each of five carriers', 2, signUps((_, turn) => carrier(turn % 5)), [0, 0, 100, 5, 100, 5]],
  ['siege of one number', 20, siege(false), NONE],
  ['siege of one number, PIN known', 20, siege(true), NONE],
  ['PINs at all accounts, 10,000 addresses', 2, (world) => world.product.typePin(atAnyone(world), false), NONE],
  ['resets of all accounts, 10,000 addresses', 2, (world) => ask(world, atAnyone(world), 'reset'), NONE],
  ['SIMs that log in: 50 at each refill', AT_REFILL, times(50, cards(50, own(50))), NONE],
  ['SIMs that log in: 200 at each refill', AT_REFILL, times(200, cards(200, own(200))), ANY],
]

async function* strikeAgain(world: World, seconds: number, strike: Strike): Acts<void> {
  for (let turn = 0; ; turn++) {
    const untilRefill = REFILL_MS - (world.now % REFILL_MS)
    yield seconds === AT_REFILL ? untilRefill : 2 * seconds * SECOND_MS * world.random()
    await strike(world, turn)
  }
}
/** Percent of each kind of people who were refused, and what the attacker's SMS of a day cost. */
export async function simulate([, seconds, strike, mayLose, scale = 1]: Attack, days: number, db = openMemory()) {
  const world = new World(TOWN.cents * scale, db)
  world.add(USUAL_DAYS * DAY_MS, strikeAgain(world, seconds, strike))
  for (let day = 0; day < USUAL_DAYS + days; day++) {
    addDay(world, day, scale)
    await world.run((day + 1) * DAY_MS)
  }
  const refused = world.tally.map(({ asked, refused }) => (100 * refused) / (asked || 1))
  const isBroken = refused.some((share, i) => share > Math.max(0.05, mayLose[i] ?? 0))
  return { refused, euros: world.cents / 100 / days, isBroken }
}

if (process.argv[1] === import.meta.filename) {
  const [out, names] = [new Console(process.stdout), process.argv.slice(2)]
  const line = (name: string, cells: string[]) => out.log(name.padEnd(60), ...cells.map((cell) => cell.padStart(20)))
  const isChosen = ({ name }: { name: string }) => names.length === 0 || names.some((one) => name.startsWith(one))
  const check = (isBroken: boolean) => {
    if (!isBroken) return
    out.log('  more than promised')
    process.exitCode = 1
  }
  line('percent refused in a week of an attack', [...KINDS, 'EUR a day'])
  for (const attack of ATTACKS.filter(([name]) => isChosen({ name }))) {
    const { refused, euros, isBroken } = await simulate(attack, 7)
    line(attack[0], [...refused.map((share) => share.toFixed(1)), euros.toFixed(0)])
    check(isBroken)
  }
  line('percent kept out by more PINs than are hashed', COMERS)
  for (const flood of FLOODS.filter(isChosen))
    for (const ratio of RATIOS) {
      const { refused, isBroken } = await floodQueue(flood, ratio)
      line(
        `${flood.name}, ${ratio} times`,
        refused.map((share) => share.toFixed(1)),
      )
      check(isBroken)
    }
}
