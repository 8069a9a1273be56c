import { CHECK_REASONS, type CheckReason, KYC_STATUSES } from '@avouch/contract'
import type * as z from 'zod/mini'
import { announce } from '../../platform/announcements.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'
import { POLL_OUTBOX } from './check-store.ts'

const STAGES = ['opening', 'open', 'submitted', 'again', 'ended'] as const
export type Stage = (typeof STAGES)[number]

const COLUMNS = `
  s.id, s.provider, s.stage, s.staged_at as "stagedAt", s.vendor_ref_enc as "vendorRefEnc", s.kept_enc as "keptEnc",
  s.expires_at as "expiresAt", s.decided_at as "decidedAt"`
const SESSION_COLUMNS = {
  id: text,
  provider: text,
  stage: oneOf(STAGES),
  stagedAt: timestamp,
  vendorRefEnc: nullable(text),
  keptEnc: nullable(text),
  expiresAt: nullable(timestamp),
  decidedAt: nullable(timestamp),
}
const SESSION = row(SESSION_COLUMNS)
export type Session = z.output<typeof SESSION>

const FIND_CHECK = `
  select c.id, c.status, c.code_expires_at as "codeExpiresAt" from identity_check c join account a on a.id = c.account_id
  where c.tc_hash = $1 and a.state = 'active'`
const CHECK = row({ id: text, status: oneOf(KYC_STATUSES), codeExpiresAt: timestamp })
export type StartedCheck = z.output<typeof CHECK>

/** @returns undefined for a code that names no check of an account */
export const findCheck = async (db: Executor, tcHash: Buffer): Promise<StartedCheck | undefined> =>
  (await db.query(FIND_CHECK, [tcHash], CHECK))[0]

const FIND_NEWEST = `select ${COLUMNS} from identity_session s where s.check_id = $1 order by s.number desc limit 1`

export const findSession = async (db: Executor, checkId: string): Promise<Session | undefined> =>
  (await db.query(FIND_NEWEST, [checkId], SESSION))[0]

/** A session that somebody opens belongs to that call for a while; afterwards the next one may. */
const CLAIM = `
  insert into identity_session as s
    (id, check_id, provider, number, ref_hash, stage, staged_at, claimed_at, tries, created_at, next_erase_at)
  values ($1, $2, $3, 1, $4, 'opening', $5, $5, 1, $5, $5)
  on conflict (check_id, number) do update set claimed_at = excluded.claimed_at, tries = s.tries + 1
    where s.stage = 'opening' and s.tries < $7 and (s.claimed_at is null or s.claimed_at <= $6)
  returning s.id`
const ID = row({ id: text })

type NewSession = { id: string; checkId: string; provider: string; refHash: Buffer; now: Date; stale: Date }

/** @returns the id of the session that the caller has to open; undefined where another call does, or too many did */
export async function claimSession(db: Executor, session: NewSession, mostTries: number): Promise<string | undefined> {
  const { id, checkId, provider, refHash, now, stale } = session
  const [claimed] = await db.query(CLAIM, [id, checkId, provider, refHash, now, stale, mostTries], ID)
  return claimed?.id
}

const OPENED = `
  update identity_session set stage = 'open', staged_at = $6, provider = $7, vendor_ref_mac = $2, vendor_ref_enc = $3, kept_enc = $4,
    expires_at = $5, claimed_at = null
  where id = $1 and stage = 'opening' and check_id is not null`
type Opened = {
  provider: string
  vendorRefMac: Buffer | null
  vendorRefEnc: string | null
  keptEnc: string
  expiresAt: Date | null
}

export const storeOpened = async (db: Executor, id: string, opened: Opened, now: Date): Promise<void> => {
  const { provider, vendorRefMac, vendorRefEnc, keptEnc, expiresAt } = opened
  await db.query(OPENED, [id, vendorRefMac, vendorRefEnc, keptEnc, expiresAt, now, provider])
}

/** Lets the next call try at once. */
export const releaseSession = async (db: Executor, id: string): Promise<void> =>
  void (await db.query(`update identity_session set claimed_at = null where id = $1 and stage = 'opening'`, [id]))

/** One process at a time asks about a session; one that died holds it no longer than an answer takes. */
const BEGIN_ASKING = `
  update identity_session set asked_at = $2 where id = $1 and (asked_at is null or asked_at <= $3) returning id`

export const beginAsking = async (db: Executor, id: string, now: Date, stale: Date): Promise<boolean> =>
  (await db.query(BEGIN_ASKING, [id, now, stale])).length > 0

export const endAsking = async (db: Executor, id: string): Promise<void> =>
  void (await db.query('update identity_session set asked_at = null where id = $1', [id]))

const SET_STAGE = `
  update identity_session set stage = $2, reason = $3, decided_at = null,
    staged_at = case when stage = $2 then staged_at else $4 end
  where id = $1`

export const setStage = async (
  db: Executor,
  id: string,
  { stage, reason = null }: { stage: Stage; reason?: CheckReason | null },
  now: Date,
): Promise<void> => void (await db.query(SET_STAGE, [id, stage, reason, now]))

/** Has a check asked about at once, also one that was decided: under age counts after an approval too. */
const RING = `
  with rung as (
    update identity_session s set rung_at = $3,
      decided_at = case when $4 = 'decided' then coalesce(s.decided_at, $3) else s.decided_at end,
      staged_at = case when $4 = 'submitted' and s.stage in ('open', 'again') then $3 else s.staged_at end,
      stage = case when $4 = 'submitted' and s.stage in ('open', 'again') then 'submitted' else s.stage end
    where s.provider = $1 and s.vendor_ref_mac = $2 returning s.check_id)
  update identity_check c set next_poll_at = $3, polls = 0 from rung where c.id = rung.check_id returning c.id`

