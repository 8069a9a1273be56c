import { CHECK_REASONS, type CheckReason, KYC_STATUSES, SECOND_MS } from '@avouch/contract'
import type * as z from 'zod/mini'
import { announce } from '../../platform/announcements.ts'
import { later } from '../../platform/clock.ts'
import { type Database, type Executor, statement } from '../../platform/database/database.ts'
import { bool, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'
import { newId } from '../../platform/identifier.ts'
import { POLL_OUTBOX } from './check-store.ts'
import { GENERIC } from './vendors/generic.ts'

const STAGES = ['opening', 'open', 'submitted', 'again', 'ended'] as const
type Stage = (typeof STAGES)[number]

const COLUMNS = `
  s.id, s.provider as vendor, s.stage, s.reason, s.staged_at as "stagedAt", s.kept_enc as "keptEnc",
  s.expires_at as "expiresAt", s.rung_at as "reportedAt"`
const SESSION = row({
  id: text,
  vendor: text,
  stage: oneOf(STAGES),
  reason: nullable(oneOf(CHECK_REASONS)),
  stagedAt: timestamp,
  keptEnc: nullable(text),
  expiresAt: nullable(timestamp),
  reportedAt: nullable(timestamp),
})
export type VendorSession = z.output<typeof SESSION>

const FIND_CHECK = `
  select c.id, c.status, c.code_expires_at as "codeExpiresAt", a.data_collection_consent as "dataCollectionConsent" from identity_check c join account a on a.id = c.account_id
  where c.tc_hash = $1 and a.state = 'active'`
const CHECK = row({ id: text, status: oneOf(KYC_STATUSES), codeExpiresAt: timestamp, dataCollectionConsent: bool })
export type StartedCheck = z.output<typeof CHECK>

/** @returns undefined for a code that names no check of an account */
export const findCheck = async (db: Executor, tcHash: Buffer): Promise<StartedCheck | undefined> =>
  (await db.query(FIND_CHECK, [tcHash], CHECK))[0]

/** SQL: conditions by which a session is found. */
const BY = {
  check: 's.check_id = $1',
  ourRef: 's.ref_hash = $1',
  /** Without a check: what is to be erased, and what the operator tries. */
  orphan: 's.id = $1 and s.check_id is null',
} as const

/** Reads the vendor at which a check was begun. */
export const vendorOf = async (db: Executor, checkId: string): Promise<string | undefined> =>
  (await db.query('select provider as vendor from identity_check where id = $1', [checkId], row({ vendor: text })))[0]
    ?.vendor

export const findVendorSession = async (db: Executor, by: keyof typeof BY, value: string | Buffer) =>
  (await db.query(`select ${COLUMNS} from identity_session s where ${BY[by]}`, [value], SESSION))[0]

/** Longer than two vendors may take. It bounds what is begun there while their answers get lost. */
const CLAIM_MS = 10 * SECOND_MS
/** Claims a session for the call that opens it at the vendor. An unfinished claim expires, and another call may open it. */
const CLAIM = `
  insert into identity_session as s (id, check_id, provider, ref_hash, stage, staged_at, claimed_at, next_erase_at)
  values ($1, $2, $3, $4, 'opening', $5, $5, $7)
  on conflict (check_id) do update set claimed_at = excluded.claimed_at, staged_at = excluded.staged_at
    where s.stage = 'opening' and s.claimed_at <= $6
  returning s.id`
const ID = row({ id: text })
type NewSession = { id: string; checkId: string | null; vendor: string; refHash: Buffer }

/** @param eraseAt for one without a check @returns the id of the session that the caller has to open; undefined where another call does */
export async function claimSession(db: Executor, session: NewSession, now: Date, eraseAt = now) {
  const { id, checkId, vendor, refHash } = session
  return (await db.query(CLAIM, [id, checkId, vendor, refHash, now, later(now, -CLAIM_MS), eraseAt], ID))[0]?.id
}

const OPENED = `
  update identity_session set stage = 'open', staged_at = $2, provider = $3, vendor_ref_mac = $4, kept_enc = $5,
    expires_at = $6
  where id = $1 and stage = 'opening'`

type Opened = { vendor: string; vendorRefMac: Buffer | null; keptEnc: string; expiresAt: Date | null }

export const storeOpened = (db: Executor, id: string, opened: Opened, now: Date) =>
  db.query(OPENED, [id, now, opened.vendor, opened.vendorRefMac, opened.keptEnc, opened.expiresAt])

const RECENT = `
  select count(*)::int as seen from identity_session s join identity_check c on c.id = s.check_id
  where s.claimed_at > $1
    and case when s.stage = 'opening' then s.claimed_at <= $2 else c.created_at > $1 end`

/** Counts the checks that visitors began at vendors since then, or tried to, over all processes. */
export const recentChecks = async (db: Executor, since: Date, now: Date): Promise<number> =>
  (await db.query(RECENT, [since, later(now, -CLAIM_MS)], row({ seen: int })))[0]?.seen ?? 0

/** An answer older than the last message sets only the stage `ended`. */
const SET_STAGE = `
  update identity_session set stage = $2, reason = $3,
    staged_at = case when stage = $2 then staged_at else $4 end
  where id = $1 and ($2 = 'ended' or rung_at is not distinct from $5)`

export type Staged = { stage: Stage; reason?: CheckReason }

export const setStage = (db: Executor, { id, reportedAt }: VendorSession, { stage, reason }: Staged, now: Date) =>
  db.query(SET_STAGE, [id, stage, reason ?? null, now, reportedAt])

/** No session is opened for this row: it has what the service with our own protocol wants again, until the check has an outcome. */
const WANT_AGAIN = `
  insert into identity_session (id, check_id, provider, ref_hash, stage, reason, staged_at, next_erase_at)
  values ($1, $2, $3, $4, 'again', $5, $6, $6)
  on conflict (check_id) do update set reason = excluded.reason, staged_at = excluded.staged_at`

export const wantAgain = (tx: Executor, checkId: string, tcHash: Buffer, reason: CheckReason, now: Date) =>
  tx.query(WANT_AGAIN, [newId('ids'), checkId, GENERIC, tcHash, reason, now])

/** SQL: the causes of a poll. Each has the time as $1, and changes a session `s`. */
const POLL_TRIGGERS = {
  /** A message, also about a check that was decided: under age counts after an approval too. */
  message: `
    update identity_session s set rung_at = $1,
      staged_at = case when $4 and s.stage in ('open', 'again') then $1 else s.staged_at end,
      stage = case when $4 and s.stage in ('open', 'again') then 'submitted' else s.stage end
    where s.provider = $2 and s.vendor_ref_mac = $3`,
  /** The visitor is back: the account's current check is polled, unless it was a moment ago. */
  account: `
    update identity_session s set rung_at = $1 from account a join identity_check c on c.id = a.current_check
    where a.id = $2 and a.state = 'active' and s.check_id = c.id and c.status in ('', 'PENDING_MANUAL_REVIEW')
      and s.kept_enc is not null and (s.rung_at is null or s.rung_at <= $3)`,
  /** The visitor has brought what the vendor found: it is kept once. */
  return: `
    update identity_session s set kept_enc = $3, stage = 'submitted', staged_at = $1, rung_at = $1
    where s.id = $2 and s.stage = 'open'`,
} as const

/** Makes a check's poll due now, or at the end of its shortest interval. @returns false for an unknown session, or one without a check */
export const pollNow = (db: Database, by: keyof typeof POLL_TRIGGERS, values: readonly unknown[]): Promise<boolean> =>
  db.transaction(async (tx) => {
    const ask = `
      with session as (${POLL_TRIGGERS[by]} returning s.check_id)
      update identity_check c set next_poll_at = greatest($1, c.ask_after), polls = 0 from session where c.id = session.check_id returning c.id`
    const isFound = (await tx.query(ask, values)).length > 0
    if (isFound) await announce(tx, POLL_OUTBOX.name)
    return isFound
  })

export const deleteSession = statement<[id: string]>('delete from identity_session where id = $1 and check_id is null')

/** Sealed for the session. */
const columns = [{ name: 'kept_enc', purpose: 'identity-session' }] as const
export const sealedSessions: readonly SealedTable[] = [{ table: 'identity_session', id: 'id', owner: 'id', columns }]
