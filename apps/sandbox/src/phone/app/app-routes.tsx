import { CallFailure } from '@avouch/api-client'
import { AppError, wallet, walletDeposit, walletEntries, walletEntryReceipt } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { createEvents } from '../../http/events.ts'
import { addForms, addPages, type Fields, type Routes, sendPage } from '../../http/server.ts'
import type { Inbox } from '../inbox.ts'
import { findCode, type Message } from '../message.ts'
import { createAccount } from './account.ts'
import { CodePage, HomePage, LoginPage, RegisterPage, WelcomePage } from './account-pages.tsx'
import { type FormState, formErrors, readCode, readLogin, readRegistration } from './forms.tsx'
import type { AppSession, Visit, Work } from './model.ts'
import { createPayments } from './payment.ts'
import { createProduct } from './product.ts'
import { createRequests } from './request.ts'
import { requestForms, requestPages, waits } from './request-routes.tsx'
import { TroublePage } from './scan-page.tsx'
import { createSessions, inTurn } from './sessions.ts'
import { ReceiptPage, WalletPage } from './wallet-page.tsx'

const COOKIE = 'phone_app'
const MONTH_S = 30 * 24 * 60 * 60

type Options = { apiUrl: string; productUrl: string; inbox: Pick<Inbox, 'of'>; clock: () => Date }

