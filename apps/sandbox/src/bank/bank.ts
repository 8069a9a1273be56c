import { bankCallback, bankEvent, type BankEvent, returnOrder } from '@avouch/contract'
import * as z from 'zod'
import type { Log } from '../http/server.ts'
import { createSender, randomId } from '../webhook.ts'

const PAUSES_MS = [700, 700]

/** What the product heard of, or has yet to hear of; and what it sent back. */
export const movement = z.union([
  z.object({ event: bankEvent, isReported: z.boolean() }),
  z.object({ order: returnOrder }),
])
export type Movement = z.infer<typeof movement>

type Deps = { apiUrl: string; secret: string; movements: Map<string, Movement>; clock: () => Date; log: Log }

/** The bank of the product: takes transfers, reports them by signed message, and sends back what the product orders. */
export function createBank({ apiUrl, secret, movements, clock, log }: Deps) {
  const send = createSender({ url: apiUrl + bankCallback.path, secret, clock, pauses: PAUSES_MS })

  /** Tells the product. @returns false when it could not be told; the transfer can be reported again by hand */
  async function report(event: BankEvent): Promise<boolean> {
    const { payment_id } = event.data
    movements.set(payment_id, { event, isReported: false })
    const isReported = (await send(`evt_${payment_id}`, event)) === 'delivered'
    if (isReported) movements.set(payment_id, { event, isReported })
    else log('bank: a payment could not be reported')
    return isReported
  }

  return {
    pay(transfer: Omit<BankEvent['data'], 'payment_id'>) {
      const data = { payment_id: randomId('pay_'), ...transfer }
      return report({ type: 'payment.received', timestamp: clock().toISOString(), data })
    },
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
      const isOwn = (one: Movement | undefined): boolean =>
        one !== undefined &&
        ('event' in one ? one.event.data.reference === reference : isOwn(movements.get(one.order.payment_id)))
      return [...movements.values()].toReversed().filter(isOwn)
    },
  }
}
export type Bank = ReturnType<typeof createBank>
