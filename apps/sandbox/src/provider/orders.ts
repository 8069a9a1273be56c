import { randomBytes } from 'node:crypto'
import { receiptClaims, verdictClaims } from '@avouch/contract'
import { type Avouch, AvouchRefusal, type IntentEvent, InvalidVerdict } from '@avouch/provider-sdk'
import * as z from 'zod'
import { type Film, needsProof } from './films.ts'

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** A number that can be told on the phone, of 40 random bits: no two orders have the same. */
function newReference(kind: 'A' | 'T'): string {
  const text = Array.from(randomBytes(8), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return `${kind}-${text.slice(0, 4)}-${text.slice(4)}`
}

/** The price of a ticket, in minor units. */
export const TICKET_PRICE = 1_250
export const TICKET_CURRENCY = 'EUR'
const READ_EVERY_MS = 5_000

/** A question at a film, about an age or for a payment, and the answer that the product signed. Nothing about who the visitor is. */
export const order = z.object({
  visit: z.string(),
  film: z.string(),
  reference: z.string(),
  /** The text for the payer, as it was first asked. */
  description: z.string(),
  /** The question at the product, as far as it is needed to send the visitor there. */
  intent: z.nullable(
    z.object({ id: z.string(), url: z.url(), askedAt: z.iso.datetime().optional(), expiresAt: z.iso.datetime() }),
  ),
  /** It ended unanswered. */
  over: z.boolean(),
  /** True if the product was opened in a new tab, while the cinema's page waits. */
  beside: z.boolean().optional(),
  /** The visitor came back before any answer, or left the product without one. */
  cameBack: z.boolean().optional(),
  verdict: z.nullable(z.object({ jws: z.string(), claims: verdictClaims })),
  receipt: z.nullable(z.object({ jws: z.string(), claims: receiptClaims })),
  refunded: z.int(),
})
export type Order = z.infer<typeof order>

/** open - not asked yet, or over; waiting - asked; then the answer: yes or no, or paid, and returned when all of it was paid back. */
export type Phase = 'open' | 'waiting' | 'yes' | 'no' | 'paid' | 'returned'

/** Tells how far a visitor is. A question that was not answered in its time can be asked again. */
function phaseOf(one: Order | undefined, now: Date): Phase {
  if (one?.verdict) return one.verdict.claims.result
  if (one?.receipt) return one.refunded < TICKET_PRICE ? 'paid' : 'returned'
  if (!one?.intent || one.over) return 'open'
  return Date.parse(one.intent.expiresAt) > now.getTime() ? 'waiting' : 'open'
}

export type Seat = { visit: string; film: Film }
/** One question for each visitor and film. */
export const keyOf = ({ visit, film }: Seat) => `${visit} ${film.slug}`

type Paid = { refunded_amount: number; receipt: string | null }
type Told = { verdict: string | null; payment: Paid | null; result?: unknown; over?: boolean }

type Deps = {
  orders: Map<string, Order>
  avouch: Pick<Avouch, 'intents' | 'payments' | 'verdicts'>
  /** The cinema's address; where visitors come back to is registered at the product. */
  publicUrl: string
  clock: () => Date
  /** Called when the page of a visitor's film shows something old. */
  onChange: (key: string) => void
}

/** The claims that the product has signed about this very question; undefined when it has not. */
async function verified<C extends { reference: string | null }>(one: Order, work: (id: string) => Promise<C>) {
  const claims = await work(one.intent?.id ?? '').catch((error: unknown) => {
    if (error instanceof InvalidVerdict) return undefined
    throw error
  })
  return claims?.reference === one.reference ? claims : undefined
}

/** Asks the product for an age, or sells a ticket for money from a wallet, and believes nothing but the product's signature. */
export class Orders {
  readonly #deps: Deps
  readonly #lastRead = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  find = (seat: Seat) => this.#deps.orders.get(keyOf(seat))
  phase = (seat: Seat) => phaseOf(this.find(seat), this.#deps.clock())
  #waiting = (seat: Seat) => (this.phase(seat) === 'waiting' ? this.find(seat)?.intent : undefined)

  #change(one: Order) {
    const key = `${one.visit} ${one.film}`
    this.#deps.orders.set(key, one)
    this.#deps.onChange(key)
  }

  /** The address to send the visitor to. A second click leads to the same question. */
  async ask(seat: Seat, description: string, beside: boolean): Promise<string> {
    const { orders, avouch, publicUrl, clock } = this.#deps
    const [open, asked] = [this.find(seat), this.#waiting(seat)]
    if (open && asked) {
      if (open.cameBack || open.beside !== beside) this.#change({ ...open, beside, cameBack: false })
      return asked.url
    }
    const isAge = needsProof(seat.film)
    const reference = newReference(isAge ? 'A' : 'T')
    const unanswered = { intent: null, over: false, verdict: null, receipt: null, refunded: 0 }
    const fresh: Order = { visit: seat.visit, film: seat.film.slug, reference, description, beside, ...unanswered }
    // Written down before it is used: after a crash in between, the same reference finds the same intent.
    const begun = open && !open.intent ? open : fresh
    orders.set(keyOf(seat), begun)
    const about = { reference: begun.reference, redirect_uri: `${publicUrl}${isAge ? '' : '/tickets'}/return` }
    const bill = { amount: TICKET_PRICE, currency: TICKET_CURRENCY, description: begun.description } as const
    const askedAt = clock().toISOString()
    const { id, url, expires_at } = isAge
      ? await avouch.intents.create(about, begun.reference)
      : await avouch.payments.create({ ...bill, ...about }, begun.reference)
    this.#change({ ...begun, intent: { id, url, askedAt, expiresAt: expires_at } })
    return url
  }

  /** Keeps what the product says; a repeat changes nothing. @returns false when it has not signed that for us */
  async #take(one: Order, { verdict, payment, result, over = false }: Told): Promise<boolean> {
    const { orders, avouch } = this.#deps
    const signed: Partial<Order> = {}
    if (verdict !== null) {
      const claims = await verified(one, (id) => avouch.verdicts.verify(verdict, id))
      // The plain words of an event must be those that were signed.
      if (!claims || claims.result !== (result ?? claims.result)) return false
      signed.verdict = { jws: verdict, claims }
    }
    const receipt = payment?.receipt ?? null
    if (receipt !== null) {
      const claims = await verified(one, (id) => avouch.payments.verify(receipt, id))
      if (!claims?.live || claims.amount !== TICKET_PRICE || claims.currency !== TICKET_CURRENCY) return false
      signed.receipt = { jws: receipt, claims }
    }
    // It may have been forgotten, or answered, since.
    const now = [...orders.values()].find(({ reference }) => reference === one.reference)
    if (!now) return true
    // Events may overtake each other: what was paid back only grows.
    const refunded = Math.max(now.refunded, payment?.refunded_amount ?? 0)
    const { verdict: known, receipt: paid } = now
    const next = { ...now, ...signed, ...(known && { verdict: known }), ...(paid && { receipt: paid }), refunded }
    if (over) next.over = true
    if (JSON.stringify(next) !== JSON.stringify(now)) this.#change(next)
    return true
  }

  /** Applies a signed event. One about a forgotten question changes nothing. */
  async receive({ type, data }: IntentEvent): Promise<boolean> {
    const one = [...this.#deps.orders.values()].find(({ intent }) => intent?.id === data.intent_id)
    // Nothing has ended: an answer may still come.
    if (one && type.endsWith('.left')) {
      if (!one.cameBack && !one.verdict && !one.receipt && !one.over) this.#change({ ...one, cameBack: true })
      return true
    }
    return !one || this.#take(one, { ...data, over: /\.(?:expired|cancelled)$/.test(type) })
  }

  /** Reads an answer from the product now and then, in case its event is late. Without an answer nothing changes. */
  async settle(seat: Seat): Promise<void> {
    const { avouch, clock } = this.#deps
    const [one, intent, now] = [this.find(seat), this.#waiting(seat), clock().getTime()]
    if (!one || !intent || now - (this.#lastRead.get(intent.id) ?? 0) < READ_EVERY_MS) return
    this.#lastRead.set(intent.id, now)
    try {
      const { status, verdict, payment } = await avouch.intents.read(intent.id)
      await this.#take(one, { verdict, payment, over: /^(?:expired|cancelled)$/.test(status) })
    } catch {
      // The event is still to come; the visitor waits a little longer.
    }
  }

  /** The visitor is back. Without an answer so far, every tab says so. */
  async comeBack(seat: Seat): Promise<void> {
    await this.settle(seat)
    const one = this.find(seat)
    if (one && this.#waiting(seat)) this.#change({ ...one, cameBack: true })
  }

  /** Takes the question back, so that it is over in every tab; one that has its answer shows it. */
  async giveUp(seat: Seat): Promise<void> {
    const intent = this.#waiting(seat)
    if (!intent) return
    try {
      await this.#deps.avouch.intents.cancel(intent.id)
      const one = this.find(seat)
      if (one) this.#change({ ...one, over: true })
    } catch (error) {
      // 409: the visitor was quicker.
      if (!(error instanceof AvouchRefusal) || error.status !== 409) throw error
      await this.settle(seat)
    }
  }

  /** Pays back half of the price, or all that is left. A second click is the same refund. */
  async refund(seat: Seat, part: 'half' | 'rest'): Promise<void> {
    const one = this.find(seat)
    if (!one?.intent || this.phase(seat) !== 'paid') return
    const left = TICKET_PRICE - one.refunded
    const amount = part === 'half' ? Math.min(left, TICKET_PRICE / 2) : left
    const key = `${one.reference}-${one.refunded}-${part}`
    const paidBack = await this.#deps.avouch.payments.refund(one.intent.id, amount, key)
    const now = this.find(seat)
    if (now) this.#change({ ...now, refunded: Math.max(now.refunded, one.refunded + paidBack.amount) })
  }

  forget(seat: Seat) {
    this.#deps.orders.delete(keyOf(seat))
    this.#deps.onChange(keyOf(seat))
  }

  /** Finds the film of the visitor's newest ticket. */
  latest(visit: string): string | undefined {
    const asked = [...this.#deps.orders.values()].filter((one) => one.visit === visit && one.description !== '')
    return asked.toSorted((a, b) => (a.intent?.expiresAt ?? '').localeCompare(b.intent?.expiresAt ?? '')).at(-1)?.film
  }

  version(seat: Seat): string {
    const { refunded, beside, cameBack } = this.find(seat) ?? {}
    const isWaiting = this.#waiting(seat) !== undefined
    const how = [isWaiting && beside && 'beside', isWaiting && cameBack && 'back']
    return [this.phase(seat), refunded, ...how].filter(Boolean).join('-')
  }
}
