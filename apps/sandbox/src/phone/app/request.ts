import {
  AppError,
  claimAppLink,
  confirmIntent,
  intentSummary,
  isApproved,
  kycInit,
  type KycStatus,
  kycStatus,
  type Language,
  matchAppLink,
  refuseAppLink,
  SECOND_MS,
} from '@avouch/contract'
import type { Account } from './account.ts'
import type { Payments } from './payment.ts'
import type { Product } from './product.ts'
import type { AppRequest, AppSession, Ending } from './model.ts'

type Deps = { account: Account; payments: Payments; product: Product; productUrl: string; clock: () => Date }
type Stage<S extends AppRequest['stage']> = Extract<AppRequest, { stage: S }>

const LINK = /^\/a\/([A-Za-z0-9_-]{22})$/
const MINTID = /^[A-Za-z0-9_-]{16,128}$/

/** The code of a link as the product shows it; undefined for everything else that a camera may find. */
export function readLink(text: string, productUrl: string): string | undefined {
  const address = text.trim()
  if (!URL.canParse(address)) return undefined
  const { origin, pathname, username, password, search, hash } = new URL(address)
  if (origin !== new URL(productUrl).origin || username + password + search + hash !== '') return undefined
  return LINK.exec(pathname)?.[1]
}

export const isMintid = (value: unknown): value is string => typeof value === 'string' && MINTID.test(value)

const isWebAddress = (address: string | null): address is string => address !== null && /^https?:\/\//.test(address)

/** What the codes of the product mean for a request; every other one is no end. */
const ENDS: ReadonlyMap<string, Ending> = new Map([
  ['app_link_over', 'over'],
  ['app_link_number', 'number'],
  ['mintid_used', 'gone'],
  ['mintid_not_exist', 'gone'],
  ['wrong_verification', 'denied'],
  ['intent_expired', 'expired'],
  ['intent_cancelled', 'cancelled'],
])

