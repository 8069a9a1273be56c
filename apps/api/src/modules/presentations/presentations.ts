import { randomInt } from 'node:crypto'
import {
  AGE_APP_SCREEN,
  AppError,
  HOLDER_RESPONSE_PATH,
  type IntentOutcome,
  PRESENTATION_LIFE_MS,
  PRESENTATION_LINK_PATH,
  type PresentationKind,
  type PresentationProgress,
  type PresentationReason,
  type PresentationWay,
  SMS_CODE_LENGTH,
} from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newToken, tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Report } from '../audit/index.ts'
import type { Intents } from '../intents/index.ts'
import { browserRequest, openAnswer } from './annex-c.ts'
import { PROOF_OF_AGE, type Trust, verifyProofOfAge } from './mdoc.ts'
import { readToken } from './direct-post.ts'
import * as store from './presentation-store.ts'
import { progressOf } from './progress.ts'
import { clientIdOf, requestUrl } from './queries.ts'
import { Refused } from './refused.ts'
import { type RequestKeys, requestKeys } from './request-keys.ts'
import { openId4VpTranscript } from './transcripts.ts'

/** By which an app answers. */
const METHOD = 'proof_of_age'

type Settings = {
  db: Database
  clock: Clock
  keys: Pick<Keys, 'mac'>
  intents: Pick<Intents, 'presentable' | 'answerPresented'>
  publicUrl: string
  report: Report
  /** Whom the proofs of a kind of document are accepted from. */
  trustFor: (docType: string) => Promise<Trust>
  /** Whether an app on another device may answer. */
  byQrCode: boolean
  /** The address that opens an age app. */
  appOpenUrl: string
}
type Deps = Omit<Settings, 'keys'> & { keys: RequestKeys }
export type Presentations = ReturnType<typeof createPresentations>

type Beginning = { mintid: string; way: PresentationWay; kind: PresentationKind; accountId: string | null }
/** What an app posts; parsed as a form. */
export type HolderAnswer = { vp_token?: string | undefined; error?: string | undefined }

/** Answers without an account: an app that holds a proof of age shows it for one request, once. */
export function createPresentations({ keys, ...settings }: Settings) {
  const deps: Deps = { ...settings, keys: requestKeys(keys) }
  return {
    begin: (beginning: Beginning) => begin(deps, beginning),
    open: (code: string) => open(deps, code),
    receiveFromBrowser: (id: string, response: string) => receiveFromBrowser(deps, id, response),
    receive: (route: string, answer: HolderAnswer) => receive(deps, route, answer),
    finishByCode: (id: string, code: string) => finishByCode(deps, id, code),
    finishByDigits: (id: string, digits: string) => finishByDigits(deps, id, digits),
    follow: (id: string) => follow(deps, id),
    followAll: (ids: readonly string[]) => followAll(deps, ids),
  }
}

const addressIn = (publicUrl: string, path: string, part: string): string =>
  new URL(path.replace(/:\w+/, part), publicUrl).href
const responseUriOf = ({ publicUrl }: Deps, route: string) => addressIn(publicUrl, HOLDER_RESPONSE_PATH, route)

const linkOf = (deps: Deps, route: string, minimumAge: number): string =>
  requestUrl(deps.appOpenUrl, {
    minimumAge,
    nonce: deps.keys.nonceOf(route),
    responseUri: responseUriOf(deps, route),
  })

/** @throws AppError mintid_not_exist, mintid_used, method_not_possible */
async function begin(deps: Deps, { mintid, way, kind, accountId }: Beginning) {
  // ID wallets are not there yet.
  if (kind !== 'age_app' || (way === 'qr' && !deps.byQrCode)) throw new AppError('method_not_possible')
  const { intentId, isBound, minimumAge } = await deps.intents.presentable(mintid, METHOD, accountId)
  const createdAt = deps.clock()
  const expiresAt = later(createdAt, PRESENTATION_LIFE_MS)
  const id = newToken('avpn')
  const code = deps.keys.codeOf(id)
  const route = deps.keys.routeOf(code)
  const hashes = { idHash: tokenHash(id), routeHash: tokenHash(route) }
  await store.addPresentation(deps.db, { ...hashes, intentId, isBound, way, createdAt, expiresAt })
  return {
    id,
    expires_in: secondsUntil(expiresAt, createdAt),
    request: way === 'dc_api' ? await browserRequest(minimumAge, browserSecrets(deps, route)) : null,
    url: way === 'dc_api' ? null : linkOf(deps, route, minimumAge),
    qr_url: way === 'qr' ? addressIn(deps.publicUrl, PRESENTATION_LINK_PATH, code) : null,
  }
}

/** The request behind a QR code, for the phone that scanned it. @returns undefined when it is over */
async function open(deps: Deps, code: string): Promise<string | undefined> {
  const route = deps.keys.routeOf(code)
  const minimumAge = await store.fetchPresentation(deps.db, tokenHash(route), deps.clock())
  return minimumAge === undefined ? undefined : linkOf(deps, route, minimumAge)
}

/**
 * An app's answer. One for an app on this device is held until its browser finishes; one by QR code answers at once.
 * @returns where the app sends its visitor. @throws AppError presentation_over, presentation_refused, mintid_used
 */
