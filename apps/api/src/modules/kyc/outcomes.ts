import { HOUR_MS, isApproved } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { deactivate, type EndSignIns, eraseSoon, hasTombstone, raiseForSessions } from '../accounts/index.ts'
import type { AppendEvents, AuditEvent } from '../audit/index.ts'
import type { Sms } from '../sms/index.ts'
import { REVIEW_INTENT_LIFE_MS } from './checks.ts'
import { prolongIntents } from './kyc-store.ts'
import * as store from './outcome-store.ts'
import { holdForProof, keepDocument } from './proof-documents.ts'
import type { RegistrationStops } from './registration-stops.ts'
import { advances } from './transitions.ts'

/** Two documents contradict each other: the operator has this time to decide between them. */
const CONTRADICTION_MS = 30 * 24 * HOUR_MS

export type OutcomeDeps = {
  db: Database
  append: AppendEvents
  stops: Pick<RegistrationStops, 'place'>
  sms: Pick<Sms, 'notify'>
  endSignIns: EndSignIns
}

/** What a reported outcome did. */
export type Applied = 'unknown_check' | 'repeat' | 'out_of_order' | 'applied'

/**
 * One transaction: each report once, a check only onwards (transitions.ts), the account's result with it. Accounts are
 * locked before their checks, in every transaction.
 */
export const applyOutcome = (deps: OutcomeDeps, outcome: store.ReportedOutcome): Promise<Applied> =>
  deps.db.transaction(async (tx) => {
    const { tcHash, status, documentIdx, now, decision } = outcome
    const ownerId = await store.findCheckOwner(tx, tcHash)
    if (ownerId === undefined) return (await hasTombstone(tx, tcHash, now)) ? 'out_of_order' : 'unknown_check'
    await holdForProof(tx, ownerId, documentIdx)
    const check = await store.holdCheck(tx, tcHash)
    if (check === undefined) return 'out_of_order'
    const about = { accountId: check.accountId, reason: status }
    if (!(await store.addVendorEvent(tx, check.id, outcome))) {
      await deps.append(tx, { ...about, type: 'kyc.repeated' })
      return 'repeat'
    }
    if (!advances(check.status, status) || (decision !== undefined && check.status !== 'PENDING_MANUAL_REVIEW')) {
      await deps.append(tx, { ...about, type: 'kyc.out_of_order' })
      return 'out_of_order'
    }
    await store.moveCheck(tx, check.id, outcome)
    const further = await applyToAccount(deps, tx, check, outcome)
    if (check.status === 'PENDING_MANUAL_REVIEW') await noticeReviewEnd(deps, tx, check, outcome)
    const decided: AuditEvent[] = decision === undefined ? [] : [{ ...about, type: 'operator.review_decided' }]
    await deps.append(tx, ...decided, { ...about, type: 'kyc.status' }, ...further)
    return 'applied'
  })

/**
 * An approval by any check proves the age, and under age in any check ends the account. Every other outcome counts only
 * for the check that the account waits for. @returns further events for the audit trail
 */
async function applyToAccount(
  deps: OutcomeDeps,
  tx: Executor,
  check: store.HeldCheck,
  outcome: store.ReportedOutcome,
): Promise<AuditEvent[]> {
  const { status, now } = outcome
  const { accountId } = check
  if (isApproved(status) && !isApproved(check.status)) return approve(tx, accountId, outcome)
  if (status === 'UNDERAGED') {
    await endUnderAge(deps, tx, accountId, now)
    return [{ type: 'account.deactivated', accountId, reason: status }]
  }
  if (status === 'PENDING_MANUAL_REVIEW') await prolongIntents(tx, accountId, REVIEW_INTENT_LIFE_MS, now)
  if (isApproved(status)) await store.markApproval(tx, accountId, status)
  else await store.setStatus(tx, check, status)
  return []
}

/** A document proves the age of one account: the account that had it before loses its proof. */
async function approve(tx: Executor, accountId: string, outcome: store.ReportedOutcome): Promise<AuditEvent[]> {
  const { documentIdx, now } = outcome
  const approved = await store.approveAccount(tx, accountId, outcome)
  const loser = approved ? await keepDocument(tx, { accountId, documentIdx, now }) : undefined
  if (loser === undefined) return []
  return [
    { type: 'kyc.document_moved', accountId },
    { type: 'kyc.proof_withdrawn', accountId: loser },
  ]
}

/**
 * Ends the account; its open intents are answered and it is erased soon. An account that was proven adult
 * before is erased later; any other number may not register again for a while.
 */
async function endUnderAge(deps: OutcomeDeps, tx: Executor, accountId: string, now: Date): Promise<void> {
  const { stops, endSignIns } = deps
  const holder = await store.findHolder(tx, accountId)
  if (holder === undefined) return
  await raiseForSessions(tx, accountId, now)
  await store.markUnderAge(tx, accountId)
  await deactivate(tx, accountId, endSignIns, now, holder.adult ? later(now, CONTRADICTION_MS) : now)
  if (!holder.adult) await stops.place(tx, holder, now)
  await eraseSoon(tx)
}

/** One SMS to the account that waits for this review, stored with the outcome. */
async function noticeReviewEnd(
  { sms }: OutcomeDeps,
  tx: Executor,
  { id: checkId, accountId }: store.HeldCheck,
  { status }: store.ReportedOutcome,
): Promise<void> {
  const holder = await store.findHolder(tx, accountId)
  if (holder?.status === status) await sms.notify(tx, `review:${checkId}`, 'review_ended', holder)
}
