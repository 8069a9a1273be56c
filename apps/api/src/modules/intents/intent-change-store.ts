import { HOUR_MS, SECOND_MS, VENDOR_OUTCOMES } from '@avouch/contract'
import type { IntentKind, IntentStatus, ProofMethod, ReturnTab, VendorOutcome } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, int, nullable, oneOf, row, text } from '../../platform/database/rows.ts'
import { walkedFrom, walkOf } from '../../platform/database/sweep.ts'
import { IN_STEP } from '../../platform/database/walk.ts'
import type { PaymentTerms } from './intent-store.ts'
import { type IntentStep, STEPS } from './steps.ts'

const ADD = `
  insert into intent (id, mintid_hash, provider_id, live, kind, minimum_age, accept, max_proof_age_days, reference, redirect_uri,
    website_uri, return_tab, idempotency_key, request_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
  on conflict (provider_id, live, idempotency_key) do nothing returning id`
const ADD_PAYMENT = 'insert into payment (intent_id, amount, currency, description) values ($1, $2, $3, $4)'

const BIND = `
  update intent set state = 'bound', account_id = $2, bound_at = $3
  where mintid_hash = $1 and expires_at > $3 and state = 'created'
  returning id, live, test_status, minimum_age, max_proof_age_days`
const FIND_BOUND = `
  select id, live, test_status, minimum_age, max_proof_age_days from intent
  where mintid_hash = $1 and account_id = $2 and expires_at > $3 and state = 'bound'`
const BOUND = row({
  id: text,
  live: bool,
  test_status: nullable(oneOf(VENDOR_OUTCOMES)),
  minimum_age: nullable(int),
  max_proof_age_days: nullable(int),
})

/** A chosen review prolongs a test's intent as a real one does. */
const CHOOSE = `
  update intent set test_status = $3, expires_at = case when $3 = 'PENDING_MANUAL_REVIEW'
    then greatest(expires_at, created_at + make_interval(secs => $5)) else expires_at end
  where id = $1 and not live and account_id = $2 and state = 'bound' and expires_at > $4 returning id`

/** Ends an intent once: as expired when its time is over, and otherwise only before that. */
const END = `
  update intent set state = $2, result = $3, verdict = $4, ended_at = $5, method = $8,
    answered_at = case when $3::text is null and $2 <> 'executed' then null else $5::timestamptz end
  where id = $1 and state = any($6) and (expires_at <= $5) = ($2 = 'expired')
    and ($7::text is null or account_id = $7) and ($9::boolean is null or (account_id is not null) = $9)
  returning provider_id`
const ENDED = row({ provider_id: text })

/** Once, while the request is open and no payer has confirmed, by its own account or before it has one. */
const LEAVE = `
  update intent set left_at = $3
  where id = $1 and left_at is null and ended_at is null and state <> 'reserved' and expires_at > $3
    and (account_id is null or account_id = $2)
  returning id`

/** Locks the account, so that its proof stays valid until the answer is written. */
const LOCK_PROOF = `
  select adult and state = 'active' and ($2::date is null or verified_on >= $2) as adult
  from account where id = $1 for share`
/** null: adult, while the day of the proof is unknown. */
const HELD_PROOF = row({ adult: nullable(bool) })

/** SQL: open intents past their time. */
export const EXPIRE_DUE = 'select id as key, expires_at as due from intent where ended_at is null and expires_at <= $1'
/** SQL: the payments that need an adult, of payers who have lost their proof since they confirmed. */
const UNPROVEN = `
  select i.id as key from intent i join account a on a.id = i.account_id
  where i.state = 'reserved' and i.minimum_age is not null and not a.adult and i.expires_at > $1`
const KEY = row({ key: text })

const WRITE_RECEIPT = 'update payment set receipt = $2 where intent_id = $1'

export type NewIntent = {
  id: string
  mintidHash: Buffer
  owner: { providerId: string; live: boolean }
  kind: IntentKind
  minimumAge: number | null
  accept: readonly ProofMethod[]
  payment: PaymentTerms | null
  maxProofAgeDays: number | null
  reference: string | null
  redirectUri: string
  websiteUri: string | null
  returnTab: ReturnTab | null
  idempotencyKey: string | null
  requestHash: Buffer
  createdAt: Date
  expiresAt: Date
}

/** Records when its visitor first came. */
export const markOpened = async (db: Executor, id: string, now: Date): Promise<void> =>
  void (await db.query('update intent set opened_at = $2 where id = $1 and opened_at is null', [id, now]))

/** Adds nothing when the idempotency key was used before. */
export async function addIntent(tx: Executor, { owner, payment, ...intent }: NewIntent): Promise<void> {
  const added = await tx.query(ADD, [
    intent.id,
    intent.mintidHash,
    owner.providerId,
    owner.live,
    intent.kind,
    intent.minimumAge,
    intent.accept,
    intent.maxProofAgeDays,
    intent.reference,
    intent.redirectUri,
    intent.websiteUri,
    intent.returnTab,
    intent.idempotencyKey,
    intent.requestHash,
    intent.createdAt,
    intent.expiresAt,
  ])
  if (added.length === 0 || payment === null) return
  await tx.query(ADD_PAYMENT, [intent.id, payment.amount, payment.currency, payment.description])
}

/** `maxProofAgeDays` null: a proof of any age is accepted. */
export type BoundIntent = {
  id: string
  live: boolean
  testStatus: VendorOutcome | null
  minimumAge: number | null
  maxProofAgeDays: number | null
}

