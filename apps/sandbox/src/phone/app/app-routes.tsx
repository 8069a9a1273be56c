import { AppError, type Language, SMS_CODE_LENGTH } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { createEvents } from '../../http/events.ts'
import { requireOwnPost } from '../../http/same-site.ts'
import { sendPage } from '../../http/server.ts'
import type { Inbox } from '../inbox.ts'
import { findCode, type Message } from '../message.ts'
import { createAccount } from './account.ts'
import { CodePage, HomePage, LoginPage, RegisterPage, WelcomePage } from './account-pages.tsx'
import type { FormState } from './form-fields.tsx'
import { type Fields, formErrors, readLogin, readRegistration, typed } from './forms.ts'
import { manifest } from './manifest.ts'
import type { AppSession } from './model.ts'
import { createPayments } from './payment.ts'
import { createProduct, Unreachable } from './product.ts'
import { createRequests } from './request.ts'
import { addRequestRoutes } from './request-routes.tsx'
import { TroublePage } from './request-pages.tsx'
import { createSessions, inTurn } from './sessions.ts'
import type { Visit, Work } from './visit.ts'
import { addWalletRoutes } from './wallet-routes.tsx'

const COOKIE = 'phone_app'
const MONTH_S = 30 * 24 * 60 * 60

type Options = {
  apiUrl: string
  productUrl: string
  inbox: Pick<Inbox, 'of'>
  clock: () => Date
  languageOf: (request: FastifyRequest, reply: FastifyReply) => Language
}

