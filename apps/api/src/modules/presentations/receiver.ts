import { randomInt } from 'node:crypto'
import {
  AGE_APP_SCREEN,
  AppError,
  type BrowserFailure,
  type IntentOutcome,
  type PresentationReason,
  SMS_CODE_LENGTH,
} from '@avouch/contract'
import { createDayOf } from '../../platform/birth-date.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newToken, tokenHash } from '../../platform/identifier.ts'
import type { PresentedIntents } from '../intents/index.ts'
import type { Trust } from '../trust/index.ts'
import { openAnswer } from './annex-c.ts'
import { readWalletAnswer } from './id-wallet.ts'
import { openId4VpTranscript, PROOF_OF_AGE, type Transcript, verifyProofOfAge } from './mdoc.ts'
import * as store from './presentation-store.ts'
import { clientIdOf, readToken } from './queries.ts'
import { must, Refused } from './refused.ts'
import { METHODS, type Requests } from './requests.ts'

/** The form that an app posts. `response`: the encrypted answer of a wallet. */
export type HolderAnswer = {
  vp_token?: string | undefined
  response?: string | undefined
  error?: string | undefined
}
type Read = 'yes' | 'no'
type Taken = store.TakenPresentation
type Deps = {
  db: Database
  clock: Clock
  intents: PresentedIntents
  requests: Requests
  trust: Trust
  /** Counts and records a request that came to nothing. */
  reportRefused: (reason: PresentationReason) => Promise<void>
}

/** Takes the answers of apps. */
export class Receiver {
  readonly #deps: Deps
  readonly #dayOf: (at: Date) => string

  constructor(deps: Deps) {
    this.#deps = deps
    this.#dayOf = createDayOf(deps.requests.settings.timeZone)
  }

  /**
   * Takes an app's answer. One for an app on this device is held until its browser finishes, and one that proves nothing leads back
   * with its reason; an answer by QR code ends the request.
   * @returns where the app sends its visitor. @throws AppError presentation_over, presentation_refused, mintid_used
   */
  async receive(route: string, answer: HolderAnswer): Promise<string | undefined> {
    const { db, clock } = this.#deps
    const taken = await store.takePresentation(db, tokenHash(route), ['link', 'qr'], clock())
    if (taken === undefined) {
      const kind = await store.lateLink(db, tokenHash(route), clock())
      if (kind === undefined) throw new AppError('presentation_over')
      return this.#backTo({ refused: 'timed_out', kind })
    }
    const result = await this.#outcomeOf(taken, () => this.#read(taken, route, answer))
    if (taken.way === 'link')
      return result instanceof Refused
        ? this.#backTo({ refused: result.reason, kind: taken.kind })
        : this.#hold(taken, result)
    if (!(result instanceof Refused)) await this.#end(taken, result)
    else if (result.reason !== 'cancelled') throw new AppError('presentation_refused', { reason: result.reason })
    return undefined
  }

  /** Takes an answer by the browser's API, only from the browser that began. @throws as above */
  async receiveFromBrowser(
    id: string,
    { response, failed }: { response: string; failed: BrowserFailure },
  ): Promise<IntentOutcome> {
    const { db, clock, requests } = this.#deps
    const route = requests.routeOfId(id)
    const taken = await store.takePresentation(db, tokenHash(route), ['dc_api'], clock())
    if (taken === undefined) throw new AppError('presentation_over')
    const result = await this.#outcomeOf(taken, async () => {
      if (response === '') throw new Refused(failed, 'the browser got no answer')
      const { origin } = new URL(requests.settings.publicUrl)
      const opened = await openAnswer(response, requests.browserSecrets(route), origin)
      return this.#verify(opened.response, taken, opened.transcript)
    })
    if (result instanceof Refused) throw new AppError('presentation_refused', { reason: result.reason })
    return this.#end(taken, result)
  }

  /** Reads an answer; an error comes in plain from every app. @throws Refused */
  async #read(taken: Taken, route: string, { error, vp_token: token, response }: HolderAnswer): Promise<Read> {
    const { clock, requests, trust } = this.#deps
    must(error === undefined, 'cancelled', 'the visitor showed nothing')
    if (taken.kind === 'id_wallet') {
      const { idWallet: access } = requests.settings
      must(access !== undefined, 'not_trusted', 'ID wallets are off')
      must(token === undefined && response !== undefined, 'malformed', 'not encrypted')
      const request = requests.walletRequest(route, taken.minimumAge)
      const now = clock()
      return readWalletAnswer(response, request, { access, trust, now, today: this.#dayOf(now) })
    }
    must(response === undefined, 'malformed', 'encrypted, which was not asked for')
    const responseUri = requests.responseUri(route)
    const [clientId, nonce] = [clientIdOf(responseUri), requests.nonceOf(route)]
    const transcript = openId4VpTranscript({ clientId, nonce, thumbprint: null, responseUri })
    return this.#verify(readToken(token), taken, transcript)
  }

  /** @throws Refused */
  async #verify(proof: Uint8Array, { minimumAge }: Taken, transcript: Transcript): Promise<Read> {
    const { clock, trust } = this.#deps
    const trusted = await trust.trustedFor(PROOF_OF_AGE)
    return verifyProofOfAge(proof, { minimumAge, transcript, trusted, now: clock() })
  }

  /** @returns why nothing was proven; the request is then used up, except after `clock`, and the intent stays open */
  async #outcomeOf({ idHash }: Taken, verify: () => Promise<Read>): Promise<Read | Refused> {
    const { db, reportRefused } = this.#deps
    try {
      return await verify()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await reportRefused(error.reason)
      await store.writeRefused(db, idHash, error.reason)
      return error
    }
  }

  /** Stores the result. In another browser the code finishes nothing: it shows digits, which the visitor types where they began. */
  async #hold({ idHash }: Taken, result: Read): Promise<string> {
    const { db, requests } = this.#deps
    const code = newToken('avrs')
    const digits = String(randomInt(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0')
    const digitsHash = requests.digitsHashOf(idHash, digits)
    await store.writeHeld(db, idHash, { result, codeHash: tokenHash(code), digitsHash })
    return this.#backTo({ rc: code, digits })
  }

  /** Ends the intent and the request in one transaction. @throws AppError mintid_used */
  async #end({ idHash, intentId, isBound, kind }: Taken, result: Read): Promise<IntentOutcome> {
    const { db, intents } = this.#deps
    // The verdict is signed before the transaction, which then is short: an event keeps others of its provider waiting.
    const answer = await intents.prepare(db, { intentId, result, method: METHODS[kind] })
    return db.transaction(async (tx) => {
      await store.writeAnswered(tx, idHash)
      return intents.answer(tx, answer, isBound)
    })
  }

  /** The page that the app opens in this browser, or in another one; behind the `#`, which no server sees. */
  #backTo(brought: Record<string, string>): string {
    const screen = new URL(AGE_APP_SCREEN, this.#deps.requests.settings.publicUrl)
    screen.hash = new URLSearchParams(brought).toString()
    return screen.href
  }
}
