import * as z from 'zod/mini'
import type { Address, Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import {
  type Back,
  type Counters,
  type Held,
  type MemoryCounters,
  type Rules,
  termsOf,
  type Wanted,
} from '../limits/index.ts'
import type { CodePurpose } from './code-seed.ts'
import { countryRule, isBlocked, type MoneyClass, type SmsLimits } from './costs-and-countries.ts'
import type { Money } from './money.ts'
import { firstOf, neighboursOf } from './sms-labels.ts'

/** So many before the last: two SMS are a link then. */
const LAST_PLACES = 2
const RETRY_BLOCKED_MS = 24 * 60 * 60 * 1_000

/** What SMS need of the phone book, which knows accounts and so stands above them. */
export type Phones = {
  open: (phoneEnc: string, phoneIdx: Buffer) => string
  countryOf: (number: string) => string | undefined
}

type Recipient = { phoneEnc: string; phoneIdx: Buffer }
export type CodeOrder = Recipient & {
  purpose: CodePurpose
  client: Client
  /** The account knows the browser. */
  known: boolean
  /** It is counted and never sent: no money is spent. */
  concealed: boolean
  /** What else it takes, or asks for. */
  also?: readonly Wanted[]
  /** What goes back in any case. */
  back?: Back
}

/** What an SMS is counted by until its code is typed in; a mark costs 0. As the challenge keeps it, hashes in hex. */
export const places = z.object({
  held: z.array(z.object({ key: z.string(), rule: z.string(), cost: z.number() })),
  /** Of a sign-up or a reset: where it goes. */
  country: z.nullable(z.string()),
  holdsCountry: z.boolean(),
})
export type Places = z.output<typeof places>
const NO_PLACES: Places = { held: [], country: null, holdsCountry: false }
/**
 * fewLeft: this is one of the last two that the number gets in unknown browsers for now. full: of what the order asks for as
 * well, the limits without room.
 */
export type SmsVerdict =
  | { places: Places; fewLeft: boolean; full: readonly string[] }
  | { reason: string; retryAfterSeconds: number }

type Deps = {
  clock: Clock
  rules: Rules
  counters: Pick<Counters, 'take' | 'giveBack'>
  memory: Pick<MemoryCounters, 'take' | 'giveBack' | 'addSignIn' | 'levelOf'>
  money: Money
  limits: SmsLimits
  phones: Phones
  onDenied: (rule: string, country: string) => void
}
export type SmsAdmission = ReturnType<typeof createSmsAdmission>

/** Whether an SMS may be sent, by number, browser, address, network, country and money. */
export const createSmsAdmission = (deps: Deps) => ({
  /** Decides and counts, in the transaction that stores the message. A refusal leaves nothing counted. */
  admitCode: async (tx: Executor, order: CodeOrder) => counted(deps, order, await admitCode(deps, tx, order)),
  /** An SMS without a code. `important`: about the PIN, so it is not limited by number. */
  admitNotice: (tx: Executor, to: Recipient & { important: boolean }) =>
    admitNotice(deps, tx, to).then((verdict) => counted(deps, to, verdict)),
  /**
   * The code was typed in: what counts codes that were not goes back. `sent`: for each SMS of it.
   * @returns what the caller's transaction has to give back
   */
  typedIn: (sent: readonly Places[]) => typedIn(deps, sent),
})

function counted({ phones, onDenied }: Deps, to: Recipient, verdict: SmsVerdict): SmsVerdict {
  if ('reason' in verdict) onDenied(verdict.reason, countryOf(phones, to))
  return verdict
}

/** Where an SMS goes; "none" for a number of no country. */
export const countryOf = (phones: Phones, { phoneEnc, phoneIdx }: Recipient): string =>
  phones.countryOf(phones.open(phoneEnc, phoneIdx)) ?? 'none'

/** Places that a code gives back when it is typed in. */
const UNTIL_TYPED_IN: ReadonlySet<string> = new Set([
  'sms.number.strangers',
  'sms.neighbours',
  'sms.address',
  'sms.network',
  'sms.address.pressed',
  'sms.network.pressed',
  'sms.countries',
])

async function admitCode(deps: Deps, tx: Executor, order: CodeOrder): Promise<SmsVerdict> {
  const { phones, counters } = deps
  const number = phones.open(order.phoneEnc, order.phoneIdx)
  const country = phones.countryOf(number) ?? 'none'
  if (isBlocked(deps.limits, number)) {
    await counters.giveBack(tx, order.back ?? [])
    return refusal('sms.blocked', RETRY_BLOCKED_MS)
  }
  const taken = await counters.take(tx, placesOf(deps, order, number, country), order.back)
  if ('refused' in taken) return refusalOf(taken.refused)
  const moneyClass = moneyClassOf(order, taken.held)
  const { look, spend } = deps.money
  const waitMs = order.concealed ? look(moneyClass) : spend(moneyClass, country)
  if (waitMs > 0) {
    await counters.giveBack(tx, taken.held)
    return refusal('sms.money', waitMs)
  }
  const isOpen = order.purpose !== 'login' && !order.concealed
  const holdsCountry = isOpen && deps.memory.take([countryPlace(deps, country)]).length === 0
  const few = taken.held.some((held) => isOneOfTheLast(deps, held))
  const places = { held: taken.held.flatMap(kept), country: isOpen ? country : null, holdsCountry }
  return { places, fewLeft: few, full: taken.full ?? [] }
}

const kept = ({ key, rule, cost, mark }: Held): Places['held'] =>
  UNTIL_TYPED_IN.has(rule)
    ? [key, ...(mark === null ? [] : [mark])].map((one, i) => ({
        key: one.toString('hex'),
        rule,
        cost: i === 0 ? cost : 0,
      }))
    : []

/** Of what a number gets in unknown browsers. */
function isOneOfTheLast({ rules, clock }: Deps, { rule, level }: Held): boolean {
  if (rule !== 'sms.number' && rule !== 'sms.number.strangers') return false
  const { floor, room, step } = termsOf(rules[rule], clock())
  return level + LAST_PLACES * step > floor + room
}

/** The places of one SMS with a code. Addresses are counted where nothing else is proven. */
function placesOf(deps: Deps, order: CodeOrder, number: string, country: string): Wanted[] {
  const { purpose, client, known, also = [] } = order
  const place = (rule: Wanted['rule'], subject: string, more: Partial<Wanted> = {}): Wanted => ({
    rule,
    subject,
    ...more,
  })
  const ofNumber = known
    ? [place('sms.number.known', number)]
    : [place('sms.number', number), place('sms.number.strangers', number)]
  const first = place('sms.number.first', firstOf(known ? 'known' : purpose, number), { take: 'may' })
  const ofBrowser = client.device === null ? [] : [place('sms.browser', client.device.toString('hex'))]
  const neighbours = purpose === 'register' ? [place('sms.neighbours', neighboursOf(number))] : []
  const isUnproven = !known && purpose !== 'login'
  return [
    ...ofNumber,
    first,
    ...ofBrowser,
    ...neighbours,
    ...(isUnproven ? ofAddress(deps, client.address, country) : []),
    ...also,
  ]
}

function ofAddress(deps: Deps, { host, network }: Address, country: string): Wanted[] {
  // Without pressure they are counted as far as there is room: what came before closes an address for a day, and no longer.
  const pressed = isPressed(deps, country) ? {} : ({ take: 'may' } as const)
  return [
    { rule: 'sms.address', subject: host },
    { rule: 'sms.network', subject: network },
    { rule: 'sms.countries', subject: host, number: country },
    { rule: 'sms.address.pressed', subject: host, ...pressed },
    { rule: 'sms.network.pressed', subject: network, ...pressed },
  ]
}

/** From a number's fifth SMS at once on, heavy callers compete with each other for the pool. */
function moneyClassOf({ purpose, known }: CodeOrder, held: readonly Held[]): MoneyClass {
  const place = (of: Wanted['rule']) => held.find(({ rule }) => rule === of)
  if (place('sms.number.first') === undefined) return 'pool'
  if (known) return 'known'
  if (purpose === 'login') return 'right-pin'
  const kind = purpose === 'reset' ? 'reset' : 'newcomer'
  // The limit of the network, which such an order always takes a place of, grows with what was completed there.
  const { signIns = 0 } = place('sms.network') ?? {}
  return signIns > 0 ? `${kind}-proven` : `${kind}-other`
}

async function admitNotice(
  deps: Deps,
  tx: Executor,
  { important, phoneEnc, phoneIdx }: Recipient & { important: boolean },
): Promise<SmsVerdict> {
  const { phones, counters, money } = deps
  const number = phones.open(phoneEnc, phoneIdx)
  if (isBlocked(deps.limits, number)) return refusal('sms.blocked', RETRY_BLOCKED_MS)
  const wanted = important ? [] : [{ rule: 'sms.notices', subject: number } as const]
  const taken = await counters.take(tx, wanted)
  if ('refused' in taken) return refusalOf(taken.refused)
  const waitMs = money.spend(important ? 'known' : 'pool', phones.countryOf(number) ?? 'none')
  if (waitMs === 0) return { places: NO_PLACES, fewLeft: false, full: [] }
  await counters.giveBack(tx, taken.held)
  return refusal('sms.money', waitMs)
}

function typedIn(deps: Deps, sent: readonly Places[]): Omit<Held, 'level'>[] {
  const { memory } = deps
  for (const { country, holdsCountry } of sent)
    if (country !== null && holdsCountry) memory.giveBack(countryPlace(deps, country))
  const country = sent.find((one) => one.country !== null)?.country
  if (typeof country === 'string') memory.addSignIn(countryPlace(deps, country).label)
  const held = sent.flatMap((one) => one.held)
  return held.map(({ key, rule, cost }) => ({ key: Buffer.from(key, 'hex'), rule, cost, mark: null }))
}

const countryPlace = ({ rules, limits, clock }: Deps, country: string) => {
  const rule = countryRule(limits, country)
  const { share = 0 } = rules[rule]
  return { label: { rule, subject: country }, terms: termsOf(rules[rule], clock()), share }
}

/** More codes than usual were not typed in: captchas are harder, and the stricter limits of addresses hold. */
function isPressed(deps: Deps, country: string): boolean {
  const { label, terms } = countryPlace(deps, country)
  return deps.memory.levelOf(label) + terms.step > terms.floor + terms.room
}

const refusal = (reason: string, waitMs: number): SmsVerdict => ({
  reason,
  retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
})

/** What the order takes as well comes first: the caller knows what to do about it. */
function refusalOf(refused: readonly { rule: string; waitMs: number }[]): SmsVerdict {
  const first = refused.find(({ rule }) => rule.startsWith('code.')) ?? refused[0]
  return refusal(first?.rule ?? 'sms', Math.max(...refused.map(({ waitMs }) => waitMs)))
}