/** A native app on the phone: it keeps its session on this server and speaks to the product's HTTP API only. */
export function addApp(app: FastifyInstance, { apiUrl, productUrl, inbox, clock, languageOf }: Options) {
  const product = createProduct(apiUrl)
  const account = createAccount({ product, clock })
  const requests = createRequests({ account, payments: createPayments({ account }), product, productUrl, clock })
  const sessions = createSessions(clock)
  const events = createEvents()

  function sessionOf(request: FastifyRequest, reply: FastifyReply): AppSession {
    const session = sessions.find(request.cookies[COOKIE]) ?? sessions.open()
    reply.setCookie(COOKIE, session.id, { path: '/app', httpOnly: true, sameSite: 'lax', maxAge: MONTH_S })
    const forwarded = request.headers['x-forwarded-for']
    session.forwardedFor = typeof forwarded === 'string' ? forwarded : undefined
    return session
  }

  /** A product that is away, or a session that is over, is the same everywhere. */
  function failed({ reply, language, request }: Visit, error: unknown) {
    const isRefusal = error instanceof AppError
    if (isRefusal && error.code === 'invalid_token') return reply.redirect('/app/login', 303)
    if (!isRefusal && !(error instanceof Unreachable)) throw error
    const path = request.method === 'GET' ? (request.url.split('?', 1)[0] ?? '/app') : '/app'
    const busy = isRefusal && error.status === 429
    return sendPage(reply, <TroublePage language={language} path={path} busy={busy} />, 503)
  }

  const handle = (work: Work) => async (request: FastifyRequest, reply: FastifyReply) => {
    const session = sessionOf(request, reply)
    const visit = { request, reply, session, language: languageOf(request, reply) }
    return inTurn(session, async () => {
      try {
        return await work(visit)
      } catch (error) {
        return failed(visit, error)
      }
    })
  }
  const get = (path: string, work: Work) => app.get(path, handle(work))
  const post = (path: string, work: Work) => app.post(path, { preHandler: requireOwnPost }, handle(work))

  /** Shows a form again with what is wrong; an outage is no matter of the form. */
  async function tryForm(visit: Visit, work: () => Promise<unknown>, page: (state: FormState) => ReactElement) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return sendPage(visit.reply, page(formErrors(error, visit.request.body)), 422)
    }
  }

  const onward = ({ reply, session }: Visit) => reply.redirect(session.request ? '/app/request' : '/app', 303)
  const newestCode = ({ code }: AppSession) => {
    if (code === undefined) return undefined
    const since = inbox.of(code.number).filter(({ received_at }) => received_at >= code.sentAt)
    return since.map(({ text }) => findCode(text)).findLast((found) => found !== undefined)
  }
  const codePage = ({ session, language, request }: Visit, state?: FormState) => {
    const sentAgain = (request.query as Fields)['again'] !== undefined
    const { number = '' } = session.code ?? {}
    const { version } = session
    return <CodePage {...{ language, number, version, sentAgain }} state={state ?? {}} arrived={newestCode(session)} />
  }
  const loginPage = ({ session, language }: Visit, state: FormState = {}) => {
    const waits = session.request !== undefined && session.request.stage !== 'ended'
    const why = session.again ?? (waits ? 'request' : undefined)
    return <LoginPage {...{ language, state, why, productUrl }} />
  }

  get('/app/login', async (visit) => (visit.session.tokens ? onward(visit) : sendPage(visit.reply, loginPage(visit))))
  get('/app/register', async (visit) =>
    visit.session.tokens ? onward(visit) : sendPage(visit.reply, <RegisterPage language={visit.language} />),
  )
  get('/app/code', async (visit) =>
    visit.session.code ? sendPage(visit.reply, codePage(visit)) : visit.reply.redirect('/app', 303),
  )

  post('/app/login', (visit) =>
    tryForm(
      visit,
      async () => {
        await account.logIn(visit.session, readLogin(visit.request.body))
        return visit.reply.redirect('/app/code', 303)
      },
      (state) => loginPage(visit, state),
    ),
  )
  post('/app/register', (visit) =>
    tryForm(
      visit,
      async () => {
        const { language } = visit
        const { consent, ...credentials } = readRegistration(visit.request.body)
        await account.register(visit.session, credentials, { language, consent })
        return visit.reply.redirect('/app/code', 303)
      },
      (state) => <RegisterPage language={visit.language} state={state} />,
    ),
  )
  post('/app/code', async (visit) => {
    const { session, request, reply } = visit
    if (session.code === undefined) return reply.redirect('/app', 303)
    const work = async () => {
      const code = typed(request.body)['code']?.replaceAll(/\s/g, '') ?? ''
      if (code.length !== SMS_CODE_LENGTH)
        throw new AppError('digit_length', { errors: [{ field: 'code', code: 'digit_length' }] })
      await account.confirm(session, code)
      return onward(visit)
    }
    return tryForm(visit, work, (state) => {
      if (state.details?.restart !== true && state.problem !== 'invalid_token') return codePage(visit, state)
      session.code = undefined
      return loginPage(visit, { problem: 'restart' })
    })
  })
  post('/app/code/again', (visit) =>
    tryForm(
      visit,
      async () => {
        await account.sendAgain(visit.session)
        return visit.reply.redirect('/app/code?again=1', 303)
      },
      (state) => codePage(visit, state),
    ),
  )
  post('/app/code/cancel', async ({ session, reply }) => {
    await account.giveUp(session)
    return reply.redirect('/app/login', 303)
  })
  post('/app/logout', async ({ session, reply }) => {
    await account.logOut(session)
    return reply.redirect('/app', 303)
  })

  const home: Work = async ({ session, reply, language }) => {
    const waiting = session.request !== undefined && session.request.stage !== 'ended'
    if (!session.tokens) return sendPage(reply, <WelcomePage language={language} />)
    return sendPage(reply, <HomePage {...{ language, waiting }} number={session.number ?? ''} />)
  }
  addRequestRoutes({ get, post, home, requests, productUrl })
  addWalletRoutes({ get, account })

  app.get('/app/events', async (request, reply) => {
    const session = sessions.find(request.cookies[COOKIE])
    if (session === undefined) return reply.code(404).send({ error: 'not_found' })
    return events.open(reply, session.id, String(session.version))
  })
  app.get('/app/manifest.webmanifest', async (request, reply) =>
    reply.type('application/manifest+json').send(manifest(languageOf(request, reply))),
  )
  app.addHook('preClose', async () => events.close())

  return {
    /** An SMS came: whoever waits for it on this phone sees it at once. */
    heard: ({ to }: Message): void => {
      for (const session of sessions.all())
        if (session.code?.number === to) {
          session.version += 1
          events.publish(session.id, String(session.version))
        }
    },
  }
}
