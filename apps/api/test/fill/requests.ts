import { HOUR_MS, MINIMUM_AGE, MINUTE_MS, PROOF_METHODS, type ProofMethod } from '@avouch/contract'
import { MerchantCodes } from '../../src/modules/intents/merchant-codes.ts'
import type { VerdictSigner } from '../../src/modules/intents/verdict-signer.ts'
import { later } from '../../src/platform/clock.ts'
import { tokenHash } from '../../src/platform/identifier.ts'
import type { Keyring } from '../../src/platform/keyring.ts'
import { createDeliveries, EVENT_TABLES } from './deliveries.ts'
import { type Batch, collect } from './load.ts'
import type { People, Person } from './person.ts'
import { createChance, dayOf, daysBefore, type Plan } from './plan.ts'
import type { Website, Websites } from './websites.ts'

const AT_ONCE = 2_000
/** Requests of the last 90 days: ended ones are kept as long. */
const [REQUESTS_AN_ACCOUNT, KEPT_DAYS] = [0.5, 90]
const LIFE_MS = 30 * MINUTE_MS
const STATES = { confirmed: 0.66, denied: 0.03, expired: 0.2, cancelled: 0.09, created: 0.01, bound: 0.01 } as const
type State = keyof typeof STATES
/** The states of requests that somebody waits for. */
const OPEN: readonly State[] = ['created', 'bound']

export type Needs = {
  plan: Plan
  people: People
  websites: Websites
  keyring: Keyring
  signer: VerdictSigner
  publicUrl: string
}
type Answer = { result: 'yes' | 'no'; method: ProofMethod; sub: Buffer; verifiedOn: string | null }

/** Requests for a proof of age, as websites made them, with the events about their ends. */
export function* requestRows({ plan, people, websites, keyring, signer, publicUrl }: Needs): Generator<Batch> {
  const { seed, now, accounts } = plan
  const chance = createChance(seed, 'requests')
  const codes = new MerchantCodes({ keys: keyring.for('mintid'), publicUrl })
  const subjects = keyring.for('pairwise-subject')
  const deliveries = createDeliveries(plan, 'requests')

  /** An adult answers by the account's proof; anybody else by an app, without an account. */
  function answerOf(state: State, website: Website, live: boolean, person: Person, at: Date): Answer | undefined {
    if (state !== 'confirmed' && state !== 'denied') return undefined
    if (state === 'denied' || !person.isAdult)
      return {
        result: state === 'denied' ? 'no' : 'yes',
        method: 'proof_of_age',
        sub: chance.bytes(32),
        verifiedOn: dayOf(at),
      }
    const sub = subjects.mac(live ? 'subject' : 'test-subject', website.id, person.id)
    return { result: 'yes', method: 'identity_check', sub, verifiedOn: dayOf(person.createdAt) }
  }

  function endOf(state: State, createdAt: Date): Date | null {
    if (OPEN.includes(state)) return null
    return later(createdAt, state === 'expired' ? LIFE_MS : (1 + chance.below(20)) * MINUTE_MS)
  }

  const total = Math.ceil(accounts * REQUESTS_AN_ACCOUNT)
  for (let done = 0; done < total; done += AT_ONCE) {
    const { rows, add } = collect('intent', ...EVENT_TABLES)
    for (let n = done; n < Math.min(done + AT_ONCE, total); n++) {
      const wanted = chance.of(STATES)
      const isOpen = OPEN.includes(wanted)
      const createdAt = isOpen
        ? chance.between(later(now, -20 * MINUTE_MS), now)
        : chance.between(daysBefore(now, KEPT_DAYS - 1), later(now, -HOUR_MS))
      const [website, person] = [websites.pick(chance), people.before(createdAt, chance)]
      const state = wanted === 'bound' && !person.isActive ? 'created' : wanted
      const live = website.stage === 'live' && !chance.is(0.02)
      const endedAt = endOf(state, createdAt)
      const answer = answerOf(state, website, live, person, endedAt ?? now)
      const id = chance.id('int')
      const reference = chance.is(0.7) ? `order-${chance.bytes(4).toString('hex')}` : null
      const maxProofAgeDays = chance.is(0.1) ? 365 : null
      const isBound =
        answer?.method === 'identity_check' || state === 'bound' || (state === 'expired' && chance.is(0.3))
      const verdict = answer && signed({ id, website, reference, live, maxProofAgeDays, at: endedAt ?? now }, answer)
      const openedAt = state === 'created' && chance.is(0.5) ? null : later(createdAt, MINUTE_MS / 2)
      add('intent', {
        id,
        mintid_hash: tokenHash(codes.codeOf(id)),
        provider_id: website.id,
        live,
        kind: 'age',
        minimum_age: MINIMUM_AGE,
        accept: PROOF_METHODS,
        method: answer?.method ?? null,
        max_proof_age_days: maxProofAgeDays,
        reference,
        redirect_uri: website.redirectUri,
        state,
        account_id: isBound && person.isActive ? person.id : null,
        result: answer?.result ?? null,
        verdict: verdict ?? null,
        idempotency_key: chance.is(0.5) ? chance.id('idem') : null,
        request_hash: tokenHash(JSON.stringify([website.redirectUri, reference])),
        created_at: createdAt,
        expires_at: later(createdAt, LIFE_MS),
        answered_at: answer === undefined ? null : endedAt,
        ended_at: endedAt,
        opened_at: openedAt,
        bound_at: isBound ? openedAt : null,
        left_at: state === 'expired' && chance.is(0.2) ? later(createdAt, 5 * MINUTE_MS) : null,
      })
      if (
        endedAt === null ||
        (state !== 'confirmed' && state !== 'denied' && state !== 'expired' && state !== 'cancelled')
      )
        continue
      const data = { intent_id: id, reference, live, result: answer?.result ?? null, verdict: verdict ?? null }
      deliveries.add(add, { website, type: `intent.${state}`, at: endedAt, data: { ...data, payment: null } })
    }
    yield rows
  }

  type Request = {
    id: string
    website: Website
    reference: string | null
    live: boolean
    maxProofAgeDays: number | null
    at: Date
  }
  function signed(request: Request, { result, method, sub, verifiedOn }: Answer): string {
    const { id, website, reference, live, maxProofAgeDays, at } = request
    return signer.sign({
      iss: publicUrl,
      aud: website.id,
      sub: sub.toString('base64url'),
      jti: chance.id('ver'),
      iat: Math.floor(at.getTime() / 1_000),
      intent_id: id,
      reference,
      live,
      minimum_age: MINIMUM_AGE,
      result,
      method,
      verified_on: result === 'yes' && maxProofAgeDays !== null ? verifiedOn : null,
    })
  }
}