type Rung = { provider: string; vendorRefMac: Buffer; says: string; now: Date }

/** @returns false for a session that is not known, or whose check is gone */
export const ring = (db: Database, { provider, vendorRefMac, says, now }: Rung): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [rung] = await tx.query(RING, [provider, vendorRefMac, now, says], ID)
    if (rung !== undefined) await announce(tx, POLL_OUTBOX.name)
    return rung !== undefined
  })

const RING_OF_ACCOUNT = `
  with rung as (
    update identity_session s set rung_at = $2 from account a join identity_check c on c.id = a.current_check
    where a.id = $1 and a.state = 'active' and s.check_id = c.id and c.status in ('', 'PENDING_MANUAL_REVIEW')
      and s.stage <> 'opening' and (s.rung_at is null or s.rung_at <= $3)
    returning s.check_id)
  update identity_check c set next_poll_at = $2, polls = 0 from rung where c.id = rung.check_id returning c.id`

/** The visitor is back: the check that the account waits for is asked about, unless it was since a moment ago. */
export const ringOfAccount = async (db: Database, accountId: string, now: Date, since: Date): Promise<void> =>
  db.transaction(async (tx) => {
    if ((await tx.query(RING_OF_ACCOUNT, [accountId, now, since])).length > 0) await announce(tx, POLL_OUTBOX.name)
  })

const PROGRESS = `
  select s.stage, s.reason from account a
    join identity_check c on c.id = a.current_check join identity_session s on s.check_id = c.id
  where a.id = $1 order by s.number desc limit 1`
const PROGRESS_ROW = row({ stage: oneOf(STAGES), reason: nullable(oneOf(CHECK_REASONS)) })

/** How far the current check of the account has come; undefined where it has no session. */
export const findProgress = async (db: Executor, accountId: string) =>
  (await db.query(PROGRESS, [accountId], PROGRESS_ROW))[0]

const FIND_RETURNING = `select ${COLUMNS} from identity_session s where s.provider = $1 and s.ref_hash = $2`

/** The session whose visitor comes back. */
export const findReturning = async (db: Executor, provider: string, refHash: Buffer): Promise<Session | undefined> =>
  (await db.query(FIND_RETURNING, [provider, refHash], SESSION))[0]

/** Keeps what a visitor brings, once. */
const TAKE_RETURN = `
  with taken as (
    update identity_session set kept_enc = $2, stage = 'submitted', staged_at = $3, rung_at = $3
    where id = $1 and stage = 'open' returning check_id)
  update identity_check c set next_poll_at = $3, polls = 0 from taken where c.id = taken.check_id returning c.id`

export const takeReturn = (db: Database, id: string, keptEnc: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    if ((await tx.query(TAKE_RETURN, [id, keptEnc, now])).length > 0) await announce(tx, POLL_OUTBOX.name)
  })

/** Sessions without a check. */
export const SESSION_ERASURE_OUTBOX = {
  name: 'session.erase',
  table: 'identity_session',
  key: 'id',
  attempts: 'erase_attempts',
  dueAt: 'next_erase_at',
  open: 't.check_id is null',
} as const

const FIND_ORPHAN = `select ${COLUMNS} from identity_session s where s.id = $1 and s.check_id is null`
const NOT_ERASED = `update identity_session set erase_since = coalesce(erase_since, $2), by_hand = $3 where id = $1`

export const findOrphan = async (db: Executor, id: string): Promise<Session | undefined> =>
  (await db.query(FIND_ORPHAN, [id], SESSION))[0]

export const deleteSession = async (db: Executor, id: string): Promise<void> =>
  void (await db.query('delete from identity_session where id = $1 and check_id is null', [id]))

/** `byHand`: only a person can have it erased. */
export const keepUnerased = async (db: Executor, id: string, byHand: boolean, now: Date): Promise<void> =>
  void (await db.query(NOT_ERASED, [id, now, byHand]))

/** A session of the operator, without a check from the start: the servers erase it when nobody else has. */
const ADD_TRIAL = `
  insert into identity_session (id, provider, number, ref_hash, stage, staged_at, tries, created_at, next_erase_at,
    vendor_ref_mac, vendor_ref_enc, kept_enc)
  values ($1, $2, 1, $3, 'open', $4, 1, $4, $5, $6, $7, $8)`
type NewTrial = Pick<NewSession, 'id' | 'provider' | 'refHash' | 'now'> &
  Pick<Opened, 'vendorRefMac' | 'vendorRefEnc' | 'keptEnc'> & { eraseAt: Date }

export const addTrial = async (db: Executor, trial: NewTrial): Promise<void> => {
  const { id, provider, refHash, now, eraseAt, vendorRefMac, vendorRefEnc, keptEnc } = trial
  await db.query(ADD_TRIAL, [id, provider, refHash, now, eraseAt, vendorRefMac, vendorRefEnc, keptEnc])
}

const FIND_TRIAL = `
  select ${COLUMNS}, s.rung_at as "rungAt" from identity_session s where s.id = $1 and s.check_id is null`
const TRIAL = row({ ...SESSION_COLUMNS, rungAt: nullable(timestamp) })

export const findTrial = async (db: Executor, id: string) => (await db.query(FIND_TRIAL, [id], TRIAL))[0]

export const eraseTrialNow = async (db: Executor, id: string): Promise<void> =>
  void (await db.query('update identity_session set next_erase_at = staged_at where id = $1', [id]))

/** Sealed for the session. */
const sealed = (name: string) => ({ name, purpose: 'identity-session' }) as const
export const sealedSessions: readonly SealedTable[] = [
  { table: 'identity_session', id: 'id', owner: 'id', columns: [sealed('vendor_ref_enc'), sealed('kept_enc')] },
]
