import { AppError, type IntentEventType, MINIMUM_AGE, MINUTE_MS, type ProviderIntent } from '@avouch/contract'
import type { Report } from '../audit/ports.ts'
import { type Clock, later } from '../clock.ts'
import { newId, tokenHash } from '../identifier.ts'
import type { ProviderAccess } from '../providers/ports.ts'
import { createMerchantCodes } from './codes.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { eventOf } from './events.ts'
import type { Intent, IntentState, IntentStore, RedirectList } from './ports.ts'
import { isOpen } from './steps.ts'
import type { Verdicts } from './verdicts.ts'

const INTENT_LIFE_MS = 30 * MINUTE_MS
const PAGE_SIZE = 20

type Deps = {
  store: IntentStore
  redirects: RedirectList
  verdicts: Pick<Verdicts, 'answerTest'>
  clock: Clock
  mintidMac: (...parts: string[]) => Buffer
  publicUrl: string
  report: Report
}

type Creation = {
  redirect_uri: string
  reference?: string | undefined
  max_proof_age_days?: number | undefined
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
  expired: 'intent_expired',
  cancelled: 'intent_cancelled',
} as const

/** The provider's side of an intent: it asks, reads and takes back. */
export function createAsked({ store, redirects, verdicts, clock, mintidMac, publicUrl, report }: Deps) {
  const codeOf = createMerchantCodes(mintidMac)

  /** Over is over, also before the job that ends it came by. */
  const statusOf = ({ state, expiresAt }: Intent): IntentState =>
    isOpen(state) && expiresAt <= clock() ? 'expired' : state

  function forProvider(intent: Intent): ProviderIntent {
    const url = new URL('/', publicUrl)
    const mintid = codeOf(intent.id)
    url.searchParams.set('mintid', mintid)
    return {
      id: intent.id,
      mintid,
      url: url.href,
      live: intent.live,
      status: statusOf(intent),
      kind: 'age',
      minimum_age: intent.minimumAge,
      max_proof_age_days: intent.maxProofAgeDays,
      reference: intent.reference,
      redirect_uri: intent.redirectUri,
      created_at: intent.createdAt.toISOString(),
      expires_at: intent.expiresAt.toISOString(),
      result: intent.result,
      verdict: intent.verdict,
    }
  }

  /** @throws AppError redirect_uri_not_registered, idempotency_key_reused */
  async function create(asker: ProviderAccess, asked: Creation): Promise<ProviderIntent> {
    const { redirect_uri, reference, max_proof_age_days, idempotencyKey } = asked
    if (!(await redirects.isRegisteredRedirect(asker.providerId, redirect_uri))) {
      await report({ type: 'redirect.rejected', reason: asker.providerId })
      throw new AppError('redirect_uri_not_registered')
    }
    const createdAt = clock()
    const id = newId('int')
    const said = [redirect_uri, reference ?? null, ...(max_proof_age_days === undefined ? [] : [max_proof_age_days])]
    const requestHash = tokenHash(JSON.stringify(said))
    const created = await store.create({
      id,
      mintidHash: tokenHash(codeOf(id)),
      asker,
      minimumAge: MINIMUM_AGE,
      maxProofAgeDays: max_proof_age_days ?? null,
      reference: reference ?? null,
      redirectUri: redirect_uri,
      idempotencyKey: idempotencyKey ?? null,
      requestHash,
      createdAt,
      expiresAt: later(createdAt, INTENT_LIFE_MS),
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
    if (status !== 'created' && status !== 'bound') throw new AppError(ENDED[status])
  }

  /** Takes the intent back; repeating it changes nothing. @throws AppError not_found, intent_answered, intent_expired */
  async function cancel(asker: ProviderAccess, id: string): Promise<ProviderIntent> {
    const intent = await own(asker, id)
    const now = clock()
    const event = eventOf(intent, 'intent.cancelled', now)
    const step = { intentId: id, step: 'cancel', state: 'cancelled', result: null, verdict: null, event, now } as const
    await store.end(step)
    const ended = await own(asker, id)
    if (ended.state !== 'cancelled') refuseEnded(ended)
    return forProvider(ended)
  }

  /** @throws AppError test_key_required, not_found, intent_answered, intent_expired, intent_cancelled */
  async function answerTest(asker: ProviderAccess, id: string, result: 'yes' | 'no'): Promise<ProviderIntent> {
    if (asker.live) throw new AppError('test_key_required')
    const intent = await own(asker, id)
    refuseEnded(intent)
    const answered = await verdicts.answerTest(intent, result)
    const ended = await own(asker, id)
    if (!answered) refuseEnded(ended)
    return forProvider(ended)
  }

  /** Ends what is over and tells the providers; called again and again. */
  async function expire(): Promise<void> {
    const now = clock()
    const type: IntentEventType = 'intent.expired'
    while ((await store.expire(now, (intent) => eventOf(intent, type, now))) > 0);
  }

  return { create, read, list, cancel, answerTest, expire }
}
