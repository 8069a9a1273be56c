import { Webhook } from 'standardwebhooks'
import type { WebhookSender } from '../modules/webhooks/ports.ts'

const TIMEOUT_MS = 10_000

type Options = { fetch?: typeof globalThis.fetch; clock: () => Date; onFailure: (reason: string) => void }

/** Standard Webhooks: id, time and body are signed with the receiver's secret. */
export function createWebhookSender({ fetch = globalThis.fetch, clock, onFailure }: Options): WebhookSender {
  return {
    async post({ id, url, secret, body }) {
      const at = clock()
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      }
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'manual',
        })
        await response.body?.cancel()
        return response.status
      } catch (error) {
        const { name, cause } = error as Error & { cause?: { code?: string } }
        onFailure(cause?.code ?? name)
        return null
      }
    },
  }
}
