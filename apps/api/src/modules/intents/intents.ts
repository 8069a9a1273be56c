import { AppError, type IntentOutcome, MINIMUM_AGE, MINUTE_MS, type ProviderIntent } from '@avouch/contract'
import type { Report } from '../audit/ports.ts'
import { type Clock, later } from '../clock.ts'
import { newId, tokenHash } from '../identifier.ts'
import type { Provider } from '../providers/ports.ts'
import type { Intent, IntentStore, RedirectList, VerdictSigner } from './ports.ts'
import { createVerdicts } from './verdicts.ts'

const INTENT_LIFE_MS = 30 * MINUTE_MS
/** The same visitor may ask for the answer again, for a double click or a second tab. */
const REPEAT_MS = 10 * MINUTE_MS
const MINTID_BYTES = 16

type Deps = {
  store: IntentStore
  redirects: RedirectList
  signer: VerdictSigner
  clock: Clock
  /** Keyed hashes, one for merchant intent codes and one for pairwise subjects. */
  mintidMac: (...parts: string[]) => Buffer
  subjectMac: (...parts: string[]) => Buffer
  publicUrl: string
  report: Report
}
export type Intents = ReturnType<typeof createIntents>

type Creation = { redirect_uri: string; reference?: string | undefined; idempotencyKey?: string | undefined }

export function createIntents(deps: Deps) {
  const { store, redirects, signer, clock, mintidMac, subjectMac, publicUrl, report } = deps
  const verdicts = createVerdicts({ store, signer, clock, subjectMac, publicUrl })

  /** The merchant intent code: derived from the id, so only its hash is stored and a repeated creation gives it again. */
  const codeOf = (id: string) => mintidMac('mintid', id).subarray(0, MINTID_BYTES).toString('base64url')

  const isOpen = (intent: Intent) => intent.state === 'created' || intent.state === 'bound'
  const isExpired = (intent: Intent) => isOpen(intent) && intent.expiresAt <= clock()

  function forProvider(intent: Intent): ProviderIntent {
    const url = new URL('/', publicUrl)
    const mintid = codeOf(intent.id)
    url.searchParams.set('mintid', mintid)
    return {
      id: intent.id,
      mintid,
      url: url.href,
      status: isExpired(intent) ? 'expired' : intent.state,
      kind: 'age',
      minimum_age: intent.minimumAge,
      reference: intent.reference,
      redirect_uri: intent.redirectUri,
      created_at: intent.createdAt.toISOString(),
      expires_at: intent.expiresAt.toISOString(),
      result: intent.result,
      verdict: intent.verdict,
    }
  }

  /** @throws AppError redirect_uri_not_registered, idempotency_key_reused */
  async function create(provider: Provider, asked: Creation): Promise<ProviderIntent> {
    if (!(await redirects.isRegisteredRedirect(provider.id, asked.redirect_uri)))
      throw new AppError('redirect_uri_not_registered')
    const createdAt = clock()
    const id = newId('int')
    const requestHash = tokenHash(JSON.stringify([asked.redirect_uri, asked.reference ?? null]))
    const created = await store.create({
      id,
      mintidHash: tokenHash(codeOf(id)),
      providerId: provider.id,
      minimumAge: MINIMUM_AGE,
      reference: asked.reference ?? null,
      redirectUri: asked.redirect_uri,
      idempotencyKey: asked.idempotencyKey ?? null,
      requestHash,
      createdAt,
      expiresAt: later(createdAt, INTENT_LIFE_MS),
    })
    if (!created.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    return forProvider(created.intent)
  }

  /** @throws AppError not_found, the same for an unknown intent and another provider's */
  async function read(provider: Provider, id: string): Promise<ProviderIntent> {
    const intent = await store.findById(id, provider.id)
    if (intent === undefined) throw new AppError('not_found')
    return forProvider(intent)
  }

  /** Who asks, for everybody who holds the code. @throws AppError mintid_not_exist, mintid_used */
  async function summary(mintid: string) {
    const intent = await store.findByCode(tokenHash(mintid))
    if (intent === undefined) throw new AppError('mintid_not_exist')
    const answeredLongAgo = intent.answeredAt !== null && intent.answeredAt <= later(clock(), -REPEAT_MS)
    if (isExpired(intent) || answeredLongAgo) throw new AppError('mintid_used')
    return {
      provider: { name: intent.providerName },
      kind: 'age' as const,
      minimum_age: intent.minimumAge,
      transaction: transactionLabel(intent.id),
      expires_at: intent.expiresAt.toISOString(),
    }
  }

  /** The intent's id. @throws AppError mintid_used when it is unknown, over, or another visitor's */
  async function bind(mintid: string, accountId: string): Promise<string> {
    const id = await store.bind(tokenHash(mintid), accountId, clock())
    if (id !== undefined) return id
    const intent = await ownIntent(mintid, accountId)
    if (isOpen(intent)) throw new AppError('mintid_used')
    return intent.id
  }

  async function ownIntent(mintid: string, accountId: string): Promise<Intent> {
    const intent = await store.findByCode(tokenHash(mintid))
    const answeredLongAgo = (intent?.answeredAt ?? clock()) <= later(clock(), -REPEAT_MS)
    if (intent === undefined || intent.accountId !== accountId || isExpired(intent) || answeredLongAgo)
      throw new AppError('mintid_used')
    return intent
  }

  /** What the intent would be answered now. @throws AppError mintid_used */
  async function check(mintid: string, accountId: string): Promise<IntentOutcome> {
    const intent = await ownIntent(mintid, accountId)
    const proof = await store.proof(accountId)
    const result = intent.result === null ? proof?.adult === true : intent.result === 'yes'
    return { status: intent.state, data: { redirect_uri: intent.redirectUri, result } }
  }

  async function returnAddress(intent: Intent, callback: string | undefined): Promise<string> {
    if (callback === undefined || callback === intent.redirectUri) return intent.redirectUri
    if (await redirects.isRegisteredRedirect(intent.providerId, callback)) return callback
    await report({ type: 'redirect.rejected', reason: intent.providerId })
    return intent.redirectUri
  }

  /**
   * Gives the provider its answer, once; `repeated` when it had been given to this visitor before.
   * @throws AppError mintid_used, wrong_verification while nothing is proven
   */
  async function confirm(mintid: string, accountId: string, callback: string | undefined) {
    const intent = await ownIntent(mintid, accountId)
    const redirect_uri = await returnAddress(intent, callback)
    const answered = isOpen(intent) && (await verdicts.answer(intent, accountId))
    const { state, result } = isOpen(intent) ? await ownIntent(mintid, accountId) : intent
    if (result === null) throw new AppError('wrong_verification')
    if (!answered) await report({ type: 'intent.confirm_repeated', accountId, reason: intent.id })
    const outcome: IntentOutcome = { status: state, data: { redirect_uri, result: result === 'yes' } }
    return { repeated: !answered, outcome }
  }

  /** Tells every provider that waits for an account that can prove nothing any more: no. Repeating it changes nothing. */
  async function withdrawAll(accountId: string): Promise<void> {
    if ((await store.proof(accountId))?.final !== true) return
    for (const intent of await store.boundTo(accountId, clock())) await verdicts.answer(intent, accountId)
  }

  return { create, read, summary, bind, check, confirm, withdrawAll }
}

const LABEL_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A short name of the transaction, for the footer and for support: "7QX4-M2KD". It leads nowhere. */
function transactionLabel(intentId: string): string {
  const letters = Array.from(tokenHash(`label ${intentId}`).subarray(0, 8), (byte) => LABEL_ALPHABET[byte % 32] ?? '')
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}
