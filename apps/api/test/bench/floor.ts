import { createHash, randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'
import { securityHeaders } from '../../src/http/headers.ts'
import { post } from '../../src/platform/post.ts'

// The least that the same work can cost here: the framework, the driver and one statement, with the headers of the product,
// without any rule of ours.
const { DATABASE_URL = '', PORT, SMS_URL = '' } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 8 })
await pool.query(`
  create table family (id text primary key, expires_at timestamptz not null, generation int not null) with (fillfactor = 80);
  create table token (hash bytea primary key, family_id text not null references family, expires_at timestamptz not null);
  create table code (number text primary key, code text not null, tries int not null, expires_at timestamptz not null)`)
const POLL = `
  select 1 from token t join family f on f.id = t.family_id
  where t.hash = $1 and t.expires_at > now() and f.expires_at > now()`
const REFRESH = `
  with f as (update family set generation = generation + 1 where id = $1 and expires_at > now() returning id),
    t as (insert into token select $2, id, now() + interval '10 minutes' from f)
  select id from f`
const SEND = `
  insert into code values ($1, $2, 0, now() + interval '5 minutes')
  on conflict (number) do update set code = excluded.code, tries = 0, expires_at = excluded.expires_at`
const VERIFY = `
  with used as (delete from code where number = $1 and code = $2 and tries < 5 and expires_at > now() returning number),
    opened as (insert into family select $3, now() + interval '1 day', 0 from used returning id)
  insert into token select $4, id, now() + interval '10 minutes' from opened`

/** Runs a prepared statement, and refuses where it meets no row. */
async function query(name: string, text: string, values: unknown[]): Promise<void> {
  const { rowCount } = await pool.query({ name, text, values })
  if (rowCount === 0) throw Object.assign(new Error('refused'), { statusCode: 401 })
}
const JSON_TYPE = { 'content-type': 'application/json' }
const HASHED = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const newToken = () => randomBytes(32).toString('base64url')
const headers = securityHeaders({ https: false })

const app = Fastify()
app.addHook('onRequest', (_request, reply, done) => void done(void reply.headers(headers)))
app.get('/readyz', () => ({}))
app.get('/poll', async ({ headers: { authorization = '' } }) => {
  await query('poll', POLL, [sha256(authorization.slice('Bearer '.length))])
  return { result: { status: '' } }
})
app.post<{ Body: { refresh_token: string } }>('/refresh', async ({ body: { refresh_token } }) => {
  const access_token = newToken()
  await query('refresh', REFRESH, [refresh_token, sha256(access_token)])
  return { access_token, refresh_token }
})
app.post('/hash', () => hash('2580', HASHED).then(({ length }) => ({ length })))
app.post<{ Body: { phoneNumber: string } }>('/send', async ({ body: { phoneNumber: to } }) => {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await query('send', SEND, [to, code])
  const body = JSON.stringify({ to, text: `${code} is it` })
  await post(SMS_URL, { headers: JSON_TYPE, body, timeoutMs: 5_000, signal: new AbortController().signal })
  return {}
})
app.post<{ Body: { phoneNumber: string; code: string } }>('/verify', async ({ body: { phoneNumber, code } }) => {
  const [refresh_token, access_token] = [newToken(), newToken()]
  await query('verify', VERIFY, [phoneNumber, code, refresh_token, sha256(access_token)])
  return { access_token, refresh_token }
})
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
