import { CallFailure } from '@avouch/api-client'
import {
  AppError,
  isApproved,
  kycStatus,
  wallet,
  walletDeposit,
  walletEntries,
  walletEntryReceipt,
} from '@avouch/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { createEvents } from '../../http/events.ts'
import { type Answer, addForms, addPages, type Routes, sendPage, type Visit as AnyVisit } from '../../http/server.ts'
import { findCode, type Message } from '../message.ts'
import { createSessions, type Kept } from '../sessions.ts'
import { type Account, createAccount, createProduct, type Product } from './account.ts'
import { CodePage, HomePage, LoginPage, RegisterPage, WelcomePage } from './account-pages.tsx'
import { type FormState, formErrors, readCode, readLogin, readRegistration } from './forms.tsx'
import type { AppSession } from './model.ts'
import { RequestPage } from './request-pages.tsx'
import { isMintid, readLink, Requests } from './request.ts'
import { ScannerPage, TroublePage } from './scan-page.tsx'
import { ReceiptPage, WalletPage } from './wallet-page.tsx'

type Options = {
  apiUrl: string
  productUrl: string
  inboxOf: (number: string) => Message[]
  clock: () => Date
}
type Visit = AnyVisit & { session: AppSession }
type Work = (visit: Visit) => Answer | Promise<Answer>

const REQUEST = '/app/request'
const LONGEST_LINK = 300
const BAD_LINK =
  'This is no code of Avouch. Scan the one that the website sent you to.|Das ist kein Code von Avouch. Scanne den, zu dem die Website dich geschickt hat.'

const scanPage = (error?: string) => <ScannerPage open="app" path="/app/scan" error={error} maxLength={LONGEST_LINK} />

const waits = ({ request }: AppSession) => request !== undefined && request.stage !== 'ended'
const needsLogin = (session: AppSession) => !session.tokens && waits(session)
const onward = (session: AppSession) => (session.request ? REQUEST : '/app')

/** Handles an unreachable product and an ended session, for all routes. */
function failed(error: unknown, { request, reply }: AnyVisit): Answer {
  const isRefusal = error instanceof AppError
  if (isRefusal && error.code === 'invalid_token') return '/app/login'
  if (!isRefusal && !(error instanceof CallFailure)) throw error
  const path = request.method === 'GET' ? (request.url.split(/\?|\/receipt/, 1)[0] ?? '/app') : '/app'
  return sendPage(reply, <TroublePage path={path} busy={isRefusal && error.status === 429} />, 503)
}

/** Runs an action, then redirects. */
const then = (to: string, work: (visit: Visit) => unknown) => async (visit: Visit) => {
  await work(visit)
  return to
}

/** Runs the action of a form and redirects, or shows the form again with its errors. */
const form =
  (work: (visit: Visit) => Promise<string>, page: (visit: Visit, state: FormState) => ReactElement): Work =>
  async (visit) => {
    try {
      return await work(visit)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return sendPage(visit.reply, page(visit, formErrors(error, visit.fields)), 422)
    }
  }

type ViewParts = Pick<Options, 'inboxOf' | 'productUrl'> & { requests: Requests }

/** Creates the pages that several routes show. */
function createViews({ requests, productUrl, inboxOf }: ViewParts) {
  function newestCode({ number, sentAt }: NonNullable<AppSession['code']>) {
    const since = inboxOf(number).filter(({ received_at }) => received_at >= sentAt)
    return since.map(({ text }) => findCode(text)).findLast((found) => found !== undefined)
  }
  const loginPage = ({ session }: Visit, state: FormState = {}) => {
    const why = session.again ?? (waits(session) ? 'request' : undefined)
    return <LoginPage {...{ state: { fields: session.typed ?? {}, ...state }, why, productUrl }} />
  }
  const codePage = (visit: Visit, state: FormState = {}) => {
    const { code, version } = visit.session
    if (code === undefined) return loginPage(visit, state)
    const sentAgain = visit.fields['again'] !== undefined
    return <CodePage {...{ code, version, sentAgain, state }} arrived={newestCode(code)} />
  }
  function scanned({ session, reply }: Visit, link: string): Answer {
    const code = readLink(link, productUrl)
    if (code === undefined) return sendPage(reply, scanPage(BAD_LINK), 422)
    requests.begin(session, { stage: 'link', code })
    return REQUEST
  }
  return { loginPage, codePage, scanned }
}

type Parts = { account: Account; requests: Requests; product: Product; views: ReturnType<typeof createViews> }
type AppRoutes = Routes<{ session: AppSession }>

