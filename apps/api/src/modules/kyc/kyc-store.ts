import { KYC_STATUSES, type KycStatus, SECOND_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'

const FIND_APPLICANT = `
  select adult, verified_on::text, kyc_status, data_collection_consent from account
  where id = $1 and state = 'active'`
const APPLICANT = row({
  adult: bool,
  verified_on: nullable(text),
  kyc_status: oneOf(KYC_STATUSES),
  data_collection_consent: bool,
})

const HOLD_ACCOUNT = 'select 1 from account where id = $1 for update'
const FIND_OPEN_CHECK = `
  select c.id from account a join identity_check c on c.id = a.current_check
  where a.id = $1 and c.status = '' and c.code_expires_at > $2`
const CHECK_ID = row({ id: text })
const FIND_BEGUN = `
  select created_at from identity_check where account_id = $1 and created_at > $2
  order by created_at desc offset $3 limit 1`
const BEGUN = row({ created_at: timestamp })
/** A report that comes after all still counts; the service is no longer asked for it. */
const END_OPEN_CHECKS = `
  update identity_check set status = 'USER_PROCESS_EXPIRED', next_poll_at = null where account_id = $1 and status = ''`
const ADD_CHECK = `
  insert into identity_check (id, tc_hash, account_id, created_at, code_expires_at, next_poll_at)
  values ($1, $2, $3, $4, $5, $6)`
const SET_CURRENT = `
  update account set current_check = $2, kyc_status = ''
  where id = $1 and state = 'active' and (not adult or verified_on < $3)`

/** The status becomes that of the newest approval. */
const RETURN_TO_PROOF = `
  update account a set current_check = null, kyc_status = coalesce(
    (select c.status from identity_check c where c.account_id = a.id and c.status in ('COMPLETED', 'COMPLETED_FRAUD')
     order by c.reported_at desc limit 1), 'COMPLETED')
  where a.id = $1 and a.state = 'active' and a.adult and a.kyc_status not in ('COMPLETED', 'COMPLETED_FRAUD')`
const RESUME_REVIEW = `
  update account a set current_check = c.id, kyc_status = c.status from identity_check c
  where a.id = $1 and a.state = 'active' and a.adult and a.verified_on < $2 and c.id = (
    select id from identity_check where account_id = $1 and status = 'PENDING_MANUAL_REVIEW'
    order by created_at desc limit 1)
  returning a.id`
const PROLONG = `
  update intent set expires_at = greatest(expires_at, created_at + make_interval(secs => $3))
  where account_id = $1 and state = 'bound' and expires_at > $2`

/** `verifiedOn`: the day of the proof. */
export type Applicant = {
  adult: boolean
  verifiedOn: string | null
  status: KycStatus
  dataCollectionConsent: boolean
}

/** @returns undefined when the account has ended */
export async function findApplicant(db: Executor, accountId: string): Promise<Applicant | undefined> {
  const [found] = await db.query(FIND_APPLICANT, [accountId], APPLICANT)
  if (found === undefined) return undefined
  const { adult, verified_on, kyc_status, data_collection_consent } = found
  return { adult, verifiedOn: verified_on, status: kyc_status, dataCollectionConsent: data_collection_consent }
}

/** Ends an adult's wait for a newer check: the status is that of the proof again. */
export const returnToProof = async (db: Executor, accountId: string): Promise<void> =>
  void (await db.query(RETURN_TO_PROOF, [accountId]))

/**
 * Lets an adult whose proof is older than `oldestProof` wait for the newer check that is under review.
 * @returns false when none is
 */
export const resumeReview = async (db: Executor, accountId: string, oldestProof: string): Promise<boolean> =>
  (await db.query(RESUME_REVIEW, [accountId, oldestProof])).length > 0

/** Lets the account's bound intents live for `lifeMs` from their creation, if that is longer. */
export const prolongIntents = async (db: Executor, accountId: string, lifeMs: number, now: Date): Promise<void> =>
  void (await db.query(PROLONG, [accountId, now, lifeMs / SECOND_MS]))

export const holdAccount = async (tx: Executor, accountId: string): Promise<void> =>
  void (await tx.query(HOLD_ACCOUNT, [accountId]))

/** The id of the account's current check, while it has no outcome and its code has not expired. */
export async function findOpenCheck(tx: Executor, accountId: string, now: Date): Promise<string | undefined> {
  const [check] = await tx.query(FIND_OPEN_CHECK, [accountId, now], CHECK_ID)
  return check?.id
}

/** When the account's last check but `count - 1` began, if that was after `since`: `count` have begun since then. */
export async function findBegun(
  tx: Executor,
  accountId: string,
  since: Date,
  count: number,
): Promise<Date | undefined> {
  const [check] = await tx.query(FIND_BEGUN, [accountId, since, count - 1], BEGUN)
  return check?.created_at
}

export type NewCheck = {
  id: string
  tcHash: Buffer
  accountId: string
  /** A proof older than this day is renewed; null: a proof of any age is accepted. */
  oldestProof: string | null
  now: Date
  codeExpiresAt: Date
  /** When the service is asked, should it not report. */
  nextPollAt: Date | null
}

/** Ends the account's open check and adds one, which becomes the current one of an account without an acceptable proof. */
export async function addCheck(tx: Executor, check: NewCheck): Promise<void> {
  const { id, tcHash, accountId, oldestProof, now, codeExpiresAt, nextPollAt } = check
  await tx.query(END_OPEN_CHECKS, [accountId])
  await tx.query(ADD_CHECK, [id, tcHash, accountId, now, codeExpiresAt, nextPollAt])
  await tx.query(SET_CURRENT, [accountId, id, oldestProof])
}
