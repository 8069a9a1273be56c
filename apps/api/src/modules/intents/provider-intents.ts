import {
  AppError,
  type IntentKind,
  type IntentStatus,
  type ProofMethod,
  MINIMUM_AGE,
  MINUTE_MS,
  type ProviderIntent,
  type ReturnTab,
} from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { ProviderAccess } from '../providers/index.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { IntentDeps } from './deps.ts'
import { endIntent, expireIntents } from './endings.ts'
import { endedAs, eventOf } from './events.ts'
import { addIntent } from './intent-change-store.ts'
import { findIntent, findIntentByKey, findOwnIntent, type Intent, listIntents } from './intent-store.ts'
import { merchantCode } from './merchant-code.ts'
import { acceptedMethods } from './methods.ts'
import { paymentFor, requirePayments, termsOf } from './payment-terms.ts'
import { receiptFor } from './receipts.ts'
import { isOpen } from './steps.ts'
import { answerTestIntent } from './verdicts.ts'

export const INTENT_LIFE_MS = 30 * MINUTE_MS
const PAGE_SIZE = 20

/** Parsed by the contract: exactly the fields of its kind are there. */
export type IntentRequest = {
  kind?: IntentKind | undefined
  redirect_uri: string
  return?: ReturnTab | undefined
  reference?: string | undefined
  max_proof_age_days?: number | undefined
  minimum_age?: number | undefined
  accept?: readonly ProofMethod[] | undefined
  amount?: number | undefined
  currency?: string | undefined
  description?: string | undefined
  expires_in_minutes?: number | undefined
  idempotencyKey?: string | undefined
}
export type IntentListing = {
  status?: IntentStatus | undefined
  reference?: string | undefined
  mode?: 'live' | 'test' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

const ENDED = {
  confirmed: 'intent_answered',
  denied: 'intent_answered',
  executed: 'intent_answered',
  expired: 'intent_expired',
  cancelled: 'intent_cancelled',
} as const

/**
 * @throws AppError redirect_uri_not_registered, idempotency_key_reused, currency_not_supported, insufficient_scope,
 * method_not_possible, too_many_requests
 */
export async function createIntent(
  deps: IntentDeps,
  owner: ProviderAccess,
  request: IntentRequest,
): Promise<ProviderIntent> {
  const { redirect_uri, reference, max_proof_age_days, expires_in_minutes, idempotencyKey } = request
  // Each ends in an event, which goes to whatever address the project named.
  if (!owner.live) await deps.limiter.admit(deps.db, { rule: 'test-intent.number', subject: owner.providerId })
  const kind = request.kind ?? 'age'
  const payment = termsOf(request)
  if (payment !== null) requirePayments(owner)
  if (!(await deps.providers.isRegisteredRedirect(owner, redirect_uri))) {
    await deps.report({ type: 'redirect.rejected', reason: owner.providerId })
    throw new AppError('redirect_uri_not_registered')
  }
  const minimumAge = kind === 'age' ? (request.minimum_age ?? MINIMUM_AGE) : (request.minimum_age ?? null)
  const wish = { accept: request.accept }
  const accept = kind === 'age' ? await methodsFor(deps, owner.providerId, minimumAge ?? MINIMUM_AGE, wish) : []
  const createdAt = deps.clock()
  const id = newId('int')
  const requestHash = hashOf(request)
  const lifeMs = expires_in_minutes === undefined ? INTENT_LIFE_MS : expires_in_minutes * MINUTE_MS
  await deps.db.transaction((tx) =>
    addIntent(tx, {
      id,
      mintidHash: tokenHash(merchantCode(deps.keys.codes, id)),
      owner,
      kind,
      minimumAge,
      accept,
      payment,
      maxProofAgeDays: max_proof_age_days ?? null,
      reference: reference ?? null,
      redirectUri: redirect_uri,
      websiteUri: null,
      returnTab: request.return ?? null,
      idempotencyKey: idempotencyKey ?? null,
      requestHash,
      createdAt,
      expiresAt: later(createdAt, lifeMs),
    }),
  )
  // Not one statement with `or`: while the table is young PostgreSQL plans that as a reading of all intents of the provider.
  const created = (await findIntent(deps.db, id)) ?? (await findIntentByKey(deps.db, idempotencyKey ?? '', owner))
  if (created === undefined) throw new Error('an intent vanished while it was created')
  if (!created.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
  return forProvider(deps, created)
}

/** How a request for this age may be answered. @throws AppError method_not_possible */
const methodsFor = async (
  { providers, switchedOn }: Pick<IntentDeps, 'providers' | 'switchedOn'>,
  providerId: string,
  minimumAge: number,
  wish: { accept?: readonly ProofMethod[] | undefined },
): Promise<ProofMethod[]> =>
  acceptedMethods({ ...wish, providerAccepts: await providers.acceptedMethods(providerId), minimumAge, switchedOn })

/** Of what distinguishes two requests under one idempotency key. */
function hashOf(request: IntentRequest): Buffer {
  const { redirect_uri, reference, max_proof_age_days, minimum_age, expires_in_minutes } = request
  const payment = termsOf(request)
  const parts = [
    redirect_uri,
    reference ?? null,
    ...(max_proof_age_days === undefined ? [] : [max_proof_age_days]),
    ...(request.return === undefined ? [] : [request.return]),
    ...(payment === null && minimum_age !== undefined ? [{ minimum_age }] : []),
    ...(request.accept === undefined ? [] : [{ accept: request.accept }]),
    ...(payment === null ? [] : [payment, minimum_age ?? null, expires_in_minutes ?? null]),
  ]
  return tokenHash(JSON.stringify(parts))
}

/** @throws AppError not_found, the same for an unknown intent, another provider's, and one of the other mode */
export const readIntent = async (deps: IntentDeps, owner: ProviderAccess, id: string): Promise<ProviderIntent> =>
  forProvider(deps, await ownIntent(deps, owner, id))

/** @throws AppError invalid_request for a malformed cursor */
export async function readPage(deps: IntentDeps, owner: ProviderAccess, listing: IntentListing) {
  const { status, reference, mode, limit = PAGE_SIZE, cursor } = listing
  if (mode !== undefined && (mode === 'live') !== owner.live) return { data: [], next_cursor: null }
  const after = cursor === undefined ? undefined : readCursor(cursor)
  // One more than the page shows whether there is another one.
  const query = { owner, status, reference, after, limit: limit + 1, now: deps.clock() }
  const found = await listIntents(deps.db, query)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const next_cursor = found.length > limit && last !== undefined ? writeCursor(last) : null
  return { data: page.map((intent) => forProvider(deps, intent)), next_cursor }
}

/** Takes the intent back; repeating it changes nothing. @throws AppError not_found, intent_answered, intent_expired */
export async function cancelIntent(deps: IntentDeps, owner: ProviderAccess, id: string): Promise<ProviderIntent> {
  const intent = await ownIntent(deps, owner, id)
  if (intent.kind === 'payment') requirePayments(owner)
  await withdrawIntent(deps, intent)
  const ended = await ownIntent(deps, owner, id)
  if (ended.state !== 'cancelled') refuseEnded(deps, ended)
  return forProvider(deps, ended)
}

/** Cancels an intent and releases what was reserved. @returns false when it had ended, or is not the payer's */
export async function withdrawIntent(deps: IntentDeps, intent: Intent, payerId?: string): Promise<boolean> {
  const now = deps.clock()
  const event = eventOf(intent, endedAs(intent, 'cancelled'), now)
  const end = { step: 'cancel', state: 'cancelled', result: null, verdict: null } as const
  return endIntent(deps, { ...end, intentId: intent.id, event, now }, payerId)
}

/** @throws AppError test_key_required, not_found, intent_answered, intent_expired, intent_cancelled */
export async function answerTest(
  deps: IntentDeps,
  owner: ProviderAccess,
  id: string,
  result: 'yes' | 'no',
): Promise<ProviderIntent> {
  if (owner.live) throw new AppError('test_key_required')
  const intent = await ownIntent(deps, owner, id)
  if (intent.kind === 'payment') requirePayments(owner)
  refuseEnded(deps, intent)
  const answered = await (intent.kind === 'payment' ? endTestPayment : answerTestIntent)(deps, intent, result)
  const ended = await ownIntent(deps, owner, id)
  if (!answered) refuseEnded(deps, ended)
  return forProvider(deps, ended)
}

/** Executes or cancels a test payment as its payer would. */
async function endTestPayment(deps: IntentDeps, intent: Intent, result: 'yes' | 'no'): Promise<boolean> {
  const now = deps.clock()
  const end = { intentId: intent.id, step: 'answer_test', result: null, verdict: null, now } as const
  if (result === 'yes') return endIntent(deps, { ...end, state: 'executed', ...receiptFor(deps, intent, now) })
  return endIntent(deps, { ...end, state: 'cancelled', event: eventOf(intent, 'payment.cancelled', now) })
}

/** Ends every intent whose time is over. */
export async function expireAll(deps: IntentDeps): Promise<void> {
  const now = deps.clock()
  const expiredEvent = (intent: Intent) => eventOf(intent, endedAs(intent, 'expired'), now)
  while ((await expireIntents(deps, now, expiredEvent)) > 0);
}

async function ownIntent({ db }: IntentDeps, owner: ProviderAccess, id: string): Promise<Intent> {
  const intent = await findOwnIntent(db, id, owner)
  if (intent === undefined) throw new AppError('not_found')
  return intent
}

/** Expired by time, even before the expiry job has run. */
const statusOf = ({ clock }: IntentDeps, { state, expiresAt }: Intent): IntentStatus =>
  isOpen(state) && expiresAt <= clock() ? 'expired' : state

/** @throws AppError intent_answered, intent_expired, intent_cancelled */
function refuseEnded(deps: IntentDeps, intent: Intent): void {
  const status = statusOf(deps, intent)
  if (status !== 'created' && status !== 'bound' && status !== 'reserved') throw new AppError(ENDED[status])
}

function forProvider(deps: IntentDeps, intent: Intent): ProviderIntent {
  const url = new URL('/', deps.publicUrl)
  const mintid = merchantCode(deps.keys.codes, intent.id)
  url.searchParams.set('mintid', mintid)
  if (intent.kind === 'payment') url.searchParams.set('payment', 'true')
  return {
    id: intent.id,
    mintid,
    url: url.href,
    live: intent.live,
    status: statusOf(deps, intent),
    kind: intent.kind,
    minimum_age: intent.minimumAge,
    accept: intent.kind === 'age' ? intent.accept : [],
    max_proof_age_days: intent.maxProofAgeDays,
    reference: intent.reference,
    redirect_uri: intent.redirectUri,
    return: intent.returnTab,
    payment: paymentFor(intent),
    created_at: intent.createdAt.toISOString(),
    expires_at: intent.expiresAt.toISOString(),
    result: intent.result,
    verdict: intent.verdict,
  }
}
