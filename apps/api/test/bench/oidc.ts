import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeOidcKey } from '../../src/config/oidc.ts'
import { cpuOf } from './machine.ts'
import { createDatabase } from '../support/create-database.ts'
import { end, start, type Started } from './processes.ts'
import { row, type Row } from './report.ts'
import { inTurns, SECONDS } from './rounds.ts'
import type { Product, World } from './world.ts'

const REDIRECT_URI = 'https://shop.example/callback'
const CLIENT = { id: 'client_bench', secret: 'avcs_bench' }
const AT_ONCE = 4
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`

const random = () => randomBytes(32).toString('base64url')

/** Where a flow goes through. */
type Provider = {
  base: string
  /** An address that the provider names, as it is reached from here. */
  reached: (address: string) => string
  /** From the interaction to the address at which the library goes on. */
  answered: (go: (address: string) => Promise<string>, interaction: string) => Promise<string>
}

/** PAR, authorization, answer, redirect, token, userinfo: as a website and its visitor's browser. @returns the time of the token call */
async function flow({ base, reached, answered }: Provider): Promise<number> {
  const cookies = new Map<string, string>()
  async function go(address: string): Promise<string> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(reached(address), { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    await answer.arrayBuffer()
    return new URL(answer.headers.get('location') ?? '', reached(address)).href
  }
  const send = async (path: string, body: Record<string, string>) => {
    const headers = { ...FORM, authorization: BASIC }
    const answer = await fetch(base + path, { method: 'POST', headers, body: new URLSearchParams(body) })
    return (await answer.json()) as Record<string, string>
  }
  const verifier = random()
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = { client_id: CLIENT.id, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid age' }
  const pkce = { code_challenge, code_challenge_method: 'S256' }
  const { request_uri = '' } = await send(PATHS.par(base), { ...asked, ...pkce, state: random(), nonce: random() })
  const reference = new URLSearchParams({ client_id: CLIENT.id, request_uri })
  const back = await answered(go, await go(`${base}/auth?${reference.toString()}`))
  const code = new URL(await go(back)).searchParams.get('code') ?? ''
  const from = performance.now()
  const given = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT_URI }
  const { access_token = '' } = await send('/token', given)
  const tokenMs = performance.now() - from
  const told = await fetch(base + PATHS.userinfo(base), { headers: { authorization: `Bearer ${access_token}` } })
  const claims = (await told.json()) as { age_over_18?: boolean }
  if (claims.age_over_18 !== true) throw new Error('a flow without a yes')
  return tokenMs
}

const isOurs = (base: string) => base.endsWith('/oidc')
/** The library's own names differ from ours. */
const PATHS = {
  par: (base: string) => (isOurs(base) ? '/par' : '/request'),
  userinfo: (base: string) => (isOurs(base) ? '/userinfo' : '/me'),
}

/** So many flows as there is time for. The times are those of the token call. */
async function flows(provider: Provider, processes: readonly number[]) {
  const spent = () => [cpuOf(processes), cpuOf(processes.slice(0, 1))] as const
  const before = spent()
  const times: number[] = []
  const from = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() - from < SECONDS * 1_000) times.push(await flow(provider))
    }),
  )
  const seconds = (performance.now() - from) / 1_000
  await sleep(1_200)
  const after = spent()
  const each = (i: 0 | 1) => Math.round(((after[i] - before[i]) * 1_000) / times.length)
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(10 * (sorted[Math.floor(times.length * share)] ?? 0)) / 10
  const perSecond = Math.round(times.length / seconds)
  return {
    requests: times.length,
    perSecond,
    p50: at(0.5),
    p95: at(0.95),
    cpuMicros: each(0),
    serverMicros: each(1),
    failed: 0,
  }
}

type Answering = (mintid: string) => Promise<void>

/** Answers test intents with the sandbox's test key, with everything that an answer costs. */
const withTestKey =
  ({ url, apiKey }: Product, intentOf: (mintid: string) => Promise<string>): Answering =>
  async (mintid) => {
    const answer = `${url}/provider/v1/test/intents/${await intentOf(mintid)}/answer`
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    await (await fetch(answer, { method: 'POST', headers, body: '{"result":"yes"}' })).arrayBuffer()
  }

/** The product, with test intents. */
function ours({ url }: Product, answer: Answering): Provider {
  const reached = (address: string) => {
    const { pathname, search } = new URL(address, url)
    return address.startsWith('https:') ? address : url + pathname + search
  }
  return {
    base: `${url}/oidc`,
    reached,
    async answered(go, interaction) {
      const landing = new URL(await go(interaction))
      await answer(landing.searchParams.get('mintid') ?? '')
      return go(`${interaction}/done`)
    },
  }
}

const FIND_INTENT = 'select id from intent where mintid_hash = sha256($1::text::bytea)'
/** As an intent was answered before, without the events and the signature of a confirmation, which has a row of its own. */
const ANSWER = `
  update intent i set state = a.state, result = a.result, verdict = a.verdict, method = a.method,
    answered_at = now(), ended_at = now()
  from (select * from intent where result = 'yes' limit 1) a where i.mintid_hash = sha256($1::text::bytea)`
const ADD_CLIENT = `
  insert into oidc_client (id, provider_id, from_file, live, auth_method, secret_hash, redirect_uris, origins, subject,
    signing_alg, require_par, created_at)
  values ('${CLIENT.id}', 'kino-aurora', false, false, 'client_secret_basic',
    sha256('${CLIENT.secret}'), '{${REDIRECT_URI}}', '{}', 'ephemeral', 'RS256', false, now())
  on conflict do nothing`

/** A whole flow beside that of the same library with its memory store. */
export async function oidc(world: World): Promise<Row[]> {
  const readers: pg.Pool[] = []
  /** A round of the product's flows. */
  async function roundOf(product: Product) {
    await product.people.query(ADD_CLIENT)
    // Its receiver is not there, and what is sent again and again would be measured as well.
    await product.people.query('update provider set webhook_url = null')
    const reader = new pg.Pool({ connectionString: product.databaseUrl, max: 2 })
    readers.push(reader)
    const byKey = withTestKey(product, async (mintid) => {
      const { rows } = await reader.query<{ id: string }>(FIND_INTENT, [mintid])
      return rows[0]?.id ?? ''
    })
    const byHand: Answering = async (mintid) => void (await reader.query(ANSWER, [mintid]))
    const round = (answer: Answering) => () => flows(ours(product, answer), [product.pid, world.database])
    return { whole: round(byKey), protocol: round(byHand) }
  }
  const other = await world.other()
  const [flow, otherFlow] = [await roundOf(await world.product()), other && (await roundOf(other))]
  const library = (databaseUrl?: string) =>
    start(`${import.meta.dirname}/oidc-floor.ts`, '/.well-known/openid-configuration', {
      CLIENT_ID: CLIENT.id,
      CLIENT_SECRET: CLIENT.secret,
      REDIRECT_URI,
      KEYS: JSON.stringify({ keys: [makeOidcKey('RSA')] }),
      DATABASE_URL: databaseUrl,
    })
  const database = await createDatabase()
  const [floor, durable] = [await library(), await library(database.url)]
  try {
    const bare = ({ url }: Started): Provider => ({
      base: url,
      reached: (address) => address,
      answered: (go, at) => go(at),
    })
    const all = await inTurns({
      floor: () => flows(bare(floor), [floor.pid]),
      durable: () => flows(bare(durable), [durable.pid, world.database]),
      flow: flow.whole,
      protocol: flow.protocol,
      other: otherFlow?.whole,
      otherProtocol: otherFlow?.protocol,
    })
    return [
      ...row('oidc: flow, floor', all.get('floor')),
      ...row('oidc: flow, floor with records that last', all.get('durable'), { of: all.get('floor') }),
      ...row('oidc: flow', all.get('flow'), { of: all.get('floor'), goal: 0.6 }),
      ...row('oidc: flow without the answer', all.get('protocol'), { of: all.get('floor') }),
      ...row('oidc: the same against records that last', all.get('protocol'), { of: all.get('durable') }),
      ...row('oidc: another build', all.get('other'), { of: all.get('floor') }),
      ...row('oidc: another build without the answer', all.get('otherProtocol'), { of: all.get('floor') }),
    ]
  } finally {
    for (const reader of readers) await reader.end()
    await end(floor)
    await end(durable)
    await database.drop()
  }
}
