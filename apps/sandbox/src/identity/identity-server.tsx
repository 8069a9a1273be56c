import type { VendorCheck, VendorOutcome } from '@avouch/contract'
import type { FastifyReply } from 'fastify'
import { addForms, addPages, createServer, requireBearer, sendPage, type ServerOptions } from '../http/server.ts'
import { BadVisitPage, CheckPage, FailedPage, ProblemPage, WelcomePage } from './check-pages.tsx'
import { type Check, createChecks, documentOf, isOutcome } from './checks.ts'
import { addDesk } from './desk.tsx'
import { planAsCookie, planOfCookie, readDocument, readPlan, type Travel } from './plan.ts'
import { createReports } from './reports.ts'
import { readVisit, type Visit } from './visit.ts'

/** Short enough that a visitor still waits, long enough for a product that is just restarting. */
const PAUSES_MS = [400, 1_200, 3_000]
const PLAN_COOKIE = 'check_plan'
const DAY_SECONDS = 24 * 60 * 60

type IdentityOptions = Pick<ServerOptions, 'assetsDir' | 'log'> & {
  apiUrl: string
  /** Where visitors come from and go back to. */
  productUrl: string
  callbackSecret: string
  /** What the product asks with. */
  token: string
  checks: Map<string, Check>
  clock?: () => Date
  pauses?: readonly number[]
}

type Ending = { visit: Visit; status: VendorOutcome; travel: Travel; document?: string | undefined }

/** The identity-check service: shows what it got, lets the visitor choose, reports by signed message, sends back. */
export async function createIdentityServer(options: IdentityOptions) {
  const { apiUrl, productUrl, callbackSecret, token, assetsDir, log } = options
  const { clock = () => new Date(), pauses = PAUSES_MS } = options
  let publish: () => void = () => undefined
  const checks = createChecks({ kept: options.checks, clock, onChange: () => publish() })
  const reports = createReports({ checks, apiUrl, secret: callbackSecret, clock, pauses, log })

  const app = await createServer({
    name: 'check',
    assetsDir,
    log,
    formTarget: new URL(productUrl).origin,
    problemPage: () => <ProblemPage />,
  })

  /** The check comes to something, and the visitor goes back. */
  async function end(reply: FastifyReply, { visit, status, travel, document }: Ending) {
    checks.find(visit.tc, { status, document })
    const delivery = await reports.report(visit.tc, status, travel)
    if (delivery === 'delivered' || delivery === 'later') return visit.oi
    return sendPage(reply, <FailedPage {...{ visit, status, delivery }} />, 502)
  }

  addPages(app, {
    '/': async ({ fields: { saved, ...fields }, request, reply }) => {
      const plan = planOfCookie(request.cookies[PLAN_COOKIE])
      if (Object.keys(fields).every((name) => name === 'lang'))
        return <WelcomePage plan={plan} saved={saved !== undefined} />
      const visit = readVisit(fields, productUrl)
      if (typeof visit === 'string') return sendPage(reply, <BadVisitPage bad={visit} />, 400)
      const before = checks.get(visit.tc)?.found?.status
      checks.open(visit.tc)
      const { status } = plan
      return status !== undefined && before === undefined ? (
        end(reply, { visit, status, travel: plan })
      ) : (
        <CheckPage {...{ visit, before }} />
      )
    },
  })
  addForms(app, {
    '/plan': ({ fields, reply }) => {
      const kept = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: DAY_SECONDS } as const
      reply.setCookie(PLAN_COOKIE, planAsCookie(readPlan(fields)), kept)
      return '/?saved=1'
    },
    '/outcome': async ({ fields, reply }) => {
      const visit = readVisit(fields, productUrl)
      if (typeof visit === 'string') return sendPage(reply, <BadVisitPage bad={visit} />, 400)
      const { status } = fields
      if (!isOutcome(status)) return reply.code(400).send({ error: 'invalid_request' })
      return end(reply, { visit, status, travel: readPlan(fields), document: readDocument(fields) })
    },
  })

  const product = { onRequest: requireBearer(token) }
  const notFound = { error: 'not_found' }

  app.get<{ Params: { tc: string } }>('/api/checks/:tc', product, async (request, reply) => {
    const check = checks.get(request.params.tc)
    if (check === undefined) return reply.code(404).send(notFound)
    const { tc, openedAt, found } = check
    if (found === undefined) return { tc, status: '', timestamp: openedAt } satisfies VendorCheck
    const { status, at } = found
    return { tc, status, timestamp: at, ...documentOf(tc, status, found, true) } satisfies VendorCheck
  })
  app.delete<{ Params: { tc: string } }>('/api/checks/:tc', product, async (request, reply) =>
    checks.forget(request.params.tc) ? reply.code(204).send() : reply.code(404).send(notFound),
  )

  publish = addDesk(app, { checks, reports, clock }).publish
  app.addHook('onClose', async () => reports.close())
  return app
}
