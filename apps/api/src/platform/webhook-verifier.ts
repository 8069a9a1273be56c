import { timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { PARTNER_CLOCK_MS } from './clock.ts'

/** No sender needs more: secrets are replaced one at a time. */
const MAX_SIGNATURES = 8
const MAX_ID_LENGTH = 256

type Options = {
  /** Messages may be signed with any of them: two while one replaces the other. */
  secrets: readonly string[]
  clock: () => Date
}
type Headers = Readonly<Record<string, string>>

/** The time in whole seconds that the header names, as the sender signed it. */
function timeOf(header: string | undefined): Date | undefined {
  return header !== undefined && /^[0-9]{1,11}$/.test(header) ? new Date(Number(header) * 1_000) : undefined
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Standard Webhooks: whether a message's id, time and body are signed with one of the secrets, and its time is at most
 * five minutes away.
 */
export function createWebhookVerifier({ secrets, clock }: Options) {
  const signers = secrets.map((secret) => new Webhook(secret))

  return (rawBody: string, headers: Headers): boolean => {
    const id = headers['webhook-id'] ?? ''
    const at = timeOf(headers['webhook-timestamp'])
    const given = (headers['webhook-signature'] ?? '').split(' ')
    if (id === '' || id.length > MAX_ID_LENGTH || at === undefined || given.length > MAX_SIGNATURES) return false
    if (Math.abs(clock().getTime() - at.getTime()) > PARTNER_CLOCK_MS) return false
    return signers.some((signer) => {
      const right = signer.sign(id, at, rawBody)
      return given.some((signature) => sameText(signature, right))
    })
  }
}
