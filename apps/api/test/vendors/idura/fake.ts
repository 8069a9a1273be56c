import { randomBytes, randomUUID } from 'node:crypto'
import {
  type Answer,
  ERIKA,
  type FakeVendor,
  type Person,
  type Received,
  Refused,
  checkHeaders,
  fieldsOf,
  json,
  page,
  read,
  redirect,
  startServer,
} from '../fake-vendor.ts'
import { createTokens } from './tokens.ts'
import * as words from './words.ts'

const person: Person = { ...ERIKA, country: 'D', kind: 'ID' }
const PUSHED_SECONDS = 120

const random = () => randomBytes(32).toString('base64url')

/**
 * Idura, as SOURCES.md beside this file says: an OpenID Connect provider. The id of a session is its `state`, of which it may be
 * said how it ends before it was begun; `redirectUri` is the address that is registered, any where it is missing.
 */
export async function startFakeIdura(clock: () => Date = () => new Date(), redirectUri?: string): Promise<FakeVendor> {
  const [client, secret] = [`urn:avouch:test:${randomUUID()}`, `${random()}+%:/ &=`]
  const tokens = await createTokens()
  const requests = new Map<string, { request: words.Asked; until: number }>()
  const outcomes = new Map<string, Person | 'access_denied'>()
  const begun = new Map<string, words.Asked>()
  const codes = new Map<string, { request: words.Asked; person: Person }>()
  const sessions: FakeVendor['sessions'] = []

  /** Reads the form of a call by the client itself. */
  function formOf({ headers, body }: Received): Record<string, string> {
    if (words.credentialsOf(headers.authorization) !== `${client}\n${secret}`)
      throw new Refused(401, 'authorization: missing, wrong, or not form-encoded')
    if (headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded')
      throw new Refused(400, 'no form')
    return fieldsOf(new URLSearchParams(body.toString()))
  }

  function checked(fields: Record<string, string>): words.Asked {
    const request = read(words.authorization, fields)
    if ((request.client_id ?? client) !== client) throw new Refused(400, 'client_id: unknown')
    if ((redirectUri ?? request.redirect_uri) !== request.redirect_uri)
      throw new Refused(400, 'redirect_uri: not registered')
    return request
  }

  function begin(request: words.Asked, url: string) {
    const { state: id, redirect_uri: returnTo, ui_locales: language = '' } = request
    if (!begun.has(id)) sessions.push({ id, ref: id, returnTo, language, url })
    begun.set(id, request)
  }

  function push(received: Received): Answer {
    const request = checked(formOf(received))
    const request_uri = `urn:ietf:params:oauth:request_uri:${random()}`
    requests.set(request_uri, { request, until: clock().getTime() + PUSHED_SECONDS * 1000 })
    const query = new URLSearchParams({ client_id: client, request_uri })
    begin(request, `${server.url}/oauth2/authorize?${query.toString()}`)
    return json(201, { request_uri, expires_in: PUSHED_SECONDS })
  }

  function authorize({ query }: Received): Answer {
    const fields = fieldsOf(query)
    if (!query.has('request_uri')) {
      if (!query.has('client_id')) throw new Refused(400, 'client_id: missing')
      const request = checked(fields)
      begin(request, `${server.url}/oauth2/authorize?${query.toString()}`)
      return goOn(request)
    }
    const { client_id, request_uri } = read(words.pushed, fields)
    const found = requests.get(request_uri)
    if (client_id !== client || found === undefined || found.until <= clock().getTime())
      throw new Refused(400, 'request_uri: unknown or over')
    return goOn(found.request)
  }

  /** Leads back as it was decided; until then a page that leads to itself. */
  function goOn(request: words.Asked): Answer {
    const { state, redirect_uri, ui_locales } = request
    const outcome = outcomes.get(state)
    if (outcome === undefined) return page(ui_locales ?? 'en', 'Idura', `/login/${encodeURIComponent(state)}`)
    const back = new URL(redirect_uri)
    back.searchParams.set('state', state)
    if (outcome === 'access_denied') back.searchParams.set('error', outcome)
    else {
      const code = random()
      codes.set(code, { request, person: outcome })
      back.searchParams.set('code', code)
    }
    return redirect(back.href)
  }

  async function redeem(received: Received): Promise<Answer> {
    const { client_id = client, code, code_verifier, redirect_uri } = read(words.exchange, formOf(received))
    const found = codes.get(code)
    codes.delete(code)
    if (found === undefined) throw new Refused(400, 'code: unknown or used')
    const { request, person } = found
    if (client_id !== client || redirect_uri !== request.redirect_uri) throw new Refused(400, 'redirect_uri: another')
    if (words.sha256(code_verifier).toString('base64url') !== request.code_challenge)
      throw new Refused(400, 'code_verifier: wrong')
    const claims = { ...words.claimsOf(person, request.state), iss: server.url, aud: client, nonce: request.nonce }
    return json(200, await tokens.answer(claims, clock(), received.isForged))
  }

  function answer(received: Received): Answer | Promise<Answer> {
    const { method, path } = received
    const call = `${method} ${path}`
    checkHeaders(received, [], path === '/oauth2/authorize')
    if (call === 'GET /.well-known/openid-configuration') return json(200, words.discovery(server.url))
    if (call === 'GET /.well-known/jwks') return json(200, { keys: [tokens.jwk] })
    if (call === 'POST /oauth2/par') return push(received)
    if (call === 'GET /oauth2/authorize') return authorize(received)
    if (call === 'POST /oauth2/token') return redeem(received)
    const request = begun.get(decodeURIComponent(path.slice('/login/'.length)))
    if (method !== 'GET' || !path.startsWith('/login/') || request === undefined)
      throw new Refused(400, 'unknown path or method')
    return goOn(request)
  }

  const server = await startServer(/^\/(?:oauth2\/authorize$|login\/)/, answer, words.problemOf)

  return {
    ...server,
    settings: {
      IDENTITY_VENDOR: 'idura',
      IDENTITY_ACCOUNT: client,
      IDENTITY_SECRET: secret,
      IDENTITY_API_URL: server.url,
      IDENTITY_FLOW: words.SCOPE,
    },
    sessions,
    person,
    erased: new Set(),
    decide(id, decision, given = person) {
      if (decision !== 'approved' && decision !== 'abandoned') throw new Error(`Idura has no word for ${decision}`)
      outcomes.set(id, decision === 'approved' ? given : 'access_denied')
    },
    message() {
      throw new Error('Idura sends no messages')
    },
  }
}
