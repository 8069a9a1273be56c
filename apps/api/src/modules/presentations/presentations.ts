import {
  AppError,
  type BrowserFailure,
  type IntentOutcome,
  PRESENTATION_REASONS,
  type PresentationProgress,
} from '@avouch/contract'
import type { Transaction } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { type Beginning, begin, fetchRequest, open } from './beginning.ts'
import { type Deps, METHODS, type Settings } from './deps.ts'
import * as store from './presentation-store.ts'
import { progressOf } from './progress.ts'
import { type HolderAnswer, receive, receiveFromBrowser } from './receiving.ts'
import { requestKeys } from './request-keys.ts'

export type Presentations = ReturnType<typeof createPresentations>

/** Answers without an account: an app shows a proof of age, or an ID wallet an age, for one request, once. */
export function createPresentations({ keys, meter, ...settings }: Settings) {
  const refused = meter.counter({
    name: 'presentations_refused_total',
    help: 'Requests to apps that came to nothing, by reason.',
    labels: ['reason'],
    from: PRESENTATION_REASONS.map((reason) => ({ reason })),
  })
  const deps: Deps = { ...settings, keys: requestKeys(keys), refused }
  return {
    begin: (beginning: Beginning) => begin(deps, beginning),
    open: (code: string) => open(deps, code),
    fetchRequest: (route: string, walletNonce?: string) => fetchRequest(deps, route, walletNonce),
    receiveFromBrowser: (id: string, answer: { response: string; failed: BrowserFailure }) =>
      receiveFromBrowser(deps, id, answer),
    receive: (route: string, answer: HolderAnswer) => receive(deps, route, answer),
    finishByCode: (id: string, code: string) => finishByCode(deps, id, code),
    finishByDigits: (id: string, digits: string) => finishByDigits(deps, id, digits),
    follow: (id: string) => follow(deps, id),
    followAll: (ids: readonly string[]) => followAll(deps, ids),
  }
}

type Held = NonNullable<Awaited<ReturnType<typeof store.finishByCode>>>

/** Ends the transaction. @throws AppError mintid_used */
async function answerHeld({ intents }: Deps, tx: Transaction, { intentId, isBound, kind, result }: Held) {
  const answer = await intents.prepare(tx, { intentId, result, method: METHODS[kind] })
  return intents.answer(tx, answer, isBound)
}

/** @throws AppError presentation_over, mintid_used */
async function finishByCode(deps: Deps, id: string, code: string): Promise<IntentOutcome> {
  const outcome = await deps.db.transaction(async (tx) => {
    const held = await store.finishByCode(tx, tokenHash(id), tokenHash(code), deps.clock())
    if (held === undefined) return undefined
    return answerHeld(deps, tx, held)
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
    return answerHeld(deps, tx, held)
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