async function receive(deps: Deps, route: string, answer: HolderAnswer): Promise<string | undefined> {
  const taken = await store.takePresentation(deps.db, tokenHash(route), ['link', 'qr'], deps.clock())
  if (taken === undefined) throw new AppError('presentation_over')
  const responseUri = responseUriOf(deps, route)
  const transcript = openId4VpTranscript({
    clientId: clientIdOf(responseUri),
    nonce: deps.keys.nonceOf(route),
    thumbprint: null,
    responseUri,
  })
  const { vp_token: token, error } = answer
  if (error !== undefined) {
    await refuse(deps, taken.idHash, 'cancelled')
    return taken.way === 'link' ? new URL(AGE_APP_SCREEN, deps.publicUrl).href : undefined
  }
  const result = await verify(deps, taken, (trust, now) =>
    verifyProofOfAge(readToken(token), { minimumAge: taken.minimumAge, transcript, trust, now }),
  )
  if (taken.way === 'link') return hold(deps, taken, result)
  await end(deps, taken, result)
  return undefined
}

const browserSecrets = ({ keys }: Deps, route: string) => ({
  nonce: Buffer.from(keys.nonceOf(route), 'base64url'),
  seed: keys.seedOf(route),
})

/** The answer that the browser got, which is of the browser that began. @throws as above */
async function receiveFromBrowser(deps: Deps, id: string, response: string): Promise<IntentOutcome> {
  const route = deps.keys.routeOf(deps.keys.codeOf(id))
  const taken = await store.takePresentation(deps.db, tokenHash(route), ['dc_api'], deps.clock())
  if (taken === undefined) throw new AppError('presentation_over')
  const result = await verify(deps, taken, async (trust, now) => {
    if (response === '') throw new Refused('cancelled', 'the visitor cancelled')
    const opened = await openAnswer(response, browserSecrets(deps, route), new URL(deps.publicUrl).origin)
    return verifyProofOfAge(opened.response, {
      minimumAge: taken.minimumAge,
      transcript: opened.transcript,
      trust,
      now,
    })
  })
  return end(deps, taken, result)
}

type Verifier = (trust: Trust, now: Date) => 'yes' | 'no' | Promise<'yes' | 'no'>

/** @throws AppError presentation_refused, after which the request is used up, and the intent still open */
async function verify(deps: Deps, { idHash }: store.TakenPresentation, verifier: Verifier): Promise<'yes' | 'no'> {
  const trust = await deps.trustFor(PROOF_OF_AGE)
  try {
    return await verifier(trust, deps.clock())
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await refuse(deps, idHash, error.reason)
    throw new AppError('presentation_refused', { reason: error.reason })
  }
}

async function refuse({ db, report }: Deps, idHash: Buffer, reason: PresentationReason): Promise<void> {
  await store.writeRefused(db, idHash, reason)
  await report({ type: reason === 'cancelled' ? 'presentation.cancelled' : 'presentation.refused', reason })
}

/** In another browser the code finishes nothing; there the visitor reads the digits, and types them where they began. */
async function hold(deps: Deps, { idHash }: store.TakenPresentation, result: 'yes' | 'no'): Promise<string> {
  const code = newToken('avrs')
  const digits = String(randomInt(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0')
  const digitsHash = deps.keys.digitsHashOf(idHash, digits)
  await store.writeHeld(deps.db, idHash, { result, codeHash: tokenHash(code), digitsHash })
  const screen = new URL(AGE_APP_SCREEN, deps.publicUrl)
  screen.hash = new URLSearchParams({ rc: code, digits }).toString()
  return screen.href
}

/** One transaction ends the intent and the request. @throws AppError mintid_used */
const end = (deps: Deps, { idHash, intentId, isBound }: store.TakenPresentation, result: 'yes' | 'no') =>
  deps.db.transaction(async (tx) => {
    await store.writeAnswered(tx, idHash)
    return deps.intents.answerPresented(tx, { intentId, isBound, result, method: METHOD })
  })

/** @throws AppError presentation_over, mintid_used */
async function finishByCode(deps: Deps, id: string, code: string): Promise<IntentOutcome> {
  const outcome = await deps.db.transaction(async (tx) => {
    const held = await store.finishByCode(tx, tokenHash(id), tokenHash(code), deps.clock())
    if (held === undefined) return undefined
    return deps.intents.answerPresented(tx, { ...held, result: held.result, method: METHOD })
  })
  if (outcome === undefined) throw new AppError('presentation_over')
  return outcome
}

/** @throws AppError presentation_over, presentation_digits, mintid_used */
async function finishByDigits(deps: Deps, id: string, digits: string): Promise<IntentOutcome> {
  const idHash = tokenHash(id)
  const outcome = await deps.db.transaction(async (tx) => {
    const held = await store.finishByDigits(tx, idHash, deps.keys.digitsHashOf(idHash, digits), deps.clock())
    if (held === undefined) return undefined
    // A wrong try is counted, so that the transaction has to commit.
    if (!held.isDone) return 'other digits'
    return deps.intents.answerPresented(tx, { ...held, result: held.result, method: METHOD })
  })
  if (outcome === undefined) throw new AppError('presentation_over')
  if (outcome === 'other digits') throw new AppError('presentation_digits')
  return outcome
}

/** @throws AppError not_found */
async function follow({ db, clock }: Deps, id: string): Promise<PresentationProgress> {
  const [found] = await store.findPresentations(db, [tokenHash(id)])
  if (found === undefined) throw new AppError('not_found')
  return progressOf(found, clock())
}

/** Several at once, for open event streams; a request that no longer exists is expired. */
async function followAll({ db, clock }: Deps, ids: readonly string[]): Promise<Map<string, PresentationProgress>> {
  const now = clock()
  const found = await store.findPresentations(db, ids.map(tokenHash))
  const byHash = new Map(found.map((one) => [one.idHash.toString('hex'), progressOf(one, now)]))
  const gone: PresentationProgress = { state: 'expired', reason: null, redirect_uri: null }
  return new Map(ids.map((id) => [id, byHash.get(tokenHash(id).toString('hex')) ?? gone]))
}
