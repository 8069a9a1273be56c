import { Webhook } from 'standardwebhooks'
import { InvalidWebhook } from './errors.ts'
import type { IntentEvent } from './types.ts'

/** Of Node, of fetch, or plain. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string') throw new InvalidWebhook(`the header ${name} is missing`)
  return value
}

const isEvent = (value: unknown): value is IntentEvent => {
  const { id, type, data } = (value ?? {}) as Partial<Record<keyof IntentEvent, unknown>>
  return typeof id === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null
}

export type Webhooks = ReturnType<typeof createWebhooks>

/** Webhooks of the product to you (Standard Webhooks). */
export function createWebhooks(secrets: readonly string[]) {
  return {
    /**
     * The event in a request, if the product sent it within the last five minutes. Pass the raw body: parsing and
     * serialising it changes its signature.
     * @throws InvalidWebhook
     */
    open(body: string | Uint8Array, headers: WebhookHeaders): IntentEvent {
      const signed = Object.fromEntries(NAMES.map((name) => [name, headerOf(headers, name)]))
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
      for (const secret of secrets) {
        const event = verified(secret, text, signed)
        if (event !== undefined) return event
      }
      throw new InvalidWebhook('not signed with your webhook secret, or too old')
    },
  }
}

function verified(secret: string, text: string, signed: Record<string, string>): IntentEvent | undefined {
  let event: unknown
  try {
    event = new Webhook(secret).verify(text, signed)
  } catch {
    // Not signed with this secret, or too old.
    return undefined
  }
  if (!isEvent(event) || event.id !== signed['webhook-id']) throw new InvalidWebhook('signed, but not an event')
  return event
}