/** One request of a website, from the scan to its answer. */
export function createRequests({ account, payments, product, productUrl, clock }: Deps) {
  function end(session: AppSession, how: Ending, wayBack?: string) {
    const asks = session.request && 'asks' in session.request ? session.request.asks : undefined
    session.request = { stage: 'ended', how, wayBack, ...(asks ? { asks } : {}) }
  }

  /** Runs a step; what the product says is the end of the request becomes its end. */
  async function step(session: AppSession, work: () => Promise<void>) {
    const before = JSON.stringify(session.request)
    try {
      await work()
    } catch (error) {
      const how = error instanceof AppError ? ENDS.get(error.code) : undefined
      if (how === undefined) throw error
      end(session, how)
    } finally {
      if (JSON.stringify(session.request) !== before) session.version += 1
    }
  }

  async function claim(session: AppSession, { code }: Stage<'link'>) {
    const { data } = await account.call(session, claimAppLink, { params: { code } })
    session.request = {
      stage: 'compare',
      code,
      asks: { provider: data.provider.name, kind: data.kind, minimumAge: data.minimum_age },
      numbers: data.numbers,
      network: data.network,
      endsAt: clock().getTime() + data.expires_in * SECOND_MS,
    }
  }

  /** Asked for each time: the address is good for some minutes only. Null: no check is to be made now. */
  async function checkAddress(session: AppSession, mintid: string | undefined, language: Language, retry: boolean) {
    const query = { mintid, lang: language, mobile: 'true', retry: retry ? 'true' : 'false' } as const
    const { data } = await account.call(session, kycInit, { query })
    if (!isWebAddress(data.data.url)) return null
    // The browser that shows the check has no session; its last page says to go back to the app. The service must not
    // learn the request, so the address does not name it.
    const address = new URL(data.data.url)
    address.searchParams.set('oi', new URL('/complete-process?mobile=true', productUrl).href)
    return address.href
  }

  async function statusOf(session: AppSession): Promise<KycStatus> {
    return (await account.call(session, kycStatus, {})).data.result.status
  }

  async function lookAtPayment(session: AppSession, open: Omit<Stage<'pay'>, 'bill' | 'reserved'>) {
    const { how, wayBack } = await payments.look(session, open)
    if (how !== undefined) end(session, how, how === 'paid' && open.here && isWebAddress(wayBack) ? wayBack : undefined)
  }

  /** Joins the request to who is signed in, and finds out whether a check comes first. */
  async function bind(session: AppSession, open: Stage<'intent' | 'check'>, language: Language) {
    const { mintid, here, code } = open
    let { asks } = open
    if (asks === undefined) {
      const { data } = await product(intentSummary, { params: { id: mintid } }, session)
      asks = { provider: data.provider.name, kind: data.kind, minimumAge: data.minimum_age }
    }
    if (asks.kind === 'payment')
      return lookAtPayment(session, { stage: 'pay', mintid, here, asks, ...(code ? { code } : {}) })
    const address = await checkAddress(session, mintid, language, false)
    const status = await statusOf(session)
    const base = { mintid, here, asks, ...(code ? { code } : {}) }
    session.request =
      address === null && isApproved(status)
        ? { stage: 'ready', ...base }
        : { stage: 'check', ...base, status, begun: open.stage === 'check' && open.begun }
  }

  async function lookAtCheck(session: AppSession, check: Stage<'check'>, language: Language) {
    const status = await statusOf(session)
    if (status === 'UNDERAGED') {
      end(session, 'underage')
      Object.assign(session, { tokens: undefined, number: undefined })
      return
    }
    if (isApproved(status)) return bind(session, check, language)
    if (status !== check.status) session.request = { ...check, status }
  }

  return {
    begin(session: AppSession, request: Stage<'link' | 'intent'>) {
      session.request = request
      session.version += 1
    },

    /** Takes the request as far as it goes without its user. @throws AppError, Unreachable; the request stays then */
    advance: (session: AppSession, language: Language) =>
      step(session, async () => {
        if (session.request?.stage === 'link') await claim(session, session.request)
        if (session.request?.stage === 'compare' && session.request.endsAt <= clock().getTime()) end(session, 'over')
        if (session.request?.stage === 'intent') await bind(session, session.request, language)
        else if (session.request?.stage === 'pay') await lookAtPayment(session, session.request)
        else if (session.request?.stage === 'check') await lookAtCheck(session, session.request, language)
      }),

    compare: (session: AppSession, number: number | undefined) =>
      step(session, async () => {
        const { request } = session
        if (request?.stage !== 'compare') return
        const { code, asks, numbers } = request
        if (number !== undefined && !numbers.includes(number)) return
        if (number === undefined) {
          await account.call(session, refuseAppLink, { params: { code } })
          return end(session, 'refused')
        }
        const { data } = await account.call(session, matchAppLink, { params: { code }, body: { number } })
        session.request = { stage: 'intent', mintid: data.mintid, here: false, asks, code }
      }),

    /** Where the identity check is; undefined when there is none to make. */
    async beginCheck(session: AppSession, language: Language): Promise<string | undefined> {
      const { request } = session
      // A payment from 18 needs the proof; it is asked for by itself.
      if (request?.stage === 'pay') return (await checkAddress(session, undefined, language, false)) ?? undefined
      if (request?.stage !== 'check') return undefined
      let address: string | null = null
      await step(session, async () => {
        const retry = request.status !== '' && request.status !== 'PENDING_MANUAL_REVIEW'
        address = await checkAddress(session, request.mintid, language, retry)
        const status = await statusOf(session)
        session.request = { ...request, status, begun: address !== null }
      })
      return address ?? undefined
    },

    /** The tap is for what its page showed; a request that came in behind that page is shown first. */
    answer: (session: AppSession, mintid: string | undefined) =>
      step(session, async () => {
        const { request } = session
        if (request === undefined || !('mintid' in request) || request.mintid !== mintid) return
        if (request.stage === 'pay') {
          const wayBack = await payments.pay(session, request)
          if (wayBack !== undefined) end(session, 'paid', request.here && isWebAddress(wayBack) ? wayBack : undefined)
        }
        if (request.stage !== 'ready') return
        const { data } = await account.call(session, confirmIntent, { params: { id: request.mintid }, body: {} })
        const { result, redirect_uri } = data.data
        end(
          session,
          result ? 'confirmed' : 'denied',
          request.here && isWebAddress(redirect_uri) ? redirect_uri : undefined,
        )
      }),

    /** The website learns nothing but that a payment that was confirmed is cancelled; a waiting browser hears of it. */
    refuse: (session: AppSession) =>
      step(session, async () => {
        const { request } = session
        if (request === undefined || request.stage === 'ended') return
        if (request.stage === 'pay') await payments.release(session, request)
        const code = 'code' in request ? request.code : undefined
        if (code !== undefined) await account.call(session, refuseAppLink, { params: { code } })
        end(session, 'refused')
      }),

    /** Where the browser goes now that all is done; once, so that Back leads back. */
    leave({ request }: AppSession): string | undefined {
      if (request?.stage !== 'ended' || request.left) return undefined
      request.left = true
      return request.wayBack
    },

    forget(session: AppSession) {
      session.request = undefined
      session.version += 1
    },
  }
}
export type Requests = ReturnType<typeof createRequests>
