import { type AdminDelivery, AppError, type DeliveryState } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audit } from '../audit/index.ts'
import { type DeliveryEntry, findDelivery, readBody, readDeliveries } from './delivery-log-store.ts'
import { readAttempts } from './event-store.ts'
import { resend, resendFailed } from './events.ts'

const PAGE_SIZE = 20
const CURSOR = /^[0-9]{1,10}$/

type Deps = { db: Database; clock: Clock; audit: Audit }
type Listing = { state?: DeliveryState | undefined; limit?: number | undefined; cursor?: string | undefined }

const shown = (found: DeliveryEntry): AdminDelivery => ({
  id: found.id,
  type: found.type,
  sequence: found.sequence,
  check_id: found.intentId,
  state: found.state,
  attempts: found.attempts,
  last_status: found.lastStatus,
  last_error: found.lastError,
  created_at: found.createdAt.toISOString(),
  delivered_at: found.deliveredAt?.toISOString() ?? null,
  next_attempt_at: found.state === 'pending' ? found.nextAttemptAt.toISOString() : null,
})

/** Shows a provider its own events. */
export class DeliveryLog {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError invalid_request for a malformed cursor */
  async list(providerId: string, { state, limit = PAGE_SIZE, cursor }: Listing) {
    const { db } = this.#deps
    if (cursor !== undefined && !CURSOR.test(cursor)) throw new AppError('invalid_request')
    const before = cursor === undefined ? undefined : Number(cursor)
    const found = await readDeliveries(db, { providerId, state, before, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const next_cursor = found.length > limit && last !== undefined ? String(last.sequence) : null
    return { data: page.map(shown), next_cursor }
  }

  async read(providerId: string, id: string) {
    const delivery = shown(await this.#own(providerId, id))
    const tried = await readAttempts(this.#deps.db, id)
    return {
      delivery,
      body: await readBody(this.#deps.db, id),
      tried: tried.map(({ at, status, error, durationMs }) => ({
        at: at.toISOString(),
        status,
        error,
        duration_ms: durationMs,
      })),
    }
  }

  /** @throws AppError not_found */
  async resend(providerId: string, id: string): Promise<AdminDelivery> {
    await this.#own(providerId, id)
    await resend(this.#deps, id, providerId, this.#deps.clock())
    return shown(await this.#own(providerId, id))
  }

  resendFailed(providerId: string, since: Date) {
    return resendFailed(this.#deps, { providerId, since, now: this.#deps.clock() })
  }

  /** @throws AppError not_found, the same for another's event and for none */
  async #own(providerId: string, id: string): Promise<DeliveryEntry> {
    const { db } = this.#deps
    const found = await findDelivery(db, providerId, id)
    if (found === undefined) throw new AppError('not_found')
    return found
  }
}
