import { randomBytes, randomUUID } from 'node:crypto'
import {
  type Answer,
  type Decision,
  ERIKA,
  type FakeVendor,
  type Person,
  type Received,
  Refused,
  type Session,
  checkHeaders,
  hmacOf,
  json,
  jsonOf,
  page,
  read,
  redirect,
  startServer,
} from '../fake-vendor.ts'
import { type Run, STATUS, newApplicant, newRun, payloadOf, shown } from './words.ts'

const person: Person = { ...ERIKA, country: 'DEU', kind: 'national_identity_card' }

const TYPES: Record<number, string> = { 400: 'bad_request', 401: 'authorization_error', 404: 'resource_not_found' }

/** Onfido, as SOURCES.md beside this file says. */
export async function startFakeOnfido(clock: () => Date = () => new Date()): Promise<FakeVendor> {
  const [token, reportToken] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  const [workflow, withoutConsent] = [randomUUID(), randomUUID()]
  const applicants = new Set<string>()
  const runs = new Map<string, Run>()
  const sessions: Session[] = []
  const erased = new Set<string>()

  function newPerson(received: Received): Answer {
    const names = read(newApplicant, jsonOf(received))
    const id = randomUUID()
    applicants.add(id)
    const href = `/v3.6/applicants/${id}`
    return json(201, { id, created_at: clock().toISOString(), href, sandbox: true, ...names })
  }

  function begin(received: Received): Answer {
    const sent = read(newRun, jsonOf(received))
    if (sent.workflow_id !== workflow && sent.workflow_id !== withoutConsent)
      throw new Refused(400, 'workflow_id: unknown')
    if (!applicants.has(sent.applicant_id)) throw new Refused(400, 'applicant_id: unknown')
    const { completed_redirect_url: returnTo = '', language = '', expires_at: end } = sent.link ?? {}
    if (end !== undefined && new Date(end) <= clock()) throw new Refused(400, 'link.expires_at: over')
    const [id, now] = [randomUUID(), clock()]
    const url = `${server.url}/l/${id}`
    const run = { id, sent, url, status: 'awaiting_input', person, createdAt: now, updatedAt: now }
    runs.set(id, run)
    sessions.push({ id, ref: sent.customer_user_id ?? '', returnTo, language, url, flow: sent.workflow_id })
    return json(201, shown(server.url, run))
  }

  function visit(path: string): Answer {
    const run = runs.get(path.slice('/l/'.length))
    if (run === undefined || erased.has(run.sent.applicant_id)) return { status: 404 }
    const { completed_redirect_url: done, expired_redirect_url: over, expires_at: end, language } = run.sent.link ?? {}
    if (end !== undefined && new Date(end) <= clock()) return over === undefined ? { status: 410 } : redirect(over)
    return page(language?.slice(0, 2) ?? 'en', 'Onfido', done ?? '/')
  }

  const problemOf = (status: number, message: string) => ({ error: { type: TYPES[status] ?? 'unknown', message } })
  const missing = () => json(404, problemOf(404, 'Could not find the requested resource'))

  function answer(received: Received): Answer {
    const { method, path, headers } = received
    if (method === 'GET' && path.startsWith('/l/')) return visit(path)
    checkHeaders(received)
    if (headers.authorization !== `Token token=${token}`) throw new Refused(401, 'authorization: missing or wrong')
    if (method === 'POST' && path === '/v3.6/applicants') return newPerson(received)
    if (method === 'POST' && path === '/v3.6/workflow_runs') return begin(received)
    const [, what = '', id = ''] = /^\/v3\.6\/(applicants|workflow_runs)\/([^/]+)$/.exec(path) ?? []
    if (received.body.length > 0) throw new Refused(400, 'unknown body')
    if (method === 'DELETE' && what === 'applicants') {
      if (!applicants.delete(id)) return missing()
      erased.add(id)
      return { status: 204 }
    }
    if (method !== 'GET' || what !== 'workflow_runs') throw new Refused(400, 'unknown path or method')
    const run = runs.get(id)
    return run === undefined || erased.has(run.sent.applicant_id) ? missing() : json(200, shown(server.url, run))
  }

  const server = await startServer(/^\/l\//, answer, problemOf)

  function runOf(id: string): Run {
    const run = runs.get(id)
    if (run === undefined) throw new Error(`Onfido knows no run ${id}`)
    return run
  }
  function changed(before: Run, decision: Decision, given = person): Run {
    if (decision === 'expired') throw new Error('Onfido has no word for it: let link.expires_at pass')
    return { ...before, status: STATUS[decision], person: given, updatedAt: clock() }
  }

  return {
    ...server,
    settings: {
      IDENTITY_VENDOR: 'onfido',
      IDENTITY_SECRET: token,
      IDENTITY_REPORT_SECRET: reportToken,
      IDENTITY_API_URL: server.url,
      IDENTITY_FLOW: workflow,
      IDENTITY_FLOW_NO_CONSENT: withoutConsent,
    },
    sessions,
    person,
    erased,
    fail(how, times, method) {
      if (how === 'forged') throw new Error('Onfido signs no answers')
      server.fail(how, times, method)
    },
    decide(id, decision, given) {
      runs.set(id, changed(runOf(id), decision, given))
    },
    message(id, as = {}) {
      const now = runOf(id)
      const run = as.decision === undefined ? now : changed(now, as.decision, as.person)
      const payload = payloadOf(server.url, as.person === undefined ? run : { ...run, person: as.person })
      const body = Buffer.from(JSON.stringify({ payload }))
      return { headers: { 'content-type': 'application/json', 'x-sha2-signature': hmacOf(reportToken, body) }, body }
    },
  }
}
