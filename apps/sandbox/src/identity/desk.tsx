import { MINUTE_MS } from '@avouch/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createEvents } from '../http/events.ts'
import { addForms, addPages, type Fields, type Visit } from '../http/server.ts'
import { randomId } from '../webhook.ts'
import { type Check, type Checks, claimOf, type Reviewer, waits } from './checks.ts'
import { DeskPage, type NoteName, NOTES } from './desk-page.tsx'
import { readPlan } from './plan.ts'
import type { Reports } from './reports.ts'

/** A reviewer who went home does not keep a check. */
const CLAIM_MS = 10 * MINUTE_MS
const TOPIC = 'desk'
const COOKIE = 'desk_reviewer'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const MAX_NAME = 40
const MAX_REASON = 500

type Deps = { checks: Checks; reports: Reports; clock: () => Date }

const isNote = (value = ''): value is NoteName => Object.hasOwn(NOTES, value)

/** The id tells two reviewers of one name apart. */
function reviewerOf({ cookies }: FastifyRequest): Reviewer | undefined {
  const [, id, name] = /^(rev_[\w-]{8,64})\.(.{1,40})$/u.exec(cookies[COOKIE] ?? '') ?? []
  return id === undefined || name === undefined ? undefined : { id, name }
}

const back = (note?: NoteName | void) => (note ? `/desk?note=${note}` : '/desk')

/** The review desk: the reviewer who took a check decides it alone. @returns publish, which refreshes open pages */
export function addDesk(app: FastifyInstance, { checks, reports, clock }: Deps) {
  const events = createEvents()

  /** Changes with time, too: pages look for ends of claims, and for how long a check waits. */
  const version = () => {
    const now = clock()
    const claimed = checks.all().filter((check) => claimOf(check, now) !== undefined).length
    return [checks.changes(), claimed, Math.floor(now.getTime() / MINUTE_MS)].join('-')
  }
  const publish = () => events.publish(TOPIC, version())

  addPages(app, {
    '/desk': ({ fields: { note }, request }) => {
      const shown = { checks: checks.all(), note: isNote(note) ? note : undefined, now: clock(), version: version() }
      return <DeskPage {...shown} reviewer={reviewerOf(request)} />
    },
    '/desk/events': ({ reply }) => events.open(reply, TOPIC, version()),
  })

  type Step = (check: Check, reviewer: Reviewer, fields: Fields) => Promise<NoteName | void> | NoteName | void

  /** Something that a reviewer does with a check that waits. */
  const step =
    (run: Step) =>
    async ({ fields, request }: Visit) => {
      const [reviewer, check] = [reviewerOf(request), checks.get(fields['tc'])]
      if (reviewer === undefined) return back('name')
      return back(check && waits(check) ? await run(check, reviewer, fields) : 'gone')
    }
  /** The same with a check that the reviewer has taken. */
  const ownStep = (run: Step) =>
    step((check, reviewer, fields) =>
      claimOf(check, clock())?.reviewer.id === reviewer.id ? run(check, reviewer, fields) : 'taken',
    )

  addForms(app, {
    '/desk/name': ({ fields, request, reply }) => {
      const name = (fields['name'] ?? '').trim().slice(0, MAX_NAME)
      if (name === '') return back('name')
      const id = reviewerOf(request)?.id ?? randomId('rev_')
      reply.setCookie(COOKIE, `${id}.${name}`, { path: '/desk', httpOnly: true, sameSite: 'lax', maxAge: YEAR_SECONDS })
      return back()
    },
    '/desk/claim': step((check, reviewer) => {
      const claim = claimOf(check, clock())
      if (claim !== undefined && claim.reviewer.id !== reviewer.id) return 'taken'
      checks.claim(check.tc, reviewer, new Date(clock().getTime() + CLAIM_MS))
    }),
    '/desk/release': ownStep(({ tc }) => checks.release(tc)),
    '/desk/decide': ownStep(async ({ tc }, reviewer, fields) => {
      const status = fields['status'] === 'COMPLETED' ? 'COMPLETED' : 'MANUAL_REVIEW_REJECTED'
      const reason = (fields['reason'] ?? '').trim().slice(0, MAX_REASON)
      if (status === 'MANUAL_REVIEW_REJECTED' && reason === '') return 'reason'
      checks.find(tc, { status, by: reviewer.name, ...(reason !== '' && { reason }) })
      await reports.report(tc, status, readPlan(fields))
    }),
    '/desk/resend': async ({ fields: { tc, id } }) => {
      await reports.resend(tc, id)
      return back()
    },
  })

  app.addHook('preClose', async () => events.close())
  return { publish }
}
