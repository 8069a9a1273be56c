import { HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { type Backlog, BACKLOG, backlogOf, type Looking } from '../../platform/database/backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { row } from '../../platform/database/rows.ts'
import { growingWait, type Outbox } from '../../platform/outbox.ts'
import type { SessionSecrets } from './session-secrets.ts'
import { deleteSession, findOrphan, keepUnerased, SESSION_ERASURE_OUTBOX } from './session-store.ts'
import type { Vendors } from './vendors.ts'

const DAY_MS = 24 * HOUR_MS
/** The vendor may have been asked by a person meanwhile to allow it. */
const BY_HAND_EVERY_MS = DAY_MS
/** Vendors limit erasures to some a day. */
const LATE_MS = 7 * DAY_MS

const COUNT = `
  select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(erase_since))::float8 as oldest
  from identity_session where check_id is null and erase_since is not null and (by_hand or erase_since <= $2)`

/** Sessions that a person has to have erased: the vendor does it for no call, or has not done it for a week. */
export const sessionBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now, later(now, -LATE_MS)], row(BACKLOG))).map((found) =>
    backlogOf('vendor sessions to erase by hand', found),
  )

type Deps = { db: Database; clock: Clock; vendors: Vendors; secrets: SessionSecrets }

/** Has the vendor erase the sessions of checks that are gone, until it has. */
export const createSessionErasures = ({ db, clock, vendors, secrets }: Deps): Outbox => ({
  ...SESSION_ERASURE_OUTBOX,
  limits: { inAll: 1 },
  async run({ id, attempt }, signal) {
    const session = await findOrphan(db, id)
    if (session === undefined) return undefined
    // One that was never opened is not known there by anybody.
    const isOpened = session.keptEnc !== null
    const asked = isOpened ? vendors.of(session.provider)?.forget(secrets.open(session), signal) : 'erased'
    const done = (await asked) ?? 'by_hand'
    if (done === 'erased') return void (await deleteSession(db, id))
    await keepUnerased(db, id, done === 'by_hand', clock())
    return later(clock(), done === 'by_hand' ? BY_HAND_EVERY_MS : growingWait(attempt))
  },
})
