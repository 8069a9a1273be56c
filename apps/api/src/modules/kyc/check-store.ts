import { HOUR_MS, KYC_STATUSES, type KycStatus, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import type * as z from 'zod/mini'
import { later } from '../../platform/clock.ts'
import { type Executor, statement } from '../../platform/database/database.ts'
import { bool, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { type Sweep, walkOf } from '../../platform/database/sweep.ts'
import { IN_STEP } from '../../platform/database/walk.ts'
import { GENERIC } from './vendors/generic.ts'

/** `verifiedOn`: the day of the proof. */
const FIND_APPLICANT = `
  select adult, verified_on::text as "verifiedOn", kyc_status as status, data_collection_consent as "dataCollectionConsent"
  from account where id = $1 and state = 'active'`
const APPLICANT = row({
  adult: bool,
  verifiedOn: nullable(text),
  status: oneOf(KYC_STATUSES),
  dataCollectionConsent: bool,
})
export type Applicant = z.output<typeof APPLICANT>

export const lockAccount = statement<[accountId: string]>('select 1 from account where id = $1 for update')

const FIND_OPEN_CHECK = `
  select c.id from account a join identity_check c on c.id = a.current_check
  where a.id = $1 and (c.status = '' and c.code_expires_at > $2 or exists (
    select from identity_session s
    where s.check_id = c.id and (s.expires_at is null or s.expires_at > $2)
      and (c.status = '' and s.stage in ('open', 'submitted') or c.status in ('', 'PENDING_MANUAL_REVIEW') and s.stage = 'again')))`
const CHECK_ID = row({ id: text })
const FIND_BEGUN = `
  select created_at from identity_check where account_id = $1 and created_at > $2
  order by created_at desc offset $3 limit 1`
const BEGUN = row({ created_at: timestamp })
/** A late report still counts. Polling ends, unless the vendor has reported something. */
const END_OPEN_CHECKS = `
  update identity_check c set status = 'USER_PROCESS_EXPIRED', next_poll_at = case when exists (
    select from identity_session s where s.check_id = c.id and s.rung_at is not null) then next_poll_at end
  where account_id = $1 and status = ''`
const ADD_CHECK = `
  insert into identity_check (id, tc_hash, account_id, created_at, code_expires_at, next_poll_at, provider)
  values ($1, $2, $3, $4, $5, $6, $7)`
const SET_CURRENT = `
  update account set current_check = $2, kyc_status = ''
  where id = $1 and state = 'active' and (not adult or verified_on < $3)`

/** SQL: an account that waits for no check; its status becomes that of the newest approval. */
export const AT_PROOF = `current_check = null, kyc_status = coalesce(
    (select c.status from identity_check c where c.account_id = a.id and c.status in ('COMPLETED', 'COMPLETED_FRAUD')
     order by c.reported_at desc limit 1), 'COMPLETED')`
/** Ends an adult's wait for a newer check: the status is that of the proof again. */
export const returnToProof = statement<[accountId: string]>(`
  update account a set ${AT_PROOF}
  where a.id = $1 and a.state = 'active' and a.adult and a.kyc_status not in ('COMPLETED', 'COMPLETED_FRAUD')`)

/** Makes a check under review current again, for an adult with a proof older than `oldestProof`. @returns false when none is under review */
export const resumeReview = statement<[accountId: string, oldestProof: string]>(`
  update account a set current_check = c.id, kyc_status = c.status from identity_check c
  where a.id = $1 and a.state = 'active' and a.adult and a.verified_on < $2 and c.id = (
    select id from identity_check where account_id = $1 and status = 'PENDING_MANUAL_REVIEW'
    order by created_at desc limit 1)
  returning a.id`)

/** Prolongs the visitor's open intents to two hours, for a check under review. */
export const prolongIntents = statement<[accountId: string, now: Date]>(`
  update intent set expires_at = greatest(expires_at, created_at + interval '2 hours')
  where account_id = $1 and state = 'bound' and expires_at > $2`)

/** @returns undefined when the account has ended */
export const findApplicant = async (db: Executor, accountId: string): Promise<Applicant | undefined> =>
  (await db.query(FIND_APPLICANT, [accountId], APPLICANT))[0]

/** The current check, if the visitor can continue it: its code still starts it, its session is open, or the vendor wants another picture or document, also under review. */
export const findOpenCheck = async (tx: Executor, accountId: string, now: Date): Promise<string | undefined> =>
  (await tx.query(FIND_OPEN_CHECK, [accountId, now], CHECK_ID))[0]?.id

/** Reads when the oldest of the account's last `count` checks began; undefined where fewer began since `since`. */
export const findBegun = async (tx: Executor, accountId: string, since: Date, count: number) =>
  (await tx.query(FIND_BEGUN, [accountId, since, count - 1], BEGUN))[0]?.created_at

/** `oldestProof`: a proof older than this day is renewed; null: a proof of any age is accepted. */
type NewCheck = { id: string; tcHash: Buffer; accountId: string; oldestProof: string | null; vendor: string }

/** A code starts a check within this time; a started check may take longer. */
const CODE_LIFE_MS = 15 * MINUTE_MS

/** Ends the account's open check and adds one, which becomes the current one of an account without an acceptable proof. */
export async function addCheck(tx: Executor, { id, tcHash, accountId, oldestProof, vendor }: NewCheck, now: Date) {
  await tx.query(END_OPEN_CHECKS, [accountId])
  const values = [id, tcHash, accountId, now, later(now, CODE_LIFE_MS), firstPollAt('', now), vendor]
  await tx.query(ADD_CHECK, values)
  await tx.query(SET_CURRENT, [accountId, id, oldestProof])
}

/** How long an outcome may be missing before the first poll. */
export const firstPollAfter = (status: KycStatus): number =>
  status === 'PENDING_MANUAL_REVIEW' ? 30 * MINUTE_MS : 5 * MINUTE_MS
/** A vendor's answer may lag behind its message. */
export const AFTER_MESSAGE_MS = 2 * SECOND_MS

/** The first poll of a check that has just reached this status, soon after a message; null when its outcome is final. */
export function firstPollAt(status: KycStatus, now: Date, reportedAt: Date | null = null): Date | null {
  const isOpen = status === '' || status === 'PENDING_MANUAL_REVIEW'
  return isOpen ? later(now, reportedAt === null ? firstPollAfter(status) : AFTER_MESSAGE_MS) : null
}

/** Polls for overdue reports. A report sets the time of the next poll, and resets the count of polls. */
export const POLL_OUTBOX = {
  name: 'check.poll',
  table: 'identity_check',
  key: 'id',
  attempts: 'polls',
  dueAt: 'next_poll_at',
  open: `t.next_poll_at is not null
    and exists (select from account a where a.id = t.account_id and a.state = 'active')`,
  isDuty: false,
} as const

/** A vendor is asked about a check no sooner again, however many messages it sends. */
export const ASK_GAP_MS = 2 * SECOND_MS
/** Longer than a question takes. */
const LONGEST_ASK_MS = 20 * SECOND_MS

const BEGIN_ASK = `
  with c as (
    update identity_check set ask_after = $4
    where id = $1 and polls = $2 and next_poll_at is not null and (ask_after is null or ask_after <= $3) returning *)
  select c.status, s.rung_at as "reportedAt", c.held_enc is not null as "isHeld", coalesce(
    case c.status when '' then null when 'PENDING_MANUAL_REVIEW' then c.reported_at else s.rung_at end, c.created_at) as since
  from c left join identity_session s on s.check_id = c.id`
const WAITING_CHECK = row({
  status: oneOf(KYC_STATUSES),
  since: timestamp,
  reportedAt: nullable(timestamp),
  isHeld: bool,
})

/** Begins the one question about a check. @returns undefined when its outcome was reported since, and while another question is under way */
export const beginAsk = async (db: Executor, id: string, polls: number, now: Date) =>
  (await db.query(BEGIN_ASK, [id, polls, now, later(now, LONGEST_ASK_MS)], WAITING_CHECK))[0]

/** Ends the question; another one follows where something was reported during this one. */
export const endAsk = statement<[id: string, polls: number, askAfter: Date]>(`
  update identity_check set ask_after = $3, next_poll_at = case when polls <> $2 and next_poll_at > $3 then $3 else next_poll_at end
  where id = $1`)

/** Advances the questions about all checks of a vendor that were asked about since then. */
export const askSoon = statement<[now: Date, since: Date, vendor: string]>(`
  update identity_check c set next_poll_at = greatest($1, c.ask_after)
  where c.next_poll_at > $1 and c.ask_after > $2
    and $3 = coalesce((select s.provider from identity_session s where s.check_id = c.id), c.provider)`)

/** Ends the polls of a check with an outcome, unless its vendor has reported something since. */
export const settle = statement<[id: string, polls: number]>(`
  update identity_check set next_poll_at = null where id = $1 and polls = $2 and status not in ('', 'PENDING_MANUAL_REVIEW')`)

const UNDER_REVIEW = `status = 'PENDING_MANUAL_REVIEW' and reported_at is not null and next_poll_at is not null`

const REVIEWS = `
  select c.id as "checkId", account_id as "accountId", reported_at as since, count(*) over ()::int as total,
    a.is_appeal as "isAppeal", held_enc is not null as "isHeld"
  from identity_check c join account a on a.id = c.account_id where ${UNDER_REVIEW}
  order by since, c.id limit $1`
const REVIEW = row({ checkId: text, accountId: text, since: timestamp, total: int, isAppeal: bool, isHeld: bool })

/** Checks under review, the longest wait first. @param most null: all of them */
export const waitingReviews = (db: Executor, most: number | null) => db.query(REVIEWS, [most], REVIEW)

export const isUnderReview = statement<[checkId: string]>(
  `select 1 from identity_check where id = $1 and ${UNDER_REVIEW}`,
)

/** An approval stays with its account, because its vendor may withdraw it; so does the check that the account waits for. */
const DELETE_ENDED = `
  with gone as (
    delete from identity_check where id in (
      select t.id from identity_check t join account a on a.id = t.account_id
      where ${IN_STEP} and t.created_at <= $3 and t.next_poll_at is null and a.current_check is distinct from t.id
        and t.status in ('MANUAL_REVIEW_REJECTED', 'USER_PROCESS_EXPIRED', 'DELETED')
      for update of t skip locked)
    returning id, provider)
  insert into vendor_erasure (check_id, next_attempt_at, created_at)
  select id, $4, $4 from gone where provider = $5 on conflict do nothing`

/** Checks that ended without an outcome about the age. */
export const sweepChecks = (keptDays: number): Sweep =>
  walkOf('identity_check', keptDays * 24 * HOUR_MS, DELETE_ENDED, (now) => [now, GENERIC])
