import { type AdminCheck, AppError, HOUR_MS, type IntentStatus } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DeliveryLog } from '../webhooks/index.ts'
import { type CheckEntry, findCheck, readChecks, readConversion, readUsage } from './check-log-store.ts'
import { readCursor, writeCursor } from './cursor.ts'

const PAGE_SIZE = 20
const CONVERSION_DAYS = 30
/** Checks are deleted so many days after their end. */
const KEPT_DAYS = 90

type Deps = { db: Database; clock: Clock; deliveries: Pick<DeliveryLog, 'of'> }
type Listing = {
  mode?: 'live' | 'test' | undefined
  status?: IntentStatus | undefined
  reference?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
export type CheckLog = ReturnType<typeof createCheckLog>

/** What a provider's people see of its requests. */
export function createCheckLog(deps: Deps) {
  return {
    list: (providerId: string, listing: Listing) => list(deps, providerId, listing),
    read: (providerId: string, id: string) => read(deps, providerId, id),
    /** Day by day, the newest first. */
    conversion: (providerId: string, mode: 'live' | 'test') =>
      readConversion(deps.db, providerId, mode === 'live', later(deps.clock(), -CONVERSION_DAYS * 24 * HOUR_MS)),
    /** Month by month, the newest first. */
    usage: (providerId: string) => readUsage(deps.db, providerId, firstWholeMonth(deps.clock())),
  }
}

/** The first month (UTC) of which no check is deleted yet. */
function firstWholeMonth(now: Date): Date {
  const oldest = later(now, -KEPT_DAYS * 24 * HOUR_MS)
  return new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth() + 1))
}

const shown = (found: CheckEntry): AdminCheck => ({
  id: found.id,
  live: found.live,
  kind: found.kind,
  status: found.status,
  minimum_age: found.minimumAge,
  reference: found.reference,
  redirect_uri: found.redirectUri,
  result: found.result,
  created_at: found.createdAt.toISOString(),
  expires_at: found.expiresAt.toISOString(),
  opened_at: found.openedAt?.toISOString() ?? null,
  ended_at: found.endedAt?.toISOString() ?? null,
})

/** @throws AppError invalid_request for a malformed cursor */
async function list({ db, clock }: Deps, providerId: string, listing: Listing) {
  const { mode, status, reference, limit = PAGE_SIZE, cursor } = listing
  const found = await readChecks(db, {
    providerId,
    live: mode && mode === 'live',
    status,
    reference,
    after: cursor === undefined ? undefined : readCursor(cursor),
    limit: limit + 1,
    now: clock(),
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { data: page.map(shown), next_cursor: found.length > limit && last !== undefined ? writeCursor(last) : null }
}

const ENDS = {
  confirmed: 'answered',
  denied: 'answered',
  executed: 'answered',
  expired: 'expired',
  cancelled: 'cancelled',
} as const

/** @throws AppError not_found, the same for another's check and for none */
async function read({ db, clock, deliveries }: Deps, providerId: string, id: string) {
  const found = await findCheck(db, providerId, id, clock())
  if (found === undefined) throw new AppError('not_found')
  const { status, createdAt, openedAt, endedAt, expiresAt, verdict } = found
  const end = status in ENDS ? ENDS[status as keyof typeof ENDS] : undefined
  const events = await deliveries.of(providerId, id)
  const steps = [
    { at: createdAt, step: 'asked', delivery_id: null },
    ...(openedAt === null ? [] : [{ at: openedAt, step: 'opened', delivery_id: null } as const]),
    ...(end === undefined ? [] : [{ at: endedAt ?? expiresAt, step: end, delivery_id: null } as const]),
    ...events.flatMap((event) => {
      if (event.state === 'pending') return []
      const at = event.deliveredAt ?? event.createdAt
      return [{ at, step: event.state === 'delivered' ? 'delivered' : 'not_delivered', delivery_id: event.id } as const]
    }),
  ] as const
  const timeline = steps.toSorted((a, b) => +a.at - +b.at).map((step) => ({ ...step, at: step.at.toISOString() }))
  return { check: shown(found), verdict, timeline }
}
