import { HOUR_MS, isApproved, type KycStatus, SECOND_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { advances } from './transitions.ts'
import { REVIEW_INTENT_LIFE_MS } from './kyc.ts'
import type { AppendEvents, AuditEvent } from '../audit/index.ts'
import type { Applied, KycStore, ReportedOutcome } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { deactivate, type EnqueueClosing, hasTombstone, raiseForSessions } from '../accounts/index.ts'
import { holdForProof, keepDocument } from './proof-documents.ts'
import { resumeReview, returnToProof } from './recheck.ts'
import { writeReviewNotice } from './review-notice.ts'
import type { EnqueueSms } from '../sms/index.ts'

type ApplicantRow = {
  adult: boolean
  verified_on: string | null
  kyc_status: KycStatus
  data_collection_consent: boolean
}
type CheckRow = { id: string; account_id: string; status: KycStatus }

type OwnerRow = { adult: boolean; phone_enc: string; phone_idx: Uint8Array }

const OWNER = `select adult, phone_enc, phone_idx from account where id = $1 and state = 'active'`

const OPEN_CHECK = `
  select c.id from account a join identity_check c on c.id = a.current_check
  where a.id = $1 and c.status = '' and c.code_expires_at > $2`

const MAKE_CHECK = `
  insert into identity_check (id, tc_hash, account_id, intent_id, created_at, code_expires_at, next_poll_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

const MOVE_CHECK = `
  update identity_check set status = $2, reported_at = $3, next_poll_at = $4, polls = 0 where id = $1`

const KEEP_EVENT = `
  insert into vendor_event (id, check_id, status, occurred_at, received_at) values ($1, $2, $3, $4, $5)
  on conflict (id) do nothing returning 1`

/**
 * An approval of any check proves the age, and under age in any check ends the account. The proof is of the day of the
 * check, which a report may come long after; one of an earlier check makes no proof older.
 */
const APPROVE = `
  update account set adult = true, kyc_status = $2,
    verified_on = greatest(verified_on, (least($3::timestamptz, $4) at time zone 'UTC')::date)
  where id = $1 and state = 'active' returning id`
/** The day of the proof stays when the approval is only marked; who waits for a newer check goes on waiting. */
const MARK = `
  update account set kyc_status = $2
  where id = $1 and state = 'active' and adult and kyc_status in ('COMPLETED', 'COMPLETED_FRAUD')`
const UNDER_AGE = `update account set kyc_status = 'UNDERAGED' where id = $1`
/** Everything else counts only for the check that the account waits for. */
const SET_STATUS = `
  update account set kyc_status = $2
  where id = $1 and current_check = $3 and state = 'active' and kyc_status not in ('COMPLETED', 'COMPLETED_FRAUD')`
const SET_CURRENT = `
  update account set current_check = $2, kyc_status = ''
  where id = $1 and state = 'active' and (not adult or verified_on < $3)`

/** A person takes longer than a machine: what waits for the review does not expire meanwhile. */
const PROLONG = `
  update intent set expires_at = greatest(expires_at, created_at + make_interval(secs => $3))
  where account_id = $1 and state = 'bound' and expires_at > $2`

const prolong = (db: Executor, accountId: string, now: Date) =>
  db.query(PROLONG, [accountId, now, REVIEW_INTENT_LIFE_MS / SECOND_MS])

/** Between two documents that contradict each other a person decides: so long the operator has time. */
const CONTRADICTION_MS = 30 * 24 * HOUR_MS

export type KycStorePorts = {
  enqueueClosing: EnqueueClosing
  enqueueSms: EnqueueSms
  append: AppendEvents
  /** Keeps the number from registering again for a while. */
  stopRegistrations: (tx: Executor, number: { phoneEnc: string; phoneIdx: Buffer }, now: Date) => Promise<void>
}

export function createKycStore(
  db: Database,
  { enqueueClosing, enqueueSms, append, stopRegistrations }: KycStorePorts,
): KycStore {
  async function endUnderAge(tx: Executor, accountId: string, now: Date): Promise<void> {
    const [account] = await tx.query<OwnerRow>(OWNER, [accountId])
    if (account === undefined) return
    await raiseForSessions(tx, accountId, now)
    await tx.query(UNDER_AGE, [accountId])
    await deactivate(tx, accountId, now, account.adult ? later(now, CONTRADICTION_MS) : now)
    if (!account.adult)
      await stopRegistrations(tx, { phoneEnc: account.phone_enc, phoneIdx: Buffer.from(account.phone_idx) }, now)
    await enqueueClosing(tx)
  }

  /** The newest proof wins: whoever proved the age with the same document has to do so again. */
  async function approve(tx: Executor, accountId: string, outcome: ReportedOutcome): Promise<AuditEvent[]> {
    const { status, occurredAt, documentIdx, now } = outcome
    const approved = await tx.query(APPROVE, [accountId, status, occurredAt, now])
    const loser = approved.length > 0 ? await keepDocument(tx, { accountId, documentIdx, now }) : undefined
    if (loser === undefined) return []
    return [
      { type: 'kyc.document_moved', accountId },
      { type: 'kyc.proof_withdrawn', accountId: loser },
    ]
  }

  /** @returns what follows from it, for the audit trail */
  async function applyToAccount(tx: Executor, check: CheckRow, outcome: ReportedOutcome): Promise<AuditEvent[]> {
    const { status, now } = outcome
    const { account_id: accountId } = check
    if (isApproved(status) && !isApproved(check.status)) return approve(tx, accountId, outcome)
    if (status === 'UNDERAGED') {
      await endUnderAge(tx, accountId, now)
      return [{ type: 'account.deactivated', accountId, reason: status }]
    }
    if (status === 'PENDING_MANUAL_REVIEW') await prolong(tx, accountId, now)
    if (isApproved(status)) await tx.query(MARK, [accountId, status])
    else await tx.query(SET_STATUS, [accountId, status, check.id])
    return []
  }

  return {
    async applicant(accountId) {
      const [row] = await db.query<ApplicantRow>(
        `select adult, verified_on::text, kyc_status, data_collection_consent from account
         where id = $1 and state = 'active'`,
        [accountId],
      )
      return (
        row && {
          adult: row.adult,
          verifiedOn: row.verified_on,
          status: row.kyc_status,
          dataCollectionConsent: row.data_collection_consent,
        }
      )
    },

    async status(accountId) {
      const [row] = await db.query<{ kyc_status: KycStatus }>('select kyc_status from account where id = $1', [
        accountId,
      ])
      return row?.kyc_status
    },

    returnToProof: (accountId) => returnToProof(db, accountId),
    resumeReview: (accountId, oldestProof) => resumeReview(db, accountId, oldestProof),

    prolongIntents: async (accountId, now) => void (await prolong(db, accountId, now)),

    openCheck: ({ id, tcHash, accountId, intentId, oldestProof, now, codeExpiresAt, nextPollAt }, renew) =>
      db.transaction(async (tx) => {
        await tx.query('select 1 from account where id = $1 for update', [accountId])
        const [open] = renew ? [] : await tx.query<{ id: string }>(OPEN_CHECK, [accountId, now])
        if (open !== undefined) return open.id
        await tx.query(MAKE_CHECK, [id, tcHash, accountId, intentId, now, codeExpiresAt, nextPollAt])
        await tx.query(SET_CURRENT, [accountId, id, oldestProof])
        return id
      }),

    apply: (outcome: ReportedOutcome) =>
      db.transaction<Applied>(async (tx) => {
        const { eventId, tcHash, status, occurredAt, documentIdx, now, nextPollAt } = outcome
        // The account first, then what hangs on it: every transaction takes its locks in this order.
        const [owner] = await tx.query<{ account_id: string }>(
          'select account_id from identity_check where tc_hash = $1',
          [tcHash],
        )
        if (owner === undefined) return (await hasTombstone(tx, tcHash, now)) ? 'out_of_order' : 'unknown_check'
        await holdForProof(tx, owner.account_id, documentIdx)
        const [check] = await tx.query<CheckRow>(
          'select id, account_id, status from identity_check where tc_hash = $1 for update',
          [tcHash],
        )
        if (check === undefined) return 'out_of_order'
        const kept = await tx.query(KEEP_EVENT, [eventId, check.id, status, occurredAt, now])
        const what = { accountId: check.account_id, reason: status }
        if (kept.length === 0) {
          await append(tx, { ...what, type: 'kyc.repeated' })
          return 'repeat'
        }
        if (!advances(check.status, status)) {
          await append(tx, { ...what, type: 'kyc.out_of_order' })
          return 'out_of_order'
        }
        await tx.query(MOVE_CHECK, [check.id, status, now, nextPollAt])
        const further = await applyToAccount(tx, check, outcome)
        if (check.status === 'PENDING_MANUAL_REVIEW')
          await writeReviewNotice(tx, { accountId: check.account_id, checkId: check.id, status, now }, enqueueSms)
        await append(tx, { ...what, type: 'kyc.status' }, ...further)
        return 'applied'
      }),
  }
}
