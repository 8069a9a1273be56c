import { createHash, randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'

// The least that the same work can cost here: the framework, the driver and one statement, without any rule of ours.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })
await pool.query(`
  create table family (id text primary key, account_id text not null, expires_at timestamptz not null, generation int not null);
  create table token (hash bytea primary key, family_id text not null references family, expires_at timestamptz not null);
  create table code (number text primary key, code text not null, tries int not null default 0, expires_at timestamptz not null);
  create table person (number text primary key, id text not null);
  insert into family values ('f', 'a', now() + interval '1 day', 0)`)

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const bearer = (authorization = '') => sha256(authorization.slice('Bearer '.length))
await pool.query(`insert into token values ($1, 'f', now() + interval '1 day')`, [sha256('floor')])

const app = Fastify()
app.get('/poll', async ({ headers }, reply) => {
  const { rows } = await pool.query({
    name: 'poll',
    text: `select f.account_id from token t join family f on f.id = t.family_id
      where t.hash = $1 and t.expires_at > now() and f.expires_at > now()`,
    values: [bearer(headers.authorization)],
  })
  return rows.length > 0 ? { result: { status: '' } } : reply.code(401).send({})
})
app.post('/refresh', async () => {
  const token = randomBytes(32).toString('base64url')
  await pool.query({
    name: 'refresh',
    text: `with f as (update family set generation = generation + 1 where id = $1 returning id)
      insert into token select $2, id, now() + interval '10 minutes' from f`,
    values: ['f', sha256(token)],
  })
  return { access_token: token }
})
app.post('/hash', async () => ({
  length: (await hash('2580', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })).length,
}))

const gateway = process.env['GATEWAY_URL'] ?? ''
type Body = { phoneNumber: string; code: string }

app.post<{ Body: Body }>('/send', async ({ body: { phoneNumber } }) => {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await pool.query({
    name: 'send',
    text: `insert into code values ($1, $2, 0, now() + interval '5 minutes')
      on conflict (number) do update set code = excluded.code, tries = 0, expires_at = excluded.expires_at`,
    values: [phoneNumber, code],
  })
  const body = JSON.stringify({ to: phoneNumber, text: code })
  await (await fetch(gateway, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text()
  return {}
})
app.post<{ Body: Body }>('/verify', async ({ body: { phoneNumber, code } }, reply) => {
  const [id, token] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')]
  const { rowCount } = await pool.query({
    name: 'verify',
    text: `with used as (delete from code where number = $1 and code = $2 and tries < 5 and expires_at > now() returning number),
        added as (insert into person select number, $3 from used on conflict do nothing),
        opened as (insert into family select $3, $3, now() + interval '1 day', 0 from used returning id)
      insert into token select $4, id, now() + interval '10 minutes' from opened`,
    values: [phoneNumber, code, id, sha256(token)],
  })
  return rowCount === 1 ? { access_token: token } : reply.code(422).send({})
})

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
