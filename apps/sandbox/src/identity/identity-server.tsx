import { createHash, timingSafeEqual } from 'node:crypto'
import type { Language, VendorCheck, VendorOutcome } from '@avouch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from '../http/language.ts'
import { requireOwnPost } from '../http/same-site.ts'
import { createServer, sendPage, type ServerOptions } from '../http/server.ts'
import type { Journal } from '../journal.ts'
import { CheckPage, FailedPage } from './check-page.tsx'
import { type CheckRecord, createChecks, isOutcome } from './checks.ts'
import { addDesk } from './desk.tsx'
import { documentOf, readDocument } from './document.ts'
import { phrases } from './phrases.ts'
import { planAsCookie, planOfCookie, readPlan } from './plan.ts'
import { createReports, type Travel } from './reports.ts'
import { Notice } from './shell.tsx'
import { type BadVisit, readVisit, type Visit } from './visit.ts'
import { WelcomePage } from './welcome-page.tsx'

/** Short enough that a visitor still waits, long enough for a product that is just restarting. */
const PAUSES_MS = [400, 1_200, 3_000]
const PLAN_COOKIE = 'check_plan'
const DAY_SECONDS = 24 * 60 * 60

type IdentityOptions = Pick<ServerOptions, 'assets' | 'log'> & {
  apiUrl: string
  /** Where visitors come from and go back to. */
  productUrl: string
  callbackSecret: string
  /** What the product asks with. */
  token: string
  journal: Journal<CheckRecord>
  clock?: () => Date
  pauses?: readonly number[]
}

type Fields = Record<string, unknown>

const digest = (value: string) => createHash('sha256').update(value).digest()

/** The identity-check service: shows what it got, lets the visitor choose, reports by signed message, sends back. */
export async function createIdentityServer(options: IdentityOptions) {
  const { apiUrl, productUrl, callbackSecret, token, journal, assets, log } = options
  const { clock = () => new Date(), pauses = PAUSES_MS } = options
  let publish: () => void = () => undefined
  const checks = createChecks({ journal, clock, onChange: () => publish() })
  const reports = createReports({ checks, apiUrl, secret: callbackSecret, clock, pauses, log })
  const expected = digest(`Bearer ${token}`)

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

  /** The check comes to something, and the visitor goes back. */
  async function end(reply: FastifyReply, visit: Visit, status: VendorOutcome, travel: Travel, document?: string) {
    checks.find(visit.tc, { status, document })
    const delivery = await reports.report(visit.tc, status, travel)
    if (delivery === 'delivered' || delivery === 'later') return reply.redirect(visit.oi, 303)
    return sendPage(reply, <FailedPage visit={visit} status={status} delivery={delivery} />, 502)
  }

  app.get<{ Querystring: Fields }>('/', async (request, reply) => {
    const plan = planOfCookie(request.cookies[PLAN_COOKIE])
    const { saved, ...query } = request.query
    if (Object.keys(query).every((name) => name === 'lang'))
      return sendPage(
        reply,
        <WelcomePage language={languageOf(request, query)} plan={plan} saved={saved !== undefined} />,
      )
    const read = readVisit(query, productUrl)
    if ('bad' in read) return sendBadVisit(request, reply, query, read.bad)
    const before = checks.get(read.visit.tc)?.found
    checks.open(read.visit.tc)
    if (plan.status !== undefined && before === undefined) return end(reply, read.visit, plan.status, plan)
    return sendPage(reply, <CheckPage visit={read.visit} before={before?.status} />)
  })

  app.post<{ Body: Fields | undefined }>('/plan', { preHandler: requireOwnPost }, async (request, reply) => {
    const fields = request.body ?? {}
    const kept = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: DAY_SECONDS } as const
    reply.setCookie(PLAN_COOKIE, planAsCookie(readPlan(fields)), kept)
    return reply.redirect(`/?lang=${languageOf(request, fields)}&saved=1`, 303)
  })

  app.post<{ Body: Fields | undefined }>('/outcome', { preHandler: requireOwnPost }, async (request, reply) => {
    const fields = request.body ?? {}
    const read = readVisit(fields, productUrl)
    if ('bad' in read) return sendBadVisit(request, reply, fields, read.bad)
    const status = fields['status']
    if (!isOutcome(status)) return reply.code(400).send({ error: 'invalid_request' })
    return end(reply, read.visit, status, readPlan(fields), readDocument(fields))
  })

  function isProduct(request: FastifyRequest, reply: FastifyReply): boolean {
    reply.header('cache-control', 'no-store')
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return true
    reply.code(401).header('www-authenticate', 'Bearer')
    return false
  }

  app.get<{ Params: { tc: string } }>('/api/checks/:tc', async (request, reply) => {
    if (!isProduct(request, reply)) return reply.send({ error: 'unauthorized' })
    const check = checks.get(request.params.tc)
    if (check === undefined) return reply.code(404).send({ error: 'not_found' })
    const { tc, openedAt, found } = check
    if (found === undefined) return { tc, status: '', timestamp: openedAt } satisfies VendorCheck
    const { status, at } = found
    return { tc, status, timestamp: at, ...documentOf(tc, status, found) } satisfies VendorCheck
  })

  app.delete<{ Params: { tc: string } }>('/api/checks/:tc', async (request, reply) => {
    if (!isProduct(request, reply)) return reply.send({ error: 'unauthorized' })
    return checks.forget(request.params.tc) ? reply.code(204).send() : reply.code(404).send({ error: 'not_found' })
  })

  publish = addDesk(app, { checks, reports, clock, languageOf }).publish
  app.addHook('onClose', async () => {
    reports.close()
    journal.close()
  })
  return app
}
