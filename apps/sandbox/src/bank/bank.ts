import { setTimeout as wait } from 'node:timers/promises'
import { bankCallback, bankEvent, type BankEvent, returnOrder } from '@avouch/contract'
import * as z from 'zod'
import type { Log } from '../http/server.ts'
import { randomId, signWebhook } from '../webhook.ts'

const ATTEMPTS = 3
const PAUSE_MS = 700

/** What the product heard of, or has yet to hear of; and what it sent back. */
export const movement = z.union([
  z.object({ event: bankEvent, isReported: z.boolean() }),
  z.object({ order: returnOrder }),
])
export type Movement = z.infer<typeof movement>

type Deps = { apiUrl: string; secret: string; movements: Map<string, Movement>; clock: () => Date; log: Log }

/** The bank of the product: takes transfers, reports them by signed message, and sends back what the product orders. */
export function createBank({ apiUrl, secret, movements, clock, log }: Deps) {
  async function send(event: BankEvent): Promise<boolean> {
    const body = JSON.stringify(event)
    const headers = signWebhook(secret, `evt_${event.data.payment_id}`, body, clock())
    const answer = await fetch(apiUrl + bankCallback.path, { method: bankCallback.method, headers, body }).catch(
      // The product is away.
      () => undefined,
    )
    await answer?.body?.cancel()
    return answer?.ok === true
  }

  /** Tells the product. @returns false when it could not be told; the transfer can be reported again by hand */
  async function report(event: BankEvent): Promise<boolean> {
    const { payment_id } = event.data
    movements.set(payment_id, { event, isReported: false })
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (await send(event)) {
        movements.set(payment_id, { event, isReported: true })
        return true
      }
      if (attempt < ATTEMPTS) await wait(PAUSE_MS)
    }
    log('bank: a payment could not be reported')
    return false
  }

  return {
    pay: (transfer: Omit<BankEvent['data'], 'payment_id'>) =>
      report({
        type: 'payment.received',
        timestamp: clock().toISOString(),
        data: { payment_id: randomId('pay_'), ...transfer },
      }),
    async reportAgain(id: string): Promise<boolean> {
      const known = movements.get(id)
      return known !== undefined && 'event' in known && report(known.event)
    },
    /** An order counts once, however often it comes. */
    giveBack(order: z.infer<typeof returnOrder>) {
      if (!movements.has(order.id)) movements.set(order.id, { order })
    },
    /** Transfers with this reference and what came back of them, the newest first. */
    movements(reference: string): Movement[] {
      const isOwn = (id: string) => {
        const paid = movements.get(id)
        return paid !== undefined && 'event' in paid && paid.event.data.reference === reference
      }
      const all = [...movements.values()].toReversed()
      return all.filter((one) => isOwn('event' in one ? one.event.data.payment_id : one.order.payment_id))
    },
  }
}
export type Bank = ReturnType<typeof createBank>
