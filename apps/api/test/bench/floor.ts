import { createHash, randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { PGlite } from '@electric-sql/pglite'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import pg from 'pg'
import { post } from '../../src/platform/post.ts'

type Query = (name: string, text: string, values?: unknown[]) => Promise<{ rows: unknown[]; affectedRows?: number }>

const sha256 = (text: string) => createHash('sha256').update(text).digest()

// The least that the same work can cost here: the framework, the driver and one statement, with the headers of the product
// and a counter of calls, without any rule of ours.
async function open(): Promise<Query> {
  const url = process.env['DATABASE_URL']
  if (url === undefined) {
    const engine = new PGlite({ dataDir: process.env['DATA_DIR'] ?? '' })
    await engine.waitReady
    return (_name, text, values) => engine.query(text, values)
  }
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  return async (name, text, values = []) => {
    const { rows, rowCount } = await pool.query({ name, text, values })
    return { rows, affectedRows: rowCount ?? 0 }
  }
}
const query = await open()

const SCHEMA = [
  `create table family (id text primary key, account_id text not null, expires_at timestamptz not null, generation int not null)
    with (fillfactor = 80)`,
  'create table token (hash bytea primary key, family_id text not null references family, expires_at timestamptz not null)',
  'create table code (number text primary key, code text not null, tries int not null default 0, expires_at timestamptz not null)',
  'create table person (number text primary key, id text not null)',
  `insert into family select 'f' || n, 'a', now() + interval '1 day', 0 from generate_series(1, ${process.env['ROWS']}) n`,
  `insert into token select sha256(('t' || n)::bytea), 'f' || n, now() + interval '1 day' from generate_series(1, ${process.env['ROWS']}) n`,
  'vacuum analyze',
]
for (const [i, text] of SCHEMA.entries()) await query(`schema ${i}`, text)

const headers = JSON.parse(process.env['HEADERS'] ?? '{}') as Record<string, string>
const calls = new Map<string, number>()

const app = Fastify()
await app.register(formbody)
app.addHook('onRequest', (request, reply, done) => {
  calls.set(request.ip, (calls.get(request.ip) ?? 0) + 1)
  reply.headers(headers)
  done()
})
app.get('/poll', async ({ headers: { authorization = '' } }, reply) => {
  const { rows } = await query(
    'poll',
    `select f.account_id from token t join family f on f.id = t.family_id
      where t.hash = $1 and t.expires_at > now() and f.expires_at > now()`,
    [sha256(authorization.slice('Bearer '.length))],
  )
  return rows.length > 0 ? { result: { status: '' } } : reply.code(401).send({})
})
app.post<{ Body: { refresh_token: string } }>('/refresh', async ({ body }, reply) => {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await query(
    'refresh',
    `with f as (update family set generation = generation + 1 where id = $1 and expires_at > now() returning id),
        t as (insert into token select $2, id, now() + interval '10 minutes' from f)
      select id from f`,
    [body.refresh_token, sha256(token)],
  )
  return rows.length > 0 ? { access_token: token, refresh_token: body.refresh_token } : reply.code(401).send({})
})
app.post<{ Querystring: { memory: string; passes: string } }>('/hash', async ({ query: { memory, passes } }) => ({
  length: (await hash('2580', { memoryCost: Number(memory), timeCost: Number(passes), parallelism: 1 })).length,
}))
let page = ''
app.put<{ Body: string }>('/page', async ({ body }) => {
  page = body
  return {}
})
app.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))

const gateway = process.env['GATEWAY_URL'] ?? ''
type Body = { phoneNumber: string; code: string }
async function deliver(to: string, text: string) {
  const [headers, signal] = [{ 'content-type': 'application/json' }, new AbortController().signal]
  await post(gateway, { headers, body: JSON.stringify({ to, text }), timeoutMs: 5_000, signal })
}

app.post<{ Body: Body }>('/send', async ({ body: { phoneNumber } }) => {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await query(
    'send',
    `insert into code values ($1, $2, 0, now() + interval '5 minutes')
      on conflict (number) do update set code = excluded.code, tries = 0, expires_at = excluded.expires_at`,
    [phoneNumber, code],
  )
  await deliver(phoneNumber, code)
  return {}
})
app.post<{ Body: Body }>('/verify', async ({ body: { phoneNumber, code } }, reply) => {
  const [id, token] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')]
  const { affectedRows } = await query(
    'verify',
    `with used as (delete from code where number = $1 and code = $2 and tries < 5 and expires_at > now() returning number),
        added as (insert into person select number, $3 from used on conflict do nothing),
        opened as (insert into family select $3, $3, now() + interval '1 day', 0 from used returning id)
      insert into token select $4, id, now() + interval '10 minutes' from opened`,
    [phoneNumber, code, id, sha256(token)],
  )
  return affectedRows === 1 ? { access_token: token } : reply.code(422).send({})
})

app.addContentTypeParser('text/html', { parseAs: 'string' }, (_request, body, done) => done(null, body))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
