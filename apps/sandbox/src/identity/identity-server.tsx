import type { Language } from '@avouch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../http/language.ts'
import { requireOwnPost } from '../http/same-site.ts'
import { createServer, sendPage, type ServerOptions } from '../http/server.ts'
import type { Journal } from '../journal.ts'
import { CheckPage, FailedPage } from './check-page.tsx'
import { type CheckRecord, createChecks, isOutcome } from './checks.ts'
import { DeskPage } from './desk-page.tsx'
import { phrases } from './phrases.ts'
import { createReports } from './reports.ts'
import { Notice, WelcomePage } from './shell.tsx'
import { type BadVisit, readVisit } from './visit.ts'

/** Short enough that a visitor still waits, long enough for a product that is just restarting. */
const PAUSES_MS = [400, 1_200, 3_000]

type IdentityOptions = Pick<ServerOptions, 'assets' | 'log'> & {
  apiUrl: string
  /** Where visitors come from and go back to. */
  productUrl: string
  callbackSecret: string
  journal: Journal<CheckRecord>
  clock?: () => Date
  pauses?: readonly number[]
}

type Fields = Record<string, unknown>

/** The identity-check service: shows what it got, lets the visitor choose, reports by signed message, sends back. */
export async function createIdentityServer(options: IdentityOptions) {
  const {
    apiUrl,
    productUrl,
    callbackSecret,
    journal,
    assets,
    log,
    clock = () => new Date(),
    pauses = PAUSES_MS,
  } = options
  const checks = createChecks(journal)
  const reports = createReports({ checks, apiUrl, secret: callbackSecret, clock, pauses })

  const languageOf = (request: FastifyRequest, fields: Fields = {}): Language =>
    chooseLanguage({ query: fields['lang'], header: request.headers['accept-language'] })

  const app = await createServer({
    assets,
    log,
    formTargets: [new URL(productUrl).origin],
    problemPage: (_status, request) => {
      const language = languageOf(request)
      return <Notice language={language} title={phrases[language].problem} lines={[phrases[language].problemText]} />
    },
  })

  function sendBadVisit(request: FastifyRequest, reply: FastifyReply, fields: Fields, bad: BadVisit) {
    const language = languageOf(request, fields)
    const t = phrases[language]
    return sendPage(reply, <Notice language={language} title={t.badTitle} lines={[t.bad[bad], t.badLede]} />, 400)
  }

  app.get<{ Querystring: Fields }>('/', async (request, reply) => {
    if (Object.keys(request.query).every((name) => name === 'lang'))
      return sendPage(reply, <WelcomePage language={languageOf(request, request.query)} />)
    const read = readVisit(request.query, productUrl)
    if ('bad' in read) return sendBadVisit(request, reply, request.query, read.bad)
    return sendPage(reply, <CheckPage visit={read.visit} before={checks.get(read.visit.tc)} />)
  })

  app.post<{ Body: Fields | undefined }>('/outcome', { preHandler: requireOwnPost }, async (request, reply) => {
    const fields = request.body ?? {}
    const read = readVisit(fields, productUrl)
    if ('bad' in read) return sendBadVisit(request, reply, fields, read.bad)
    const { visit } = read
    const status = fields['status']
    if (!isOutcome(status)) return reply.code(400).send({ error: 'invalid_request' })
    const delivery = await reports.report(visit.tc, status)
    if (delivery === 'delivered') return reply.redirect(visit.oi, 303)
    log(`identity check: a report was ${delivery === 'refused' ? 'refused by the product' : 'not delivered'}`)
    return sendPage(reply, <FailedPage visit={visit} status={status} delivery={delivery} />, 502)
  })

  app.get<{ Querystring: Fields }>('/desk', async (request, reply) =>
    sendPage(reply, <DeskPage language={languageOf(request, request.query)} checks={checks.all()} />),
  )

  app.post<{ Body: Fields | undefined }>('/desk', { preHandler: requireOwnPost }, async (request, reply) => {
    const { tc, status, ...rest } = request.body ?? {}
    // Only what waits here can be decided here.
    if (typeof tc !== 'string' || !checks.get(tc) || !isOutcome(status))
      return reply.code(400).send({ error: 'invalid_request' })
    const delivery = await reports.report(tc, status)
    if (delivery !== 'delivered') log(`identity check: a decision was not delivered (${delivery})`)
    return reply.redirect(`/desk?lang=${languageOf(request, rest)}`, 303)
  })

  app.addHook('onClose', async () => journal.close())
  return app
}
