import { randomInt } from 'node:crypto'
import { AGE_APP_SCREEN, AppError, type IntentOutcome, type BrowserFailure, SMS_CODE_LENGTH } from '@avouch/contract'
import { newToken, tokenHash } from '../../platform/identifier.ts'
import { openAnswer } from './annex-c.ts'
import { readToken } from './answers.ts'
import { browserSecretsOf, type Deps, METHODS, responseUriOf, walletRequestOf } from './deps.ts'
import { PROOF_OF_AGE } from './doc-types.ts'
import { readWalletAnswer } from './id-wallet.ts'
import { verifyProofOfAge } from './mdoc.ts'
import * as store from './presentation-store.ts'
import { clientIdOf } from './queries.ts'
import { must, Refused } from './refused.ts'
import { openId4VpTranscript } from './transcripts.ts'

/** What an app posts; parsed as a form. `response`: encrypted, of a wallet. */
export type HolderAnswer = {
  vp_token?: string | undefined
  response?: string | undefined
  error?: string | undefined
}
type Read = 'yes' | 'no'

/**
 * An app's answer. One for an app on this device is held until its browser finishes, and one that proves nothing leads back with
 * its reason; one by QR code answers at once.
 * @returns where the app sends its visitor. @throws AppError presentation_over, presentation_refused, mintid_used
 */
export async function receive(deps: Deps, route: string, answer: HolderAnswer): Promise<string | undefined> {
  const taken = await store.takePresentation(deps.db, tokenHash(route), ['link', 'qr'], deps.clock())
  if (taken === undefined) {
    const kind = await store.lateLink(deps.db, tokenHash(route), deps.clock())
    if (kind === undefined) throw new AppError('presentation_over')
    return backTo(deps, { refused: 'timed_out', kind })
  }
  const result = await reading(deps, taken, () => read(deps, taken, route, answer))
  if (taken.way === 'link')
    return result instanceof Refused
      ? backTo(deps, { refused: result.reason, kind: taken.kind })
      : hold(deps, taken, result)
  if (!(result instanceof Refused)) await end(deps, taken, result)
  else if (result.reason !== 'cancelled') throw new AppError('presentation_refused', { reason: result.reason })
  return undefined
}

/** The page that the app opens in this browser, or in another one; behind the `#`, which no server sees. */
function backTo({ publicUrl }: Deps, brought: Record<string, string>): string {
  const screen = new URL(AGE_APP_SCREEN, publicUrl)
  screen.hash = new URLSearchParams(brought).toString()
  return screen.href
}

type Reading = (deps: Deps, taken: store.TakenPresentation, route: string, answer: HolderAnswer) => Promise<Read>

/** An error comes in plain from every app. @throws Refused */
const read: Reading = async (deps, taken, route, answer) => {
  must(answer.error === undefined, 'cancelled', 'the visitor showed nothing')
  return taken.kind === 'id_wallet' ? readWallet(deps, taken, route, answer) : readAgeApp(deps, taken, route, answer)
}

const readAgeApp: Reading = async (deps, { minimumAge }, route, { vp_token: token, response }) => {
  must(response === undefined, 'malformed', 'encrypted, which was not asked for')
  const responseUri = responseUriOf(deps, route)
  const transcript = openId4VpTranscript({
    clientId: clientIdOf(responseUri),
    nonce: deps.keys.nonceOf(route),
    thumbprint: null,
    responseUri,
  })
  const trust = await deps.trustFor(PROOF_OF_AGE)
  return verifyProofOfAge(readToken(token), { minimumAge, transcript, trust, now: deps.clock() })
}

const readWallet: Reading = async (deps, { minimumAge }, route, { vp_token: token, response }) => {
  const { idWallet: access, trustFor } = deps
  must(access !== undefined, 'not_trusted', 'ID wallets are off')
  must(token === undefined && response !== undefined, 'malformed', 'not encrypted')
  return readWalletAnswer(response, walletRequestOf(deps, route, minimumAge), { access, trustFor, now: deps.clock() })
}

type BrowserAnswer = { response: string; failed: BrowserFailure }

/** The answer that the browser got, which is of the browser that began. @throws as above */
export async function receiveFromBrowser(deps: Deps, id: string, { response, failed }: BrowserAnswer) {
  const route = deps.keys.routeOf(deps.keys.codeOf(id))
  const taken = await store.takePresentation(deps.db, tokenHash(route), ['dc_api'], deps.clock())
  if (taken === undefined) throw new AppError('presentation_over')
  const result = await reading(deps, taken, async () => {
    if (response === '') throw new Refused(failed, 'the browser got no answer')
    const opened = await openAnswer(response, browserSecretsOf(deps, route), new URL(deps.publicUrl).origin)
    const trust = await deps.trustFor(PROOF_OF_AGE)
    const { minimumAge } = taken
    const { transcript } = opened
    return verifyProofOfAge(opened.response, { minimumAge, transcript, trust, now: deps.clock() })
  })
  if (result instanceof Refused) throw new AppError('presentation_refused', { reason: result.reason })
  return end(deps, taken, result)
}

/** @returns why nothing was proven, after which the request is used up but for a wrong clock, and the intent still open */
async function reading(
  { db, report, refused }: Deps,
  { idHash }: store.TakenPresentation,
  verify: () => Promise<Read>,
): Promise<Read | Refused> {
  try {
    return await verify()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { reason } = error
    refused({ reason })
    await store.writeRefused(db, idHash, reason)
    await report({ type: reason === 'cancelled' ? 'presentation.cancelled' : 'presentation.refused', reason })
    return error
  }
}

/** In another browser the code finishes nothing; there the visitor reads the digits, and types them where they began. */
async function hold(deps: Deps, { idHash }: store.TakenPresentation, result: 'yes' | 'no'): Promise<string> {
  const code = newToken('avrs')
  const digits = String(randomInt(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0')
  const digitsHash = deps.keys.digitsHashOf(idHash, digits)
  await store.writeHeld(deps.db, idHash, { result, codeHash: tokenHash(code), digitsHash })
  return backTo(deps, { rc: code, digits })
}

/** One transaction ends the intent and the request. @throws AppError mintid_used */
async function end(
  { db, intents }: Deps,
  { idHash, intentId, isBound, kind }: store.TakenPresentation,
  result: 'yes' | 'no',
): Promise<IntentOutcome> {
  // The verdict is signed before the transaction, which then is short: an event keeps others of its provider waiting.
  const answer = await intents.prepare(db, { intentId, result, method: METHODS[kind] })
  return db.transaction(async (tx) => {
    await store.writeAnswered(tx, idHash)
    return intents.answer(tx, answer, isBound)
  })
}
