import {
  AppError,
  type IntentOutcome,
  PRESENTATION_LIFE_MS,
  PRESENTATION_REASONS,
  type PresentationKind,
  type PresentationProgress,
  type PresentationReason,
  type PresentationState,
  type PresentationWay,
} from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Meter } from '../../platform/meter.ts'
import type { Audit } from '../audit/index.ts'
import type { PresentedIntents } from '../intents/index.ts'
import type { Trust } from '../trust/index.ts'
import { browserRequest } from './annex-c.ts'
import { requestObject } from './id-wallet.ts'
import * as store from './presentation-store.ts'
import { Receiver } from './receiver.ts'
import { METHODS, Requests, type RequestSettings } from './requests.ts'

type Settings = {
  db: Database
  clock: Clock
  keys: Keys
  intents: PresentedIntents
  audit: Audit
  meter: Meter
  trust: Trust
  settings: RequestSettings
}

/** Requests to apps, and what they answer: without an account, an app shows a proof of age, or an ID wallet an age. */
export function createPresentations({ db, clock, keys, intents, audit, meter, trust, settings }: Settings) {
  const count = meter.counter({
    name: 'presentations_refused_total',
    help: 'Requests to apps that came to nothing, by reason.',
    labels: ['reason'],
    from: PRESENTATION_REASONS.map((reason) => ({ reason })),
  })
  const reportRefused = async (reason: PresentationReason) => {
    count({ reason })
    await audit.report({ type: reason === 'cancelled' ? 'presentation.cancelled' : 'presentation.refused', reason })
  }
  const deps = { db, clock, intents, requests: new Requests(keys, settings) }
  return { presentations: new Presentations(deps), receiver: new Receiver({ ...deps, trust, reportRefused }) }
}

const ANSWERED: Readonly<Record<string, PresentationState>> = { confirmed: 'confirmed', denied: 'denied' }
const UNDER_WAY = { waiting: 'waiting', fetched: 'fetched', taken: 'fetched', checked: 'checked' } as const

/** Tells the progress that the browser sees. An intent that ended in another way is over for this request too. */
function progressOf({ state, reason, expiresAt, intent }: store.FollowedPresentation, now: Date): PresentationProgress {
  const answered = ANSWERED[intent.state]
  if (state === 'answered' && answered !== undefined)
    return { state: answered, reason: null, redirect_uri: intent.redirectUri }
  if (state === 'refused') return { state, reason, redirect_uri: null }
  const isOpen = ['created', 'bound'].includes(intent.state) && intent.expiresAt > now && expiresAt > now
  return { state: isOpen && state !== 'answered' ? UNDER_WAY[state] : 'expired', reason: null, redirect_uri: null }
}

type Deps = { db: Database; clock: Clock; intents: PresentedIntents; requests: Requests }
type Beginning = { mintid: string; way: PresentationWay; kind: PresentationKind; accountId: string | null }
type Held = NonNullable<Awaited<ReturnType<typeof store.finishByCode>>>

/** Requests to apps, as the browser makes, follows and finishes them. */
export class Presentations {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError mintid_not_exist, mintid_used, method_not_possible */
  async begin({ mintid, way, kind, accountId }: Beginning) {
    const { db, clock, intents, requests } = this.#deps
    if (!requests.isPossible(kind, way)) throw new AppError('method_not_possible')
    const { intentId, isBound, minimumAge } = await intents.find(mintid, METHODS[kind], accountId)
    const createdAt = clock()
    const expiresAt = later(createdAt, PRESENTATION_LIFE_MS)
    const { id, code, route } = requests.create()
    const hashes = { idHash: tokenHash(id), routeHash: tokenHash(route) }
    await store.addPresentation(db, { ...hashes, intentId, isBound, kind, way, createdAt, expiresAt })
    const isByBrowser = way === 'dc_api'
    return {
      id,
      expires_in: secondsUntil(expiresAt, createdAt),
      request: isByBrowser ? await browserRequest(minimumAge, requests.browserSecrets(route)) : null,
      url: isByBrowser ? null : requests.appAddress(kind, route, minimumAge),
      qr_url: way === 'qr' ? requests.qrAddress(code) : null,
    }
  }

  /** Opens the request behind a QR code, for the phone that scanned it. @returns undefined when it is over */
  async open(code: string): Promise<string | undefined> {
    const { db, clock, requests } = this.#deps
    const route = requests.routeOf(code)
    const opened = await store.openPresentation(db, tokenHash(route), clock())
    return opened && requests.appAddress(opened.kind, route, opened.minimumAge)
  }

  /** Signs the request that a wallet fetches, once. @throws AppError not_found */
  async fetchRequest(route: string, walletNonce: string | undefined): Promise<string> {
    const { db, clock, requests } = this.#deps
    const now = clock()
    const { idWallet } = requests.settings
    const fetched = idWallet && (await store.fetchPresentation(db, tokenHash(route), now))
    if (idWallet === undefined || fetched === undefined) throw new AppError('not_found')
    const { minimumAge, expiresAt } = fetched
    return requestObject(idWallet, requests.walletRequest(route, minimumAge), { now, expiresAt, walletNonce })
  }

  /** @throws AppError presentation_over, mintid_used */
  async finishByCode(id: string, code: string): Promise<IntentOutcome> {
    const { db, clock } = this.#deps
    const outcome = await db.transaction(async (tx) => {
      const held = await store.finishByCode(tx, tokenHash(id), tokenHash(code), clock())
      return held && this.#answer(tx, held)
    })
    if (outcome === undefined) throw new AppError('presentation_over')
    return outcome
  }

  /** @throws AppError presentation_over, presentation_digits, mintid_used */
  async finishByDigits(id: string, digits: string): Promise<IntentOutcome> {
    const { db, clock, requests } = this.#deps
    const idHash = tokenHash(id)
    const outcome = await db.transaction(async (tx) => {
      const held = await store.finishByDigits(tx, idHash, requests.digitsHashOf(idHash, digits), clock())
      // A wrong try is counted, so that the transaction has to commit.
      if (held?.isDone === false) return 'other digits'
      return held && this.#answer(tx, held)
    })
    if (outcome === undefined) throw new AppError('presentation_over')
    if (outcome === 'other digits') throw new AppError('presentation_digits')
    return outcome
  }

  /** @throws AppError not_found */
  async follow(id: string): Promise<PresentationProgress> {
    const { db, clock } = this.#deps
    const [found] = await store.findPresentations(db, [tokenHash(id)])
    if (found === undefined) throw new AppError('not_found')
    return progressOf(found, clock())
  }

  /** Reads the progress of several requests, for open event streams; a request that no longer exists is expired. */
  async followAll(ids: readonly string[]): Promise<Map<string, PresentationProgress>> {
    const { db, clock } = this.#deps
    const now = clock()
    const found = await store.findPresentations(db, ids.map(tokenHash))
    const byHash = new Map(found.map((one) => [one.idHash.toString('hex'), progressOf(one, now)]))
    const gone: PresentationProgress = { state: 'expired', reason: null, redirect_uri: null }
    return new Map(ids.map((id) => [id, byHash.get(tokenHash(id).toString('hex')) ?? gone]))
  }

  /** Answers the intent, at the end of the transaction. @throws AppError mintid_used */
  async #answer(tx: Executor, { intentId, isBound, kind, result }: Held): Promise<IntentOutcome> {
    const { intents } = this.#deps
    return intents.answer(tx, await intents.prepare(tx, { intentId, result, method: METHODS[kind] }), isBound)
  }
}
