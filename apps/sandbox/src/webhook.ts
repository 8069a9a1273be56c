import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** Headers that a Standard Webhooks message travels with. The time is the sending's, the id the event's. */
export function signWebhook(secret: string, id: string, body: string, now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
}

/** A name that cannot be guessed. */
export const randomId = (prefix: string) => `${prefix}${randomBytes(18).toString('base64url')}`