async function boundBy(tx: Executor, statement: string, values: unknown[]): Promise<BoundIntent | undefined> {
  const [bound] = await tx.query(statement, values, BOUND)
  if (bound === undefined) return undefined
  const { id, live, test_status: testStatus, minimum_age: minimumAge, max_proof_age_days: maxProofAgeDays } = bound
  return { id, live, testStatus, minimumAge, maxProofAgeDays }
}

/** One statement: the first visitor gets the intent. @returns undefined when it is bound, unknown or over */
export const takeIntent = (tx: Executor, mintidHash: Buffer, accountId: string, now: Date) =>
  boundBy(tx, BIND, [mintidHash, accountId, now])

export const findBoundIntent = (tx: Executor, mintidHash: Buffer, accountId: string, now: Date) =>
  boundBy(tx, FIND_BOUND, [mintidHash, accountId, now])

type Choice = { intentId: string; accountId: string; status: VendorOutcome; now: Date; reviewMs: number }

/** @returns false unless it is a test that this account has bound and not answered */
export const writeTestStatus = async (tx: Executor, { intentId, accountId, status, now, reviewMs }: Choice) =>
  (await tx.query(CHOOSE, [intentId, accountId, status, now, reviewMs / SECOND_MS])).length > 0

export type IntentEnd = {
  intentId: string
  step: Exclude<IntentStep, 'bind' | 'reserve' | 'execute'>
  state: Exclude<IntentStatus, 'created' | 'bound' | 'reserved'>
  result: 'yes' | 'no' | null
  verdict: string | null
  /** By which method a result was given. */
  method?: ProofMethod
  now: Date
}

/**
 * One statement ends the intent; of `accountId`, and bound or not, if that is given.
 * @returns its provider; undefined when it had ended, or is another account's
 */
export async function writeEnd(
  tx: Executor,
  end: IntentEnd,
  { accountId, isBound }: { accountId?: string | undefined; isBound?: boolean } = {},
): Promise<string | undefined> {
  const { intentId, step, state, result, verdict, method, now } = end
  const from = STEPS[step].from
  const whose = [accountId ?? null, method ?? null, isBound ?? null]
  const values = [intentId, state, result, verdict, now, from, ...whose]
  const [ended] = await tx.query(END, values, ENDED)
  return ended?.provider_id
}

type Leaving = { intentId: string; accountId: string | null; now: Date }

/** @returns false when a visitor left it before, it has ended, or is another account's */
export const writeLeaving = async (tx: Executor, { intentId, accountId, now }: Leaving): Promise<boolean> =>
  (await tx.query(LEAVE, [intentId, accountId, now])).length > 0

/** Locks the account and reads whether it proves an adult, by a proof of `oldestProof` or later. */
export async function lockProof(
  tx: Executor,
  accountId: string,
  oldestProof: string | null,
): Promise<boolean | undefined> {
  const [held] = await tx.query(LOCK_PROOF, [accountId, oldestProof], HELD_PROOF)
  return held?.adult ?? undefined
}

/** Finds open intents past their time. */
export const findExpired = async (db: Executor, now: Date): Promise<string[]> =>
  (await db.query(`${EXPIRE_DUE} order by expires_at`, [now], KEY)).map(({ key }) => key)

/** Finds payments of payers who have lost the proof that they need. */
export const findUnproven = async (db: Executor, now: Date): Promise<string[]> =>
  (await db.query(UNPROVEN, [now], KEY)).map(({ key }) => key)

/** @returns false when it has ended, or its payer is proven again */
export const lockUnproven = async (tx: Executor, id: string, now: Date): Promise<boolean> =>
  (await tx.query(`${UNPROVEN} and i.id = $2 for update of i`, [now, id])).length > 0

/** Deletes an OpenID Connect request that no visitor opened, without an event: such requests need no secret. */
const FORGET = `
  delete from intent where id = $1 and website_uri is not null and opened_at is null and state = 'created' returning id`

/** @returns false for an intent that a visitor has come for, or that a provider's key has made */
export const forgetUnopened = async (tx: Executor, id: string): Promise<boolean> =>
  (await tx.query(FORGET, [id])).length > 0

export const writeReceipt = async (tx: Executor, intentId: string, receipt: string): Promise<void> =>
  void (await tx.query(WRITE_RECEIPT, [intentId, receipt]))

/** Ended intents and their events stay for so long at most. */
const KEPT_AFTER_END_MS = 90 * 24 * HOUR_MS
/** The time in which a payment can be refunded. */
const KEPT_AFTER_PAYMENT_MS = 395 * 24 * HOUR_MS

/** The event of a refund is later than that of the payment, so that a payment stays while it has one. An event that is locked keeps its intent. */
const DELETE_ENDED = `
  with gone as (
    delete from webhook_event where ctid = any(array(
      select e.ctid from intent t join webhook_event e on e.intent_id = t.id
      where ${IN_STEP} and t.ended_at <= $3 and (t.state <> 'executed' or e.created_at <= $3)
      for update of e skip locked))
    returning id)
  delete from intent where ctid = any(array(
    select t.ctid from intent t
    where ${IN_STEP} and t.ended_at <= $3 and (t.state <> 'executed' or t.ended_at <= $4)
      and not exists (select from webhook_event e where e.intent_id = t.id and e.id not in (select id from gone))
    for update of t skip locked))`

export const sweepIntents = walkOf('intent', walkedFrom(KEPT_AFTER_END_MS), DELETE_ENDED, (now) => [
  later(now, -KEPT_AFTER_PAYMENT_MS),
])
