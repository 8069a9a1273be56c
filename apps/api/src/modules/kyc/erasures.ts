import { HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { type Backlog, BACKLOG, backlogOf, COUNTED, type Looking } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, row } from '../../platform/database/rows.ts'
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

/**
 * A 404 may be the word of a gateway before the vendor, and so may a 403: so many, at this distance, are the vendor's own. SQL: the time
 * over which they came is $1.
 */
export const SAID_AGAIN_AFTER_MS = 12 * HOUR_MS
export const NOT_FOUND_ENOUGH = 3
export const FOR_A_DAY = `<= $1::timestamptz - interval '1 day'`

const ERASED = 'delete from vendor_erasure where check_id = $1'
const NOT_FOUND = `
  update vendor_erasure set not_found_total = not_found_total + 1 where check_id = $2
  returning not_found_total >= ${NOT_FOUND_ENOUGH} and created_at ${FOR_A_DAY} as "isErased"`
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
    const verdict = await generic?.forget(known, signal)
    const now = clock()
    const [said] = verdict === 'not_found' ? await db.query(NOT_FOUND, [now, id], row({ isErased: bool })) : [undefined]
    if (verdict === 'erased' || said?.isErased) return void (await db.query(ERASED, [id]))
    return later(now, said === undefined ? growingWait(attempt) : SAID_AGAIN_AFTER_MS)
  },
})
