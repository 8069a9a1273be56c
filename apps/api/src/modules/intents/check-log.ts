import { type AdminCheck, AppError, INTENT_KINDS, INTENT_STATUSES, type IntentStatus } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { bool, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { deliveriesOf } from '../webhooks/index.ts'
import { findPage } from './intent-pages.ts'

const COLUMNS = `
  i.id, i.live, i.kind, i.minimum_age, i.reference, i.redirect_uri, i.result, i.verdict, i.created_at, i.expires_at,
  i.opened_at, i.ended_at, case when i.ended_at is null and i.expires_at <= $2 then 'expired' else i.state end as status`
const CHECK = row({
  id: text,
  live: bool,
  kind: oneOf(INTENT_KINDS),
  minimum_age: nullable(int),
  reference: nullable(text),
  redirect_uri: text,
  result: nullable(oneOf(['yes', 'no'])),
  verdict: nullable(text),
  created_at: timestamp,
  expires_at: timestamp,
  opened_at: nullable(timestamp),
  ended_at: nullable(timestamp),
  status: oneOf(INTENT_STATUSES),
})

const OF_PAGE = `select ${COLUMNS} from intent i where i.id = any($1) order by i.created_at desc, i.id desc`

const toCheck = (found: ReturnType<typeof CHECK.parse>) => ({
  id: found.id,
  live: found.live,
  kind: found.kind,
  status: found.status,
  minimumAge: found.minimum_age,
  reference: found.reference,
  redirectUri: found.redirect_uri,
  result: found.result,
  verdict: found.verdict,
  createdAt: found.created_at,
  expiresAt: found.expires_at,
  openedAt: found.opened_at,
  endedAt: found.ended_at,
})
type CheckEntry = ReturnType<typeof toCheck>

/** Reads the checks of a page, the newest first. */
const readChecks = async (db: Executor, ids: readonly string[], now: Date): Promise<CheckEntry[]> =>
  (await db.query(OF_PAGE, [ids, now], CHECK)).map(toCheck)

/** Finds a check of this provider, of either mode. */
async function findCheck(db: Executor, providerId: string, id: string, now: Date) {
  const statement = `select ${COLUMNS} from intent i where i.provider_id = $1 and i.id = $3`
  const [found] = await db.query(statement, [providerId, now, id], CHECK)
  return found && toCheck(found)
}

const PAGE_SIZE = 20

type Deps = { db: Database; clock: Clock }
type Listing = {
  mode?: 'live' | 'test' | undefined
  status?: IntentStatus | undefined
  reference?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
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

const ENDS = {
  confirmed: 'answered',
  denied: 'answered',
  executed: 'answered',
  expired: 'expired',
  cancelled: 'cancelled',
} as const

/** Shows a provider's people its requests. */
export class CheckLog {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError invalid_request for a malformed cursor */
  async list(providerId: string, listing: Listing) {
    const { db, clock } = this.#deps
    const { mode, status, reference, limit = PAGE_SIZE, cursor } = listing
    const [now, live] = [clock(), mode && mode === 'live']
    const { ids, next_cursor } = await findPage(db, { providerId, live, status, reference, cursor, limit, now })
    return { data: (await readChecks(db, ids, now)).map(shown), next_cursor }
  }

  /** @throws AppError not_found, the same for another's check and for none */
  async read(providerId: string, id: string) {
    const { db, clock } = this.#deps
    const found = await findCheck(db, providerId, id, clock())
    if (found === undefined) throw new AppError('not_found')
    const { status, createdAt, openedAt, endedAt, expiresAt, verdict } = found
    const end = status in ENDS ? ENDS[status as keyof typeof ENDS] : undefined
    const events = await deliveriesOf(db, providerId, id)
    const steps = [
      { at: createdAt, step: 'asked', delivery_id: null },
      ...(openedAt === null ? [] : [{ at: openedAt, step: 'opened', delivery_id: null } as const]),
      ...(end === undefined ? [] : [{ at: endedAt ?? expiresAt, step: end, delivery_id: null } as const]),
      ...events.flatMap((event) => {
        if (event.state === 'pending') return []
        const at = event.deliveredAt ?? event.createdAt
        return [
          { at, step: event.state === 'delivered' ? 'delivered' : 'not_delivered', delivery_id: event.id } as const,
        ]
      }),
    ] as const
    const timeline = steps.toSorted((a, b) => +a.at - +b.at).map((step) => ({ ...step, at: step.at.toISOString() }))
    return { check: shown(found), verdict, timeline }
  }
}
