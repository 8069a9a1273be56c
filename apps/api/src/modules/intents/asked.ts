import { AppError, type IntentKind, MINIMUM_AGE, MINUTE_MS, type ProviderIntent } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { ProviderAccess } from '../providers/index.ts'
import { createMerchantCodes } from './codes.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { endedAs, eventOf } from './events.ts'
import { paymentFor, requirePayments, termsOf } from './payment-terms.ts'
import type { Intent, IntentState, IntentStore, RedirectList } from './ports.ts'
import type { Receipts } from './receipts.ts'
import { isOpen } from './steps.ts'
import type { Verdicts } from './verdicts.ts'

const INTENT_LIFE_MS = 30 * MINUTE_MS
const PAGE_SIZE = 20

type Deps = {
  store: IntentStore
  redirects: RedirectList
  verdicts: Pick<Verdicts, 'answerTest'>
  receiptFor: Receipts
  clock: Clock
  mintidMac: (...parts: string[]) => Buffer
  publicUrl: string
  report: Report
}

/** Parsed by the contract: what belongs to the kind is there, and nothing else. */
type Creation = {
  kind?: IntentKind | undefined
  redirect_uri: string
  reference?: string | undefined
  max_proof_age_days?: number | undefined
  minimum_age?: number | undefined
  amount?: number | undefined
  currency?: string | undefined
  description?: string | undefined
  expires_in_minutes?: number | undefined
  idempotencyKey?: string | undefined
}
type Listing = {
  status?: IntentState | undefined
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

/** The provider's side of an intent: it asks, reads and takes back. */
export function createAsked({ store, redirects, verdicts, receiptFor, clock, mintidMac, publicUrl, report }: Deps) {
  const codeOf = createMerchantCodes(mintidMac)

  /** Over is over, also before the job that ends it came by. */
  const statusOf = ({ state, expiresAt }: Intent): IntentState =>
    isOpen(state) && expiresAt <= clock() ? 'expired' : state

  function forProvider(intent: Intent): ProviderIntent {
    const url = new URL('/', publicUrl)
    const mintid = codeOf(intent.id)
    url.searchParams.set('mintid', mintid)
    if (intent.kind === 'payment') url.searchParams.set('payment', 'true')
    return {
      id: intent.id,
      mintid,
      url: url.href,
      live: intent.live,
      status: statusOf(intent),
      kind: intent.kind,
      minimum_age: intent.minimumAge,
      max_proof_age_days: intent.maxProofAgeDays,
      reference: intent.reference,
      redirect_uri: intent.redirectUri,
      payment: paymentFor(intent),
      created_at: intent.createdAt.toISOString(),
      expires_at: intent.expiresAt.toISOString(),
      result: intent.result,
      verdict: intent.verdict,
    }
  }

  /** @throws AppError redirect_uri_not_registered, idempotency_key_reused, currency_not_supported, insufficient_scope */
  async function create(asker: ProviderAccess, asked: Creation): Promise<ProviderIntent> {
    const { redirect_uri, reference, max_proof_age_days, idempotencyKey } = asked
    const kind = asked.kind ?? 'age'
    const payment = termsOf(asked)
    if (payment !== null) requirePayments(asker)
    if (!(await redirects.isRegisteredRedirect(asker.providerId, redirect_uri))) {
      await report({ type: 'redirect.rejected', reason: asker.providerId })
      throw new AppError('redirect_uri_not_registered')
    }
    const createdAt = clock()
    const id = newId('int')
    const minutes = asked.expires_in_minutes
    const said = [
      redirect_uri,
      reference ?? null,
      ...(max_proof_age_days === undefined ? [] : [max_proof_age_days]),
      ...(payment === null ? [] : [payment, asked.minimum_age ?? null, minutes ?? null]),
    ]
    const requestHash = tokenHash(JSON.stringify(said))
    const created = await store.create({
      id,
      mintidHash: tokenHash(codeOf(id)),
      asker,
      kind,
      minimumAge: kind === 'age' ? MINIMUM_AGE : (asked.minimum_age ?? null),
      payment,
      maxProofAgeDays: max_proof_age_days ?? null,
      reference: reference ?? null,
      redirectUri: redirect_uri,
      idempotencyKey: idempotencyKey ?? null,
      requestHash,
      createdAt,
      expiresAt: later(createdAt, minutes === undefined ? INTENT_LIFE_MS : minutes * MINUTE_MS),
    })
    if (!created.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    return forProvider(created.intent)
  }

  async function own(asker: ProviderAccess, id: string): Promise<Intent> {
    const intent = await store.findById(id, asker)
    if (intent === undefined) throw new AppError('not_found')
    return intent
  }

  /** @throws AppError not_found, the same for an unknown intent, another provider's, and one of the other mode */
  const read = async (asker: ProviderAccess, id: string): Promise<ProviderIntent> => forProvider(await own(asker, id))

  /** @throws AppError invalid_request for a cursor that is none */
  async function list(asker: ProviderAccess, { status, reference, mode, limit = PAGE_SIZE, cursor }: Listing) {
    if (mode !== undefined && (mode === 'live') !== asker.live) return { data: [], next_cursor: null }
    const after = cursor === undefined ? undefined : readCursor(cursor)
    // One more than asked for tells whether there is another page.
    const found = await store.list({ asker, status, reference, after, limit: limit + 1, now: clock() })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const next_cursor = found.length > limit && last !== undefined ? writeCursor(last) : null
    return { data: page.map(forProvider), next_cursor }
  }

  /** Refuses what has ended otherwise than asked. */
  function refuseEnded(intent: Intent): void {
    const status = statusOf(intent)
    if (status !== 'created' && status !== 'bound' && status !== 'reserved') throw new AppError(ENDED[status])
  }

  /** What was set aside for it is free again. False when it had ended, or is not the payer's. */
  async function withdraw(intent: Intent, payerId?: string): Promise<boolean> {
    const now = clock()
    const event = eventOf(intent, endedAs(intent, 'cancelled'), now)
    const how = { step: 'cancel', state: 'cancelled', result: null, verdict: null } as const
    return store.end({ ...how, intentId: intent.id, event, now }, payerId)
  }

  /** Takes the intent back; repeating it changes nothing. @throws AppError not_found, intent_answered, intent_expired */
  async function cancel(asker: ProviderAccess, id: string): Promise<ProviderIntent> {
    const intent = await own(asker, id)
    if (intent.kind === 'payment') requirePayments(asker)
    await withdraw(intent)
    const ended = await own(asker, id)
    if (ended.state !== 'cancelled') refuseEnded(ended)
    return forProvider(ended)
  }

  /** As a payer would, or would not. */
  async function endTestPayment(intent: Intent, result: 'yes' | 'no'): Promise<boolean> {
    const now = clock()
    const base = { intentId: intent.id, step: 'answer_test', result: null, verdict: null, now } as const
    if (result === 'yes') return store.end({ ...base, state: 'executed', ...(await receiptFor(intent, now)) })
    return store.end({ ...base, state: 'cancelled', event: eventOf(intent, 'payment.cancelled', now) })
  }

  /** @throws AppError test_key_required, not_found, intent_answered, intent_expired, intent_cancelled */
  async function answerTest(asker: ProviderAccess, id: string, result: 'yes' | 'no'): Promise<ProviderIntent> {
    if (asker.live) throw new AppError('test_key_required')
    const intent = await own(asker, id)
    if (intent.kind === 'payment') requirePayments(asker)
    refuseEnded(intent)
    const answered = await (intent.kind === 'payment' ? endTestPayment : verdicts.answerTest)(intent, result)
    const ended = await own(asker, id)
    if (!answered) refuseEnded(ended)
    return forProvider(ended)
  }

  /** Ends what is over and tells the providers; called again and again. */
  async function expire(): Promise<void> {
    const now = clock()
    while ((await store.expire(now, (intent) => eventOf(intent, endedAs(intent, 'expired'), now))) > 0);
  }

  return { create, read, list, cancel, withdraw, answerTest, expire }
}