const pagesOf = ({ requests, product, views: { loginPage, codePage, scanned } }: Parts): AppRoutes => ({
  // Opened by the product with a scanned link, with a request of this device, or with nothing.
  '/app': async (visit) => {
    const { session, fields } = visit
    const { link, mintid } = fields
    if (link !== undefined) return scanned(visit, link)
    if (isMintid(mintid)) {
      const { request } = session
      const isOpen = request !== undefined && 'mintid' in request && request.mintid === mintid
      if (!isOpen) requests.begin(session, { stage: 'intent', mintid, here: true })
      return REQUEST
    }
    if (!session.tokens) return <WelcomePage />
    const { call } = product(session)
    const isProven = isApproved((await call(kycStatus)).data.result.status)
    const { data: balance } = await call(wallet)
    const { number = '', answers = [] } = session
    return <HomePage {...{ number, isProven, balance, answers }} waiting={waits(session)} />
  },
  '/app/login': (visit) => (visit.session.tokens ? onward(visit.session) : loginPage(visit)),
  '/app/register': ({ session }) => (session.tokens ? onward(session) : <RegisterPage />),
  '/app/code': (visit) => (visit.session.code ? codePage(visit) : '/app'),
  '/app/scan': () => scanPage(),
  [REQUEST]: async ({ session, request: { language } }) => {
    await requests.look(session)
    if (needsLogin(session)) return '/app/login'
    await requests.advance(session, language)
    if (needsLogin(session)) return '/app/login'
    const { request, version } = session
    return <RequestPage {...{ request, version }} goTo={requests.leave(session)} />
  },
  '/app/check': async ({ session, request }) => (await requests.beginCheck(session, request.language)) ?? REQUEST,
  '/app/wallet': async ({ fields: { cursor }, session }) => {
    const { call } = product(session)
    const { data: balance } = await call(wallet)
    const { data: deposit } = await call(walletDeposit)
    const { data: page } = await call(walletEntries, { query: cursor ? { cursor } : {} })
    const version = [page.data[0]?.id, balance.available, balance.reserved, deposit.open].join(' ')
    const waiting = session.request?.stage === 'pay' ? session.request : undefined
    return <WalletPage {...{ balance, deposit, version, waiting }} entries={page.data} older={page.next_cursor} />
  },
  '/app/wallet/receipt': async ({ fields: { id = '' }, session }) => {
    const { data: receipt } = await product(session).call(walletEntryReceipt, { params: { id } })
    return <ReceiptPage receipt={receipt} />
  },
})

const formsOf = ({ account, requests, views: { loginPage, codePage, scanned } }: Parts): AppRoutes => ({
  '/app/login': form(
    then('/app/code', ({ session, fields }) => account.logIn(session, readLogin(fields))),
    loginPage,
  ),
  '/app/register': form(
    then('/app/code', ({ session, fields, request }) =>
      account.register(session, readRegistration(fields), request.language),
    ),
    (_visit, state) => <RegisterPage state={state} />,
  ),
  '/app/code': form(
    async ({ session, fields }) => {
      if (session.code === undefined) return '/app'
      await account.confirm(session, readCode(session.code.form, fields))
      return onward(session)
    },
    (visit, state) => {
      if (state.details?.restart !== true && state.problem !== 'invalid_token') return codePage(visit, state)
      visit.session.code = undefined
      return loginPage(visit, { problem: 'restart' })
    },
  ),
  '/app/code/again': form(
    then('/app/code?again=1', ({ session }) => account.sendAgain(session)),
    codePage,
  ),
  '/app/code/cancel': then('/app/login', ({ session }) =>
    Object.assign(session, { code: undefined, number: undefined, typed: undefined }),
  ),
  '/app/logout': then('/app', ({ session }) => account.logOut(session)),
  '/app/scan': (visit) => scanned(visit, visit.fields['link'] ?? ''),
  [`${REQUEST}/number`]: then(REQUEST, ({ session, fields: { number } }) =>
    requests.compare(session, number ? Number(number) : undefined),
  ),
  [`${REQUEST}/confirm`]: then(REQUEST, ({ session, fields }) => requests.answer(session, fields['mintid'])),
  [`${REQUEST}/top-up`]: async ({ session }) => {
    await requests.beforeTopUp(session)
    return needsLogin(session) ? '/app/login' : '/app/wallet'
  },
  [`${REQUEST}/refuse`]: then(REQUEST, ({ session }) => requests.refuse(session)),
  [`${REQUEST}/done`]: then('/app', ({ session }) => requests.forget(session)),
})

/** The product's app. Its session stays on this server, and it uses the product's HTTP API only. */
export function addApp(app: FastifyInstance, { apiUrl, productUrl, inboxOf, clock }: Options) {
  const product = createProduct(apiUrl)
  const account = createAccount({ product, clock })
  const requests = new Requests({ account, product, productUrl, clock })
  const begin = (kept: Kept): AppSession => ({ ...kept, version: 1 })
  function onUse(session: AppSession, { headers: { 'x-forwarded-for': forwarded } }: FastifyRequest) {
    session.forwardedFor = typeof forwarded === 'string' ? forwarded : undefined
  }
  const sessions = createSessions({ cookie: 'phone_app', path: '/app', clock, begin, onUse })
  const events = createEvents()
  const views = createViews({ requests, productUrl, inboxOf })
  const parts = { account, requests, product, views }
  addPages(app, sessions.routes(pagesOf(parts), failed))
  addForms(app, sessions.routes(formsOf(parts), failed))

  app.get('/app/events', async (request, reply) => {
    const session = sessions.find(request)
    if (session === undefined) return reply.code(404).send({ error: 'not_found' })
    return events.open(reply, session.id, String(session.version))
  })
  app.addHook('preClose', async () => events.close())

  return {
    /** Shows a code that has arrived on the pages that wait for it. */
    refresh(number: string): void {
      for (const session of sessions.all())
        if (session.code?.number === number) {
          session.version += 1
          events.publish(session.id, String(session.version))
        }
    },
  }
}
