import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

type Headers = { [name: string]: string | string[] | undefined }

/** The body of a Standard Webhooks message, when signature and time are right; undefined otherwise. */
export function openWebhook(
  secret: string,
  body: Buffer,
  headers: Headers,
): { id: string; payload: unknown } | undefined {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signature = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return undefined
  try {
    const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    return { id, payload: new Webhook(secret).verify(body, signed) }
  } catch {
    return undefined
  }
}

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
