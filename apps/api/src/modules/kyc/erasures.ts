import { type Clock, later } from '../../platform/clock.ts'
import { type Backlog, BACKLOG, backlogOf, COUNTED, type Looking } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import { row } from '../../platform/database/rows.ts'
import { growingWait, type Outbox } from '../../platform/outbox.ts'
import type { IdentityService } from './identity-service.ts'
import type { Asked } from './providers/identity-check.ts'

/** Checks of erased accounts. */
export const ERASURE_OUTBOX = {
  name: 'check.erase',
  table: 'vendor_erasure',
  key: 'check_id',
  attempts: 'attempts',
  dueAt: 'next_attempt_at',
  open: 'true',
} as const

const ERASED = 'delete from vendor_erasure where check_id = $1'
/** The oldest were tried the most often, and come again the latest. */
const COUNT = `
  select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(created_at))::float8 as oldest
  from (select created_at from vendor_erasure order by next_attempt_at desc limit ${COUNTED}) last`

/** Checks that the service has not erased yet. One may wait: while the service is away it is asked ever less often. */
export const erasureBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now], row(BACKLOG))).map((found) => ({
    ...backlogOf('vendor erasures', found),
    mayWait: true,
  }))

type Deps = { db: Executor; clock: Clock; service: IdentityService; generic: Asked | undefined }

/** Has the identity-check service erase the checks of erased accounts, until it has acknowledged. */
export const createErasures = ({ db, clock, service, generic }: Deps): Outbox => ({
  ...ERASURE_OUTBOX,
  limits: { inAll: 1 },
  async run({ id, attempt }, signal) {
    const known = { ref: service.codeOf(id), vendorRef: null, kept: {} }
    // Where the settings name another vendor, this one waits until they name it again.
    if ((await generic?.forget(known, signal)) !== 'erased') return later(clock(), growingWait(attempt))
    await db.query(ERASED, [id])
  },
})
