import { type AdminDelivery, AppError, type DeliveryState } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { type DeliveryEntry, deliveriesOf, findDelivery, readBody, readDeliveries } from './delivery-log-store.ts'
import { readAttempts } from './event-store.ts'
import { resend, resendFailed } from './resend.ts'

const PAGE_SIZE = 20
const CURSOR = /^[0-9]{1,10}$/

type Deps = { db: Database; clock: Clock; append: AppendEvents }
type Listing = { state?: DeliveryState | undefined; limit?: number | undefined; cursor?: string | undefined }
export type DeliveryLog = ReturnType<typeof createDeliveryLog>

/** What a provider sees of its own events. */
export function createDeliveryLog(deps: Deps) {
  return {
    list: (providerId: string, listing: Listing) => list(deps, providerId, listing),
    read: (providerId: string, id: string) => read(deps, providerId, id),
    resend: (providerId: string, id: string) => resendOwn(deps, providerId, id),
    resendFailed: (providerId: string, since: Date) => resendFailed(deps, { providerId, since, now: deps.clock() }),
    of: (providerId: string, intentId: string) => deliveriesOf(deps.db, providerId, intentId),
  }
}

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

/** @throws AppError invalid_request for a malformed cursor */
async function list({ db }: Deps, providerId: string, { state, limit = PAGE_SIZE, cursor }: Listing) {
  if (cursor !== undefined && !CURSOR.test(cursor)) throw new AppError('invalid_request')
  const before = cursor === undefined ? undefined : Number(cursor)
  const found = await readDeliveries(db, { providerId, state, before, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = found.length > limit && last !== undefined ? String(last.sequence) : null
  return { data: page.map(shown), next_cursor }
}

/** @throws AppError not_found, the same for another's event and for none */
async function own({ db }: Deps, providerId: string, id: string): Promise<DeliveryEntry> {
  const found = await findDelivery(db, providerId, id)
  if (found === undefined) throw new AppError('not_found')
  return found
}

async function read(deps: Deps, providerId: string, id: string) {
  const delivery = shown(await own(deps, providerId, id))
  const tried = await readAttempts(deps.db, id)
  return {
    delivery,
    body: await readBody(deps.db, id),
    tried: tried.map(({ at, status, error, durationMs }) => ({
      at: at.toISOString(),
      status,
      error,
      duration_ms: durationMs,
    })),
  }
}

/** @throws AppError not_found; conflict for one that is waiting to be sent */
async function resendOwn(deps: Deps, providerId: string, id: string): Promise<AdminDelivery> {
  await own(deps, providerId, id)
  if (!(await resend(deps, id, providerId, deps.clock()))) throw new AppError('conflict')
  return shown(await own(deps, providerId, id))
}
