import { Webhook } from 'standardwebhooks'
import { InvalidWebhook } from './errors.ts'
import { headerOf, textOf, type WebhookBody, type WebhookHeaders } from './request-parts.ts'
import type { IntentEvent } from './types.ts'

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

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
    open(body: WebhookBody, headers: WebhookHeaders): IntentEvent {
      const signed = Object.fromEntries(NAMES.map((name) => [name, headerOf(headers, name)]))
      const text = textOf(body)
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
