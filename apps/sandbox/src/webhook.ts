import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

const ATTEMPT_TIMEOUT_MS = 4_000

/** Headers that a Standard Webhooks message travels with. The time is the sending's, the id the event's. */
export function signWebhook(secret: string, id: string, body: string, now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
}

export const randomId = (prefix: string) => `${prefix}${randomBytes(18).toString('base64url')}`

/** refused - the product will not take this message; unreachable - it may take it later. */
export type Delivery = 'delivered' | 'refused' | 'unreachable'
const mayTakeItLater = (status: number) => status >= 500 || [408, 425, 429].includes(status)

type Sender = { url: string; secret: string; clock: () => Date; pauses: readonly number[] }

/** Sends a signed message to the product, and repeats it after each pause while the product is away. */
export const createSender = ({ url, secret, clock, pauses }: Sender) =>
  async function send(id: string, event: object, after = pauses): Promise<Delivery> {
    const body = JSON.stringify(event)
    const headers = signWebhook(secret, id, body, clock())
    const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)
    // Without an answer the product counts as unreachable.
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return 'delivered'
    if (answer && !mayTakeItLater(answer.status)) return 'refused'
    const [pause, ...rest] = after
    if (pause === undefined) return 'unreachable'
    await wait(pause)
    return send(id, event, rest)
  }
