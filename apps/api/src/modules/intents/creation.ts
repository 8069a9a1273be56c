import {
  AppError,
  canShow,
  type IntentKind,
  MINIMUM_AGE,
  MINUTE_MS,
  PROOF_METHODS,
  type ProofMethod,
  type ReturnTab,
  WALLET_CURRENCY,
} from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { ProviderAccess, Providers } from '../providers/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import { addIntent, type NewIntent } from './intent-change-store.ts'
import { findIntent, findIntentByKey, type Intent, type PaymentTerms } from './intent-store.ts'
import type { MerchantCodes } from './merchant-codes.ts'

const INTENT_LIFE_MS = 30 * MINUTE_MS

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

/** A website's request by OpenID Connect, which the OpenID Connect provider has checked. */
export type ClientRequest = {
  owner: { providerId: string; live: boolean }
  /** null: everything that is switched on. */
  providerAccepts: readonly ProofMethod[] | null
  minimumAge: number
  /** How it may be proven; null: as the provider is registered. */
  only: readonly ProofMethod[] | null
  maxProofAgeDays: number | null
  /** Our own address, which takes the answer to the website. */
  returnUri: string
  /** The website's own address: visitors read its host. */
  websiteUri: string
  /** The idempotency key of this request. */
  key: string
}

type Deps = {
  db: Database
  clock: Clock
  limiter: RateLimiter
  providers: Providers
  codes: MerchantCodes
  /** The methods that this installation answers by. */
  switchedOn: readonly ProofMethod[]
}

/** New intents: a provider's, by the API, and a website's, by OpenID Connect. */
export class Creation {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Stores an intent, or finds the one that the same request stored before.
   * @throws AppError redirect_uri_not_registered, idempotency_key_reused, currency_not_supported, insufficient_scope,
   * method_not_possible, too_many_requests
   */
  async create(owner: ProviderAccess, request: IntentRequest): Promise<Intent> {
    const { db, clock, limiter, providers, codes, switchedOn } = this.#deps
    const { redirect_uri, reference, max_proof_age_days, expires_in_minutes, idempotencyKey } = request
    // Each ends in an event, which goes to whatever address the project named.
    if (!owner.live) await limiter.admit(db, { rule: 'test-intent.number', subject: owner.providerId })
    const kind = request.kind ?? 'age'
    const payment = termsOf(request)
    if (payment !== null) requirePayments(owner)
    await providers.requireRegisteredRedirect(owner, redirect_uri)
    const isAge = kind === 'age'
    const minimumAge = request.minimum_age ?? (isAge ? MINIMUM_AGE : null)
    const providerAccepts = isAge ? await providers.acceptedMethods(owner.providerId) : null
    const wish = { accept: request.accept, providerAccepts, minimumAge: minimumAge ?? MINIMUM_AGE, switchedOn }
    const createdAt = clock()
    const id = newId('int')
    const requestHash = hashOf(request)
    const lifeMs = expires_in_minutes === undefined ? INTENT_LIFE_MS : expires_in_minutes * MINUTE_MS
    const fresh: NewIntent = {
      id,
      mintidHash: tokenHash(codes.codeOf(id)),
      owner,
      kind,
      minimumAge,
      accept: isAge ? methodsFor(wish) : [],
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
    }
    await db.transaction((tx) => addIntent(tx, fresh))
    // Not one statement with `or`: while the table is young PostgreSQL plans that as a reading of all intents of the provider.
    const created = (await findIntent(db, id)) ?? (await findIntentByKey(db, idempotencyKey ?? '', owner))
    if (created === undefined) throw new Error('an intent vanished while it was created')
    if (!created.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    return created
  }

  /** Makes an intent that is yet to be stored, with the request that it is for. @throws AppError method_not_possible */
  newForClient(request: ClientRequest): NewIntent {
    const { clock, codes, switchedOn } = this.#deps
    const { owner, providerAccepts, minimumAge, only, maxProofAgeDays, returnUri, websiteUri, key } = request
    const createdAt = clock()
    const id = newId('int')
    return {
      id,
      mintidHash: tokenHash(codes.codeOf(id)),
      owner,
      kind: 'age',
      payment: null,
      minimumAge,
      accept: methodsFor({ only: only ?? undefined, providerAccepts, minimumAge, switchedOn }),
      maxProofAgeDays,
      reference: null,
      redirectUri: returnUri,
      websiteUri,
      returnTab: 'same_tab',
      idempotencyKey: key,
      requestHash: tokenHash(key),
      createdAt,
      expiresAt: later(createdAt, INTENT_LIFE_MS),
    }
  }
}

type Wish = {
  /** The request's own; undefined: the provider's. */
  accept?: readonly ProofMethod[] | undefined
  /** null: everything that is switched on. */
  providerAccepts: readonly ProofMethod[] | null
  minimumAge: number
  /** Limits the provider's methods to those that the request wants. */
  only?: readonly ProofMethod[] | undefined
  /** The methods that this installation answers by. */
  switchedOn: readonly ProofMethod[]
}

/** Finds the methods that may answer a request, in the order of the table. @throws AppError method_not_possible */
function methodsFor({ accept, providerAccepts, minimumAge, only, switchedOn }: Wish): ProofMethod[] {
  const isPossible = (method: ProofMethod) =>
    switchedOn.includes(method) && canShow(method, minimumAge) && only?.includes(method) !== false
  const wanted = accept ?? providerAccepts ?? switchedOn
  const possible = PROOF_METHODS.filter((method) => wanted.includes(method) && isPossible(method))
  // Methods that a request names itself have to be possible; others are left out.
  if (possible.length === 0 || (accept !== undefined && possible.length < accept.length))
    throw new AppError('method_not_possible')
  return possible
}

type RequestedTerms = {
  amount?: number | undefined
  currency?: string | undefined
  description?: string | undefined
}

/** @returns null for a proof of age. @throws AppError currency_not_supported */
function termsOf({ amount, currency, description }: RequestedTerms): PaymentTerms | null {
  if (amount === undefined || currency === undefined || description === undefined) return null
  if (currency !== WALLET_CURRENCY) throw new AppError('currency_not_supported')
  return { amount, currency, description }
}

/** Requests for money need a scope of their own. @throws AppError insufficient_scope */
export function requirePayments({ scopes }: ProviderAccess): void {
  if (!scopes.includes('payments:write')) throw new AppError('insufficient_scope')
}

/** Hashes what distinguishes two requests under one idempotency key. */
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
