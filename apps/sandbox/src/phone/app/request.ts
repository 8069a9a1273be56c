import * as api from '@avouch/contract'
import type { Account, Product } from './account.ts'
import { type Ending, GOES_ON } from './endings.ts'
import type { Answer, AppSession, Asks, Stage } from './model.ts'

type Deps = { account: Account; product: Product; productUrl: string; clock: () => Date }

const LINK = /^\/a\/([A-Za-z0-9_-]{22})$/
const MINTID = /^[A-Za-z0-9_-]{16,128}$/

/** Reads the code of a link of the product; undefined for any other text. */
export function readLink(text: string, productUrl: string): string | undefined {
  const address = text.trim()
  if (!URL.canParse(address)) return undefined
  const { origin, pathname, username, password, search, hash } = new URL(address)
  if (origin !== new URL(productUrl).origin || username + password + search + hash !== '') return undefined
  return LINK.exec(pathname)?.[1]
}

export const isMintid = (value: unknown): value is string => typeof value === 'string' && MINTID.test(value)

/** A top-up takes about as long. */
const TOP_UP_MS = 2 * api.MINUTE_MS

const isWebAddress = (address: string | null | undefined): address is string => /^https?:\/\//.test(address ?? '')

const ENDS: ReadonlyMap<string, Ending> = new Map([
  ['app_link_over', 'over'],
  ['app_link_number', 'number'],
  ['mintid_used', 'gone'],
  ['mintid_not_exist', 'gone'],
  ['wrong_verification', 'denied'],
  ['intent_expired', 'expired'],
  ['intent_cancelled', 'cancelled'],
])
const ENDED: Readonly<Record<api.IntentEnd, Ending>> = {
  answered: 'answered',
  paid: 'done',
  expired: 'expired',
  cancelled: 'cancelled',
}

type Pay = Stage<'pay'>

/** Error codes that keep the payment open. */
const OBSTACLES: ReadonlyMap<string, NonNullable<Pay['obstacle']>> = new Map([
  ['payment_held', 'held'],
  ['age_proof_required', 'age'],
])

const PAYMENT_ENDED: Readonly<Partial<Record<api.Payment['status'], Ending>>> = {
  executed: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
  denied: 'gone',
}

type Asking = { provider: { name: string }; kind: Asks['kind']; minimum_age: number | null; redirect_uri?: string }
const asksOf = ({ provider, kind, minimum_age, redirect_uri }: Asking): Asks => ({
  provider: provider.name,
  kind,
  minimumAge: minimum_age,
  wayBack: redirect_uri,
})

/** Requests of websites on the phones, from their link to their end. */
export class Requests {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  #call = (session: AppSession) => this.#deps.product(session).call

  /** Ends a request. Only a request of this device leads back to the website. */
  #end(session: AppSession, how: Ending, paid?: Stage<'ended'>['paid']) {
    const { request } = session
    const asks = request && 'asks' in request ? request.asks : undefined
    const isHere = request !== undefined && 'here' in request && request.here
    const wayBack = isHere && isWebAddress(asks?.wayBack) ? asks.wayBack : undefined
    session.request = { stage: 'ended', how, asks, wayBack, ...(paid && { paid }) }
    if (asks === undefined || !GOES_ON.has(how)) return
    const got = paid?.sum ?? (how === 'confirmed' ? 'yes' : 'no')
    const answer: Answer = { provider: asks.provider, at: this.#deps.clock().toISOString(), got }
    session.answers = [answer, ...(session.answers ?? [])].slice(0, 3)
  }

