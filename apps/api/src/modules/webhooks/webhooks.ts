import type { Clock } from '../clock.ts'
import type { DeliveryStore, WebhookSender } from './ports.ts'

type Deps = { store: DeliveryStore; sender: WebhookSender; clock: Clock }
export type Webhooks = ReturnType<typeof createWebhooks>

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** Events for providers, at least once each under the same id. */
export function createWebhooks({ store, sender, clock }: Deps) {
  /** @throws Error when the provider did not take it, so that the job is tried again */
  async function deliver(eventId: string): Promise<void> {
    const delivery = await store.find(eventId)
    if (delivery === undefined || delivery.delivered) return
    const { url, secret, body } = delivery
    const status = await sender.post({ id: eventId, url, secret, body })
    await store.record(eventId, { status, delivered: isSuccess(status), now: clock() })
    if (!isSuccess(status)) throw new Error(`webhook not taken: ${status ?? 'no answer'}`)
  }

  return { deliver, undelivered: () => store.undelivered() }
}