/** A native app on the phone: it keeps its session on this server and speaks to the product's HTTP API only. */
export function addApp(app: FastifyInstance, { apiUrl, productUrl, inbox, clock }: Options) {
  const product = createProduct(apiUrl)
  const account = createAccount({ product, clock })
  const requests = createRequests({ payments: createPayments({ account, product }), product, productUrl, clock })
  const sessions = createSessions<AppSession>(clock, (kept) => ({ ...kept, version: 1 }))
  const events = createEvents()

  function sessionOf(request: FastifyRequest, reply: FastifyReply): AppSession {
    const session = sessions.use(request.cookies[COOKIE])
    reply.setCookie(COOKIE, session.id, { path: '/app', httpOnly: true, sameSite: 'lax', maxAge: MONTH_S })
    const forwarded = request.headers['x-forwarded-for']
    session.forwardedFor = typeof forwarded === 'string' ? forwarded : undefined
    return session
  }

  /** A product that is away, or a session that is over, is the same everywhere. */
  function failed({ reply }: Visit, request: FastifyRequest, error: unknown) {
    const isRefusal = error instanceof AppError
    if (isRefusal && error.code === 'invalid_token') return reply.redirect('/app/login', 303)
    if (!isRefusal && !(error instanceof CallFailure)) throw error
    const path = request.method === 'GET' ? (request.url.split(/\?|\/receipt/, 1)[0] ?? '/app') : '/app'
    const busy = isRefusal && error.status === 429
    return sendPage(reply, <TroublePage path={path} busy={busy} />, 503)
  }

  /** Each route with the session of the phone that asks, one request after the other. */
  const inApp = (works: Readonly<Record<string, Work>>): Routes =>
    Object.fromEntries(
      Object.entries(works).map(([path, work]) => [
        path,
        async (fields: Fields, request: FastifyRequest, reply: FastifyReply) => {
          const session = sessionOf(request, reply)
          const visit = { fields, reply, session, language: request.language }
          return inTurn(session, () => work(visit).catch((error: unknown) => failed(visit, request, error)))
        },
      ]),
    )

  const go = ({ reply }: Visit, path: string) => reply.redirect(path, 303)

  type Show = (visit: Visit, state: FormState) => ReactElement
  /** Does what a form asks for and goes where that leads; or shows the form again. An outage is no matter of the form. */
  const form =
    (work: (visit: Visit) => Promise<string>, page: Show): Work =>
    async (visit) => {
      try {
        return go(visit, await work(visit))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return sendPage(visit.reply, page(visit, formErrors(error, visit.fields)), 422)
      }
    }

  const onward = ({ session }: Visit) => (session.request ? '/app/request' : '/app')
  const newestCode = ({ code }: AppSession) => {
    if (code === undefined) return undefined
    const since = inbox.of(code.number).filter(({ received_at }) => received_at >= code.sentAt)
    return since.map(({ text }) => findCode(text)).findLast((found) => found !== undefined)
  }
  const codePage = (visit: Visit, state: FormState = {}) => {
    const { session, fields } = visit
    const { code, version } = session
    if (code === undefined) return loginPage(visit, state)
    const sentAgain = fields['again'] !== undefined
    return <CodePage {...{ code, version, sentAgain, state }} arrived={newestCode(session)} />
  }
  const loginPage = ({ session }: Visit, state: FormState = {}) => {
    const why = session.again ?? (waits(session) ? 'request' : undefined)
    return <LoginPage {...{ state, why, productUrl }} />
  }
  const home: Work = async ({ session, reply }) =>
    session.tokens
      ? sendPage(reply, <HomePage waiting={waits(session)} number={session.number ?? ''} />)
      : sendPage(reply, <WelcomePage />)

  addPages(
    app,
    inApp({
      '/app/login': async (visit) =>
        visit.session.tokens ? go(visit, onward(visit)) : sendPage(visit.reply, loginPage(visit)),
      '/app/register': async (visit) =>
        visit.session.tokens ? go(visit, onward(visit)) : sendPage(visit.reply, <RegisterPage />),
      '/app/code': async (visit) => (visit.session.code ? sendPage(visit.reply, codePage(visit)) : go(visit, '/app')),
      '/app/wallet': async ({ fields, reply, session }) => {
        const { cursor } = fields
        const { call } = product(session)
        const { data: balance } = await call(wallet)
        const { data: deposit } = await call(walletDeposit)
        const { data: page } = await call(walletEntries, { query: cursor ? { cursor } : {} })
        const version = [page.data[0]?.id, balance.available, balance.reserved, deposit.open].join(' ')
        const waiting = session.request?.stage === 'pay' ? session.request : undefined
        const shown = { balance, deposit, version, waiting, entries: page.data, older: page.next_cursor }
        return sendPage(reply, <WalletPage {...shown} />)
      },
      '/app/wallet/receipt': async ({ fields, reply, session }) => {
        const params = { id: fields['id'] ?? '' }
        const { data: receipt } = await product(session).call(walletEntryReceipt, { params })
        return sendPage(reply, <ReceiptPage receipt={receipt} />)
      },
      ...requestPages({ requests, productUrl, home }),
    }),
  )

  addForms(
    app,
    inApp({
      '/app/login': form(async ({ session, fields }) => {
        await account.logIn(session, readLogin(fields))
        return '/app/code'
      }, loginPage),
      '/app/register': form(
        async ({ session, fields, language }) => {
          await account.register(session, readRegistration(fields), language)
          return '/app/code'
        },
        (_visit, state) => <RegisterPage state={state} />,
      ),
      '/app/code': form(
        async (visit) => {
          const { code } = visit.session
          if (code === undefined) return '/app'
          await account.confirm(visit.session, readCode(code.form, visit.fields))
          return onward(visit)
        },
        (visit, state) => {
          if (state.details?.restart !== true && state.problem !== 'invalid_token') return codePage(visit, state)
          visit.session.code = undefined
          return loginPage(visit, { problem: 'restart' })
        },
      ),
      '/app/code/again': form(async ({ session }) => {
        await account.sendAgain(session)
        return '/app/code?again=1'
      }, codePage),
      '/app/code/cancel': async (visit) => {
        Object.assign(visit.session, { code: undefined, number: undefined })
        return go(visit, '/app/login')
      },
      '/app/logout': async (visit) => {
        await account.logOut(visit.session)
        return go(visit, '/app')
      },
      ...requestForms({ requests, productUrl }),
    }),
  )

  app.get('/app/events', async (request, reply) => {
    const session = sessions.find(request.cookies[COOKIE])
    if (session === undefined) return reply.code(404).send({ error: 'not_found' })
    return events.open(reply, session.id, String(session.version))
  })
  app.addHook('preClose', async () => events.close())

  return {
    /** An SMS came: the pages that wait for its code show it at once. */
    refresh: ({ to }: Message): void => {
      for (const session of sessions.all())
        if (session.code?.number === to) {
          session.version += 1
          events.publish(session.id, String(session.version))
        }
    },
  }
}
