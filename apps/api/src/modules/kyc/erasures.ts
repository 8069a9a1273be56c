import { HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { type Backlog, BACKLOG, backlogOf, COUNTED, type Looking } from '../../platform/database/backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { bool, nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import type { Keys } from '../../platform/keyring.ts'
import { growingWait, type Outbox, type OutboxTable } from '../../platform/outbox.ts'
import { dueByHand } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { findVendorSession } from './session-store.ts'
import { GENERIC } from './vendors/generic.ts'
import { nameAtVendor, unseal, type Vendors } from './vendors/index.ts'
import type { CheckAtVendor, ErasureAnswer } from './vendors/vendor.ts'

/** Checks that are gone, at the service with our own protocol. */
export const CHECK_ERASURES: OutboxTable = {
  name: 'check.erase',
  table: 'vendor_erasure',
  key: 'check_id',
  attempts: 'attempts',
  dueAt: 'next_attempt_at',
  open: 'true',
  isDuty: true,
}
/** Sessions of checks that are gone, at their vendors. */
export const SESSION_ERASURES: OutboxTable = {
  name: 'session.erase',
  table: 'identity_session',
  key: 'id',
  attempts: 'erase_attempts',
  dueAt: 'next_erase_at',
  open: 't.check_id is null',
  isDuty: true,
}

/** A 404 or 403 may come from a proxy before the vendor: three, at this distance, count as the vendor's answer. */
const REPEATED_AFTER_MS = 12 * HOUR_MS
const FOR_A_DAY = `<= $1::timestamptz - interval '1 day'`
const IS_ERASED = `$3 = 'not_found' and not_found_total >= 3`

type Deps = { db: Database; clock: Clock; vendors: Vendors }
/** `notErased`: SQL that counts such an answer; `seldom`: answers after which the call is repeated after half a day only. */
type Kind = {
  table: OutboxTable
  find: (deps: Deps, id: string) => Promise<{ vendor: string; check: CheckAtVendor | undefined } | undefined>
  notErased: string
  seldom: readonly ErasureAnswer[]
}

/** Two tables: during a rolling update the version before would delete a check's order from the other table as done. */
const KINDS: readonly Kind[] = [
  {
    table: CHECK_ERASURES,
    find: async ({ vendors }, id) => ({ vendor: GENERIC, check: vendors.checkAt(GENERIC, id) }),
    notErased: `
      update vendor_erasure set not_found_total = not_found_total + ($3 = 'not_found')::int where check_id = $2
      returning ${IS_ERASED} and created_at ${FOR_A_DAY} as "isErased"`,
    seldom: ['not_found'],
  },
  {
    table: SESSION_ERASURES,
    async find({ db, vendors }, id) {
      const session = await findVendorSession(db, 'orphan', id)
      return session && { vendor: session.vendor, check: vendors.open(session) }
    },
    notErased: `
      update identity_session set erase_since = coalesce(erase_since, $1), by_hand = $3 = 'by_hand' and erase_since ${FOR_A_DAY} is true,
        not_found_total = not_found_total + ($3 = 'not_found')::int
      where id = $2 returning ${IS_ERASED} and erase_since ${FOR_A_DAY} as "isErased"`,
    seldom: ['not_found', 'by_hand'],
  },
]

/** Repeats erasure calls for deleted checks until their vendor confirms. */
export const createErasures = (deps: Deps): Outbox[] =>
  KINDS.map(({ table, find, notErased, seldom }) => ({
    ...table,
    limits: { inAll: 1 },
    async run({ id, attempt }, signal) {
      const { db, clock, vendors } = deps
      const order = await find(deps, id)
      if (order === undefined) return undefined
      const { vendor, check } = order
      // A vendor that the settings no longer name is called again once they do.
      const verdict = check === undefined ? 'erased' : ((await vendors.of(vendor)?.erase(check, signal)) ?? 'by_hand')
      const now = clock()
      const stored = async () => (await db.query(notErased, [now, id, verdict], row({ isErased: bool })))[0]?.isErased
      if (verdict !== 'erased' && !(await stored()))
        return later(now, seldom.includes(verdict) ? REPEATED_AFTER_MS : growingWait(attempt))
      return void (await db.query(`delete from ${table.table} t where t.${table.key} = $1 and ${table.open}`, [id]))
    },
  }))

/** SQL: sessions to be erased by hand. A week, because some vendors limit erasures to a few a day. */
const BY_HAND = `check_id is null and erase_since is not null and ${dueByHand('$1')}`

const BACKLOGS = {
  /** Counts the orders with the latest next try: the oldest have the longest intervals. */
  'vendor erasures': `
    select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(created_at))::float8 as oldest
    from (select created_at from vendor_erasure order by next_attempt_at desc limit ${COUNTED}) last`,
  'vendor sessions to erase by hand': `
    select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(erase_since))::float8 as oldest
    from identity_session where ${BY_HAND}`,
}

/** They may wait: while a service is away it is called ever less often, and a person takes time. */
export async function erasureBacklogs(look: Looking, now: Date): Promise<Backlog[]> {
  const backlogs: Backlog[] = []
  for (const [queue, count] of Object.entries(BACKLOGS))
    for (const found of await look.query(count, [now], row(BACKLOG)))
      backlogs.push({ ...backlogOf(queue, found), mayWait: true })
  return backlogs
}

const LIST = `
  select id, provider as vendor, erase_since as since, kept_enc as "keptEnc" from identity_session where ${BY_HAND}
  order by erase_since, id`
const LISTED = row({ id: text, vendor: text, since: timestamp, keptEnc: nullable(text) })

type HandDeps = { db: Database; clock: Clock; audit: Audit }

/** Lists those sessions with what they are called at their vendor, whether or not the settings still name it. */
export const listHandErasures = ({ db, clock, audit, keys }: HandDeps & { keys: Keys }) =>
  db.transaction(async (tx) => {
    const found = await tx.query(LIST, [clock()], LISTED)
    if (found.length > 0) await audit.append(tx, { type: 'operator.erasures_listed', reason: String(found.length) })
    return found.map(({ id, vendor, since, keptEnc }) => ({
      id,
      vendor,
      since,
      theirs: nameAtVendor(unseal(keys, { id, keptEnc })),
    }))
  })

const END = `delete from identity_session where ${BY_HAND} and id = $2 returning provider as vendor`

/** Forgets a session that a person had erased. @returns false for another one */
export const endHandErasure = ({ db, clock, audit }: HandDeps, id: string) =>
  db.transaction(async (tx) => {
    const [ended] = await tx.query(END, [clock(), id], row({ vendor: text }))
    if (ended) await audit.append(tx, { type: 'operator.erasure_done', reason: `${id} ${ended.vendor}` })
    return ended !== undefined
  })
