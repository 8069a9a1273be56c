import { type Language, MINUTE_MS } from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createEvents } from '../http/events.ts'
import { requireOwnPost } from '../http/same-site.ts'
import { sendPage } from '../http/server.ts'
import { randomId } from '../webhook.ts'
import { type Check, type Checks, claimOf, type Reviewer } from './checks.ts'
import { DeskPage } from './desk-page.tsx'
import { type Note, NOTES } from './desk-phrases.ts'
import { readPlan } from './plan.ts'
import type { Reports } from './reports.ts'

/** A reviewer who went home does not keep a check. */
const CLAIM_MS = 10 * MINUTE_MS
const TOPIC = 'desk'
const COOKIE = 'desk_reviewer'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const MAX_NAME = 40
const MAX_REASON = 500

type Fields = Record<string, unknown>
type Deps = {
  checks: Checks
  reports: Reports
  clock: () => Date
  languageOf: (request: FastifyRequest, fields: Fields) => Language
}

const text = (value: unknown, most: number) => (typeof value === 'string' ? value.trim().slice(0, most) : '')

/** The id tells two reviewers of one name apart. */
function reviewerOf({ cookies }: FastifyRequest): Reviewer | undefined {
  const [, id, name] = /^(rev_[\w-]{8,64})\.(.{1,40})$/u.exec(cookies[COOKIE] ?? '') ?? []
  return id === undefined || name === undefined ? undefined : { id, name }
}

const waits = (check: Check | undefined): check is Check => check?.found?.status === 'PENDING_MANUAL_REVIEW'

/** The review desk: who takes a check decides it, and nobody else meanwhile. @returns tells open pages of a change */
export function addDesk(app: FastifyInstance, { checks, reports, clock, languageOf }: Deps) {
  const events = createEvents()
  const timers = new Set<NodeJS.Timeout>()

  const version = () => {
    const claims = checks.all().filter((check) => claimOf(check, clock()) !== undefined).length
    return `${checks.changes()}-${claims}`
  }
  const publish = () => events.publish(TOPIC, version())

  const back = (request: FastifyRequest, reply: FastifyReply, fields: Fields, note?: Note) =>
    reply.redirect(`/desk?lang=${languageOf(request, fields)}${note ? `&note=${note}` : ''}`, 303)

  app.get<{ Querystring: Fields }>('/desk', async (request, reply) => {
    const { query } = request
    return sendPage(
      reply,
      <DeskPage
        language={languageOf(request, query)}
        checks={checks.all()}
        reviewer={reviewerOf(request)}
        note={NOTES.find((note) => note === query['note'])}
        now={clock()}
        version={version()}
      />,
    )
  })
  app.get('/desk/events', async (_request, reply) => events.open(reply, TOPIC, version()))

  type Step = (fields: Fields, reviewer: Reviewer, check: Check) => Promise<Note | undefined> | Note | undefined

  /** Something that a reviewer does with a check that waits. */
  const step = (path: string, run: Step) =>
    app.post<{ Body: Fields | undefined }>(path, { preHandler: requireOwnPost }, async (request, reply) => {
      const fields = request.body ?? {}
      const reviewer = reviewerOf(request)
      const check = checks.get(text(fields['tc'], 128))
      if (reviewer === undefined) return back(request, reply, fields, 'name')
      if (!waits(check)) return back(request, reply, fields, 'gone')
      return back(request, reply, fields, await run(fields, reviewer, check))
    })

  app.post<{ Body: Fields | undefined }>('/desk/name', { preHandler: requireOwnPost }, async (request, reply) => {
    const fields = request.body ?? {}
    const name = text(fields['name'], MAX_NAME)
    if (name === '') return back(request, reply, fields, 'name')
    const id = reviewerOf(request)?.id ?? randomId('rev_')
    reply.setCookie(COOKIE, `${id}.${name}`, { path: '/desk', httpOnly: true, sameSite: 'lax', maxAge: YEAR_SECONDS })
    return back(request, reply, fields)
  })

  step('/desk/claim', (_fields, reviewer, check) => {
    const claim = claimOf(check, clock())
    if (claim !== undefined && claim.reviewer.id !== reviewer.id) return 'taken'
    checks.claim(check.tc, reviewer, new Date(clock().getTime() + CLAIM_MS))
    // Its end is a change that nobody makes.
    const timer = setTimeout(() => {
      timers.delete(timer)
      publish()
    }, CLAIM_MS + 1_000)
    timers.add(timer)
    return undefined
  })

  step('/desk/release', (_fields, reviewer, check) => {
    if (claimOf(check, clock())?.reviewer.id !== reviewer.id) return 'taken'
    checks.release(check.tc)
    return undefined
  })

  step('/desk/decide', async (fields, reviewer, check) => {
    if (claimOf(check, clock())?.reviewer.id !== reviewer.id) return 'taken'
    const status = fields['status'] === 'COMPLETED' ? 'COMPLETED' : 'MANUAL_REVIEW_REJECTED'
    const reason = text(fields['reason'], MAX_REASON)
    if (status === 'MANUAL_REVIEW_REJECTED' && reason === '') return 'reason'
    checks.find(check.tc, { status, by: reviewer.name, ...(reason !== '' && { reason }) })
    await reports.report(check.tc, status, readPlan(fields))
    return undefined
  })

  app.post<{ Body: Fields | undefined }>('/desk/resend', { preHandler: requireOwnPost }, async (request, reply) => {
    const fields = request.body ?? {}
    await reports.resend(text(fields['tc'], 128), text(fields['id'], 128))
    return back(request, reply, fields)
  })

  app.addHook('preClose', async () => {
    events.close()
    for (const timer of timers) clearTimeout(timer)
  })
  return { publish }
}
