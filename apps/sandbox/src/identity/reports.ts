import { kycCallback, type VendorOutcome } from '@avouch/contract'
import { setTimeout as wait } from 'node:timers/promises'
import { randomId, signWebhook } from '../webhook.ts'
import type { CheckRecord, Checks } from './checks.ts'

const ATTEMPT_TIMEOUT_MS = 4_000

type Deps = {
  checks: Checks
  apiUrl: string
  secret: string
  clock: () => Date
  /** Pauses between the attempts; one more attempt than pauses. */
  pauses: readonly number[]
}

/** refused - the product will not take this report; unreachable - it may take it later. */
export type Delivery = 'delivered' | 'refused' | 'unreachable'

const mayTakeItLater = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/** Tells the product what a check came to, by signed message. */
export function createReports({ checks, apiUrl, secret, clock, pauses }: Deps) {
  async function send({ id, event }: CheckRecord): Promise<Delivery> {
    const body = JSON.stringify(event)
    try {
      const answer = await fetch(`${apiUrl}${kycCallback.path}`, {
        method: kycCallback.method,
        headers: signWebhook(secret, id, body, clock()),
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      })
      await answer.body?.cancel()
      if (answer.ok) return 'delivered'
      return mayTakeItLater(answer.status) ? 'unreachable' : 'refused'
    } catch {
      return 'unreachable'
    }
  }

  /** Reports an outcome, with growing pauses while the product is away. The same undelivered report keeps its id. */
  async function report(tc: string, status: VendorOutcome): Promise<Delivery> {
    const last = checks.get(tc)
    const unsent = last && !last.delivered && last.event.data.status === status ? last : undefined
    const record: CheckRecord = unsent ?? {
      id: randomId('evt_'),
      event: { type: 'check.updated', timestamp: clock().toISOString(), data: { tc, status } },
      delivered: false,
    }
    if (!unsent) checks.save(record)

    let delivery = await send(record)
    for (const pause of pauses) {
      if (delivery !== 'unreachable') break
      await wait(pause)
      delivery = await send(record)
    }
    if (delivery === 'delivered') checks.save({ ...record, delivered: true })
    return delivery
  }

  return { report }
}
export type Reports = ReturnType<typeof createReports>
