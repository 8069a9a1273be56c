import type { VendorCheck } from '@avouch/contract'
import * as http from '../http/server.ts'
import { storeOf, storyOf } from '../http/store.ts'
import { BadVisitPage, CheckPage, FailedPage, ProblemPage, ScanPage, TestersPage, WelcomePage } from './check-pages.tsx'
import { type Check, createChecks, detailsOf, isOutcome } from './checks.ts'
import { addDesk } from './desk.tsx'
import { isPersonId } from './outcomes.ts'
import { createReports } from './reports.ts'
import { queryOf, readVisit, type Visit } from './visit.ts'

/** Short enough for a waiting visitor, long enough for a restart of the product. */
const PAUSES_MS = [400, 1_200, 3_000]
const MAX_WORD = 60

type IdentityOptions = Pick<http.ServerOptions, 'assetsDir' | 'log'> & {
  apiUrl: string
  /** Address from which visitors come, and to which they return. */
  productUrl: string
  /** The page of the running story. */
  storyUrl: string
  callbackSecret: string
  /** Token of the product's calls. */
  token: string
  checks: Map<string, Check>
  clock?: () => Date
  pauses?: readonly number[]
}

/** The identity-check service, with its review desk. */
export async function createIdentityServer(options: IdentityOptions) {
  const { apiUrl, productUrl, storyUrl, callbackSecret, token, assetsDir, log } = options
  const { clock = () => new Date(), pauses = PAUSES_MS } = options
  let publish: () => void = () => undefined
  const checks = createChecks({ kept: options.checks, clock, onChange: () => publish() })
  const reports = createReports({ checks, apiUrl, secret: callbackSecret, clock, pauses, log })

  const app = await http.createServer({
    name: 'check',
    assetsDir,
    log,
    formTarget: new URL(productUrl).origin,
    problemPage: () => <ProblemPage />,
  })

  const forVisit =
    (answer: (visit: Visit, by: http.Visit) => http.Answer | Promise<http.Answer>) =>
    async (by: http.Visit): Promise<http.Answer> => {
      const visit = readVisit(by.fields, productUrl)
      return visit ? answer(visit, by) : http.sendPage(by.reply, <BadVisitPage />, 400)
    }
  const begin = forVisit((visit, { request }) => {
    const story = storyOf(request)
    checks.open(visit.tc, story && storeOf(story))
    return <CheckPage visit={visit} before={checks.get(visit.tc)?.found?.status} />
  })
  http.addPages(app, {
    '/': (by) => (Object.keys(by.fields).every((name) => name === 'lang') ? <WelcomePage /> : begin(by)),
    '/scan': forVisit((visit, { fields: { person } }) =>
      isPersonId(person) ? <ScanPage {...{ visit, person }} /> : `/?${queryOf(visit)}`,
    ),
    '/story': () => storyUrl,
    '/testers': forVisit((visit) => <TestersPage visit={visit} />),
  })
  http.addForms(app, {
    '/outcome': forVisit(async (visit, { fields, reply }) => {
      const { status, document = '', person, lost } = fields
      if (!isOutcome(status)) return reply.code(400).send({ error: 'invalid_request' })
      const word = document.trim().slice(0, MAX_WORD) || undefined
      checks.find(visit.tc, { status, document: word, person: isPersonId(person) ? person : undefined })
      const delivery = await reports.report(visit.tc, status, lost === 'yes')
      if (delivery === 'delivered' || delivery === 'lost') return visit.oi
      return http.sendPage(reply, <FailedPage {...{ visit, status, delivery }} />, 502)
    }),
  })

  const product = { onRequest: http.requireBearer(token) }
  const notFound = { error: 'not_found' }

  app.get<{ Params: { tc: string } }>('/api/checks/:tc', product, async (request, reply) => {
    const check = checks.get(request.params.tc)
    if (check === undefined) return reply.code(404).send(notFound)
    const { tc, openedAt, found } = check
    if (found === undefined) return { tc, status: '', timestamp: openedAt } satisfies VendorCheck
    const { status, at } = found
    return { tc, status, timestamp: at, ...detailsOf(tc, status, found, true) } satisfies VendorCheck
  })
  app.delete<{ Params: { tc: string } }>('/api/checks/:tc', product, async (request, reply) =>
    checks.forget(request.params.tc) ? reply.code(204).send() : reply.code(404).send(notFound),
  )

  publish = addDesk(app, { checks, reports }).publish
  return app
}
