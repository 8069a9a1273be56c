import { randomUUID } from 'node:crypto'
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
  startServer,
} from '../fake-vendor.ts'
import { type State, eventOf, newSession, verificationOf } from './words.ts'

const person: Person = { ...ERIKA, country: 'DE', kind: 'ID_CARD' }
const NOBODY: Person = { dateOfBirth: null, documentNumber: null, country: null, kind: null }

const LIVE = ['created', 'started', 'again'] as const
const ERASABLE: State['stage'][] = [...LIVE, 'approved', 'declined', 'expired', 'abandoned']

/** Veriff, as SOURCES.md beside this file says. */
export async function startFakeVeriff(clock: () => Date = () => new Date()): Promise<FakeVendor> {
  const [key, secret] = [randomUUID(), randomUUID()]
  const known = new Map<string, State>()
  const sessions: Session[] = []
  const erased = new Set<string>()

  const signed = (body: string | Buffer, isForged = false) => ({
    'x-auth-client': key,
    'x-hmac-signature': hmacOf(isForged ? randomUUID() : secret, body),
  })

  function success(status: number, verification: unknown, isForged: boolean): Answer {
    const answer = json(status, { status: 'success', verification })
    const { 'x-auth-client': client, 'x-hmac-signature': signature } = signed(answer.body ?? '', isForged)
    const names = { 'x-auth-client': client, 'vrf-auth-client': client }
    return {
      ...answer,
      headers: { ...answer.headers, ...names, 'x-hmac-signature': signature, 'vrf-hmac-signature': signature },
    }
  }

  function begin(received: Received): Answer {
    checkHeaders(received, ['x-auth-client'])
    const { callback = '', vendorData = '', lang = '' } = read(newSession, jsonOf(received)).verification
    const [id, token] = [randomUUID(), randomUUID()]
    const session = { id, ref: vendorData, returnTo: callback, language: lang, url: `${server.url}/v/${token}` }
    sessions.push(session)
    const [attemptId, now] = [randomUUID(), clock()]
    known.set(id, { session, token, stage: 'created', person, attemptId, begunAt: now, decidedAt: now })
    const said = { id, url: session.url, vendorData, host: server.url, status: 'created', sessionToken: token }
    return success(201, said, received.isForged)
  }

  function erase(state: State): Answer | undefined {
    const { id } = state.session
    if (!ERASABLE.includes(state.stage))
      return json(400, { status: 'fail', message: 'Session is not in a completed status.' })
    if (LIVE.some((one) => one === state.stage)) {
      Object.assign(state, { stage: state.stage === 'created' ? 'expired' : 'abandoned', person: NOBODY })
    }
    erased.add(id)
  }

  function answer(received: Received): Answer {
    const { method, path, headers, isForged } = received
    if (method === 'GET' && path.startsWith('/v/')) {
      const state = [...known.values()].find(({ token }) => path === `/v/${token}`)
      if (state === undefined || erased.has(state.session.id)) return { status: 404 }
      if (state.stage === 'created') state.stage = 'started'
      return page(state.session.language, 'Veriff', state.session.returnTo)
    }
    if (headers['x-auth-client'] !== key) throw new Refused(401, 'x-auth-client: missing or wrong')
    if (method === 'POST' && path === '/v1/sessions') return begin(received)
    const [, id = '', rest] = /^\/v1\/sessions\/([^/]+)(\/decision)?$/.exec(path) ?? []
    if (id === '' || method !== (rest === undefined ? 'DELETE' : 'GET'))
      throw new Refused(400, 'unknown path or method')
    checkHeaders(received, ['x-auth-client', 'x-hmac-signature'])
    if (received.body.length > 0) throw new Refused(400, 'unknown body')
    if (headers['x-hmac-signature'] !== hmacOf(secret, id)) throw new Refused(401, 'x-hmac-signature: missing or wrong')
    const state = known.get(id)
    if (state === undefined || erased.has(id)) return json(404, { status: 'fail', message: 'Session not found.' })
    if (method === 'GET') return success(200, verificationOf(state), isForged)
    return erase(state) ?? success(200, { id }, isForged)
  }

  const server = await startServer(/^\/v\//, answer, (_status, message) => ({ status: 'fail', message }))

  function stateOf(id: string): State {
    const state = known.get(id)
    if (state === undefined) throw new Error(`Veriff knows no session ${id}`)
    return state
  }
  function changed(before: State, decision: Decision, given?: Person): State {
    if (decision === 'failed') throw new Error('Veriff has no word for a failure of its own')
    const fallback = decision === 'expired' || decision === 'abandoned' ? NOBODY : person
    const attemptId = before.stage === 'again' && decision !== 'again' ? randomUUID() : before.attemptId
    return { ...before, stage: decision, person: given ?? fallback, attemptId, decidedAt: clock() }
  }

  return {
    ...server,
    settings: {
      IDENTITY_VENDOR: 'veriff',
      IDENTITY_ACCOUNT: key,
      IDENTITY_SECRET: secret,
      IDENTITY_API_URL: server.url,
    },
    sessions,
    person,
    erased,
    decide(id, decision, given) {
      known.set(id, changed(stateOf(id), decision, given))
    },
    message(id, as = {}) {
      const now = stateOf(id)
      const state = as.decision === undefined ? now : changed(now, as.decision, as.person)
      const verification = verificationOf(as.person === undefined ? state : { ...state, person: as.person })
      const body = Buffer.from(
        JSON.stringify(verification === null ? eventOf(state) : { status: 'success', verification }),
      )
      return { headers: { 'content-type': 'application/json', ...signed(body) }, body }
    },
  }
}