  /** Reads who asks, and how the request ended. Needs no log-in. */
  async #read(session: AppSession) {
    const { request } = session
    if (request === undefined || !('mintid' in request)) return
    const { data } = await this.#call(session)(api.intentSummary, { params: { id: request.mintid } })
    session.request = { ...request, asks: asksOf(data) }
    if (data.ended !== null) this.#end(session, ENDED[data.ended])
  }

  /** Runs a step, and ends the request where the product says that it has ended. */
  async #step(session: AppSession, work: () => Promise<void>) {
    const before = JSON.stringify(session.request)
    try {
      await work()
    } catch (error) {
      const code = error instanceof api.AppError ? error.code : ''
      const how = ENDS.get(code)
      if (how === undefined) throw error
      if (code === 'mintid_used') await this.#read(session)
      if (session.request?.stage !== 'ended') this.#end(session, how)
    } finally {
      if (JSON.stringify(session.request) !== before) session.version += 1
    }
  }

  async #claim(session: AppSession, { code }: Stage<'link'>) {
    const { data } = await this.#call(session)(api.claimAppLink, { params: { code } })
    const endsAt = this.#deps.clock().getTime() + data.expires_in * api.SECOND_MS
    const { numbers, network } = data
    session.request = { stage: 'compare', code, asks: asksOf(data), numbers, network, endsAt }
  }

  /** Gets the address of a new check, valid for some minutes. Null: no check is needed now. */
  async #checkAddress(session: AppSession, mintid: string | undefined, language: api.Language, retry = false) {
    const query = { mintid, lang: language, mobile: 'true', retry: retry ? 'true' : 'false' } as const
    const { data } = await this.#call(session)(api.kycInit, { query })
    if (!isWebAddress(data.data.url)) return null
    // The check's browser has no session, so its last page leads to the app. The service must not learn the request.
    const address = new URL(data.data.url)
    address.searchParams.set('oi', new URL('/complete-process?mobile=true&app=true', this.#deps.productUrl).href)
    return address.href
  }

  #statusOf = async (session: AppSession) => (await this.#call(session)(api.kycStatus)).data.result.status

  async #lookAtPayment(session: AppSession, open: Omit<Pay, 'bill' | 'reserved' | 'available' | 'missing'>) {
    const call = this.#call(session)
    const { data: payment } = await call(api.readPayment, { params: { id: open.mintid } })
    const { amount, currency, description, live } = payment.data
    const bill = { amount, currency, description, live }
    const reserved = payment.status === 'reserved'
    const { available } = (await call(api.wallet)).data
    const missing = reserved || !live ? 0 : Math.max(amount - available, 0)
    const isProven = open.obstacle === 'age' && api.isApproved(await this.#statusOf(session))
    session.request = { ...open, bill, reserved, available, missing, obstacle: isProven ? undefined : open.obstacle }
    const how = PAYMENT_ENDED[payment.status]
    if (how !== undefined) this.#end(session, how)
  }

  /** Reserves the amount and pays it. @returns the sum and the rest in the wallet; undefined when an obstacle is left */
  async #pay(session: AppSession, open: Pay): Promise<Stage<'ended'>['paid']> {
    const params = { id: open.mintid }
    const call = this.#call(session)
    try {
      await call(api.confirmPayment, { params })
      session.request = { ...open, reserved: true, obstacle: undefined }
      await call(api.executePayment, { params })
      return { sum: open.bill, left: (await call(api.wallet)).data.available }
    } catch (error) {
      if (!(error instanceof api.AppError)) throw error
      const obstacle = OBSTACLES.get(error.code)
      if (error.code === 'step_up_required') await this.#deps.account.signInAgain(session)
      else if (error.code === 'insufficient_balance') return undefined
      else if (obstacle === undefined || session.request?.stage !== 'pay') throw error
      else session.request = { ...session.request, obstacle, heldSeconds: error.details.retry_after }
      return undefined
    }
  }

  /** Binds the request to the account, and finds out whether a check comes first. */
  async #bind(session: AppSession, request: Stage<'intent' | 'check'>, language: api.Language) {
    const { mintid, here, code, asks } = request
    if (asks === undefined) return
    const open = { mintid, here, asks, code }
    if (asks.kind === 'payment') return this.#lookAtPayment(session, { stage: 'pay', ...open })
    const address = await this.#checkAddress(session, mintid, language)
    const status = await this.#statusOf(session)
    session.request =
      address === null && api.isApproved(status)
        ? { stage: 'ready', ...open }
        : { stage: 'check', ...open, status, begun: request.stage === 'check' && request.begun }
  }

  async #lookAtCheck(session: AppSession, check: Stage<'check'>, language: api.Language) {
    const status = await this.#statusOf(session)
    if (api.isApproved(status)) return this.#bind(session, check, language)
    if (status !== 'UNDERAGED') return void (session.request = { ...check, status })
    this.#end(session, 'underage')
    Object.assign(session, { tokens: undefined, number: undefined, typed: undefined })
  }

  begin(session: AppSession, request: Stage<'link' | 'intent'>) {
    session.request = request
    session.version += 1
  }

  /** Finds a request that has ended before its visitor logs in for it. */
  look = (session: AppSession) =>
    this.#step(session, async () => {
      const { request, tokens } = session
      if (!tokens || !request || !('asks' in request)) await this.#read(session)
    })

  /** Continues with the next question. @throws api.AppError, CallFailure; the request stays as it was */
  advance = (session: AppSession, language: api.Language) =>
    this.#step(session, async () => {
      if (session.request?.stage === 'link') await this.#claim(session, session.request)
      if (session.request?.stage === 'compare' && session.request.endsAt <= this.#deps.clock().getTime())
        this.#end(session, 'over')
      if (session.request?.stage === 'intent') await this.#bind(session, session.request, language)
      else if (session.request?.stage === 'pay') await this.#lookAtPayment(session, session.request)
      else if (session.request?.stage === 'check') await this.#lookAtCheck(session, session.request, language)
    })

  compare = (session: AppSession, number: number | undefined) =>
    this.#step(session, async () => {
      if (session.request?.stage !== 'compare') return
      const { code, asks, numbers } = session.request
      if (number === undefined) {
        await this.#call(session)(api.refuseAppLink, { params: { code } })
        this.#end(session, 'refused')
      } else if (numbers.includes(number)) {
        const { data } = await this.#call(session)(api.matchAppLink, { params: { code }, body: { number } })
        session.request = { stage: 'intent', mintid: data.mintid, here: false, asks, code }
      }
    })

  /** Returns the identity check's address; null when none is needed. */
  async beginCheck(session: AppSession, language: api.Language): Promise<string | null> {
    const { request } = session
    // The proof that a payment from 18 needs, or that is made ahead, is requested on its own, without the intent.
    if (request === undefined || request.stage === 'pay') return this.#checkAddress(session, undefined, language)
    let address: string | null = null
    if (request?.stage === 'check')
      await this.#step(session, async () => {
        const retry = request.status !== '' && request.status !== 'PENDING_MANUAL_REVIEW'
        address = await this.#checkAddress(session, request.mintid, language, retry)
        session.request = { ...request, status: await this.#statusOf(session), begun: address !== null }
      })
    return address
  }

  /** Answers the request that the page showed; a newer one is shown first. */
  answer = (session: AppSession, mintid: string | undefined) =>
    this.#step(session, async () => {
      const { request } = session
      if (request === undefined || !('mintid' in request) || request.mintid !== mintid) return
      if (request.stage === 'pay') {
        const paid = await this.#pay(session, request)
        if (paid !== undefined) this.#end(session, 'paid', paid)
      } else if (request.stage === 'ready') {
        const { data } = await this.#call(session)(api.confirmIntent, { params: { id: mintid }, body: {} })
        this.#end(session, data.data.result ? 'confirmed' : 'denied')
      }
    })

  /** Asks who is there before the money comes, if the sign-in would be too old for the payment afterwards. */
  async beforeTopUp(session: AppSession) {
    if (session.request?.stage !== 'pay') return
    const { data } = await this.#call(session)(api.readPayment, { params: { id: session.request.mintid } })
    const end = Date.parse(data.data.step_up_after ?? '')
    if (end - this.#deps.clock().getTime() < TOP_UP_MS) await this.#deps.account.signInAgain(session)
  }

  /** Tells the waiting browser, or the website of a request of this device. A payment that was confirmed is cancelled. */
  refuse = (session: AppSession) =>
    this.#step(session, async () => {
      const { request } = session
      if (request === undefined || request.stage === 'ended') return
      const { code } = request
      if (request.stage === 'pay' && request.reserved)
        await this.#call(session)(api.releasePayment, { params: { id: request.mintid } })
      else if ('mintid' in request && code === undefined)
        await this.#call(session)(api.leaveIntent, { params: { id: request.mintid } })
      if (code !== undefined) await this.#call(session)(api.refuseAppLink, { params: { code } })
      this.#end(session, 'refused')
    })

  /** Sends the browser on after the answer, once, so that Back leads back. */
  leave({ request }: AppSession): string | undefined {
    if (request?.stage !== 'ended' || request.left || !GOES_ON.has(request.how)) return undefined
    request.left = true
    return request.wayBack
  }

  forget(session: AppSession) {
    session.request = undefined
    session.version += 1
  }
}
