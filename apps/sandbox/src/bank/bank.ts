import { bankCallback, type BankEvent, returnOrder } from '@avouch/contract'
import * as z from 'zod'
import type { Journal } from '../journal.ts'
import type { Log } from '../http/server.ts'
import { randomId, signWebhook } from '../webhook.ts'

const ATTEMPTS = 3
const PAUSE_MS = 700

const paid = z.object({
  type: z.literal('paid'),
  id: z.string(),
  at: z.string(),
  amount: z.number(),
  currency: z.string(),
  reference: z.string(),
})
const told = z.object({ type: z.literal('told'), id: z.string() })
const returned = z.object({ type: z.literal('returned'), at: z.string(), order: returnOrder })
export const bankRecord = z.union([paid, told, returned])
export type BankRecord = z.infer<typeof bankRecord>
export type Movement = Exclude<BankRecord, { type: 'told' }>

type Deps = {
  apiUrl: string
  secret: string
  journal: Journal<BankRecord>
  clock: () => Date
  log: Log
}

/** The bank of the product: takes transfers, reports them by signed message, and sends back what the product orders. */
export function createBank({ apiUrl, secret, journal, clock, log }: Deps) {
  const movements: Movement[] = []
  const reported = new Set<string>()
  const orders = new Set<string>()

  function apply(record: BankRecord) {
    if (record.type === 'told') return void reported.add(record.id)
    if (record.type === 'returned') orders.add(record.order.id)
    movements.push(record)
  }
  for (const record of journal.past) apply(record)
  const write = (record: BankRecord) => {
    journal.append(record)
    apply(record)
  }

  async function send(payment: z.infer<typeof paid>): Promise<boolean> {
    const now = clock()
    const { id, amount, currency, reference } = payment
    const event: BankEvent = {
      type: 'payment.received',
      timestamp: payment.at,
      data: { payment_id: id, amount, currency, reference },
    }
    const body = JSON.stringify(event)
    const headers = signWebhook(secret, `evt_${id}`, body, now)
    const answer = await fetch(apiUrl + bankCallback.path, { method: bankCallback.method, headers, body }).catch(
      () => undefined,
    )
    await answer?.body?.cancel()
    return answer?.ok === true
  }

  /** Tells the product; a transfer that it could not be told of can be reported again by hand. */
  async function report(payment: z.infer<typeof paid>): Promise<boolean> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (await send(payment)) {
        write({ type: 'told', id: payment.id })
        return true
      }
      if (attempt < ATTEMPTS) await new Promise((resume) => setTimeout(resume, PAUSE_MS))
    }
    log('bank: a payment could not be reported')
    return false
  }

  return {
    /** False when the product could not be told. */
    async pay(transfer: { amount: number; currency: string; reference: string }): Promise<boolean> {
      const payment = { type: 'paid', id: randomId('pay_'), at: clock().toISOString(), ...transfer } as const
      write(payment)
      return report(payment)
    },
    async reportAgain(id: string): Promise<boolean> {
      const payment = movements.find((movement) => movement.type === 'paid' && movement.id === id)
      return payment?.type === 'paid' ? report(payment) : false
    },
    /** An order counts once, however often it comes. */
    giveBack(order: z.infer<typeof returnOrder>) {
      if (!orders.has(order.id)) write({ type: 'returned', at: clock().toISOString(), order })
    },
    isReported: (id: string) => reported.has(id),
    /** Newest first. */
    movements: () => movements.toReversed(),
  }
}
export type Bank = ReturnType<typeof createBank>
