import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'

// The least that the same work can cost here: the framework, the driver and one statement, without any rule of ours.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })
await pool.query(`
  create table family (id text primary key, account_id text not null, expires_at timestamptz not null, generation int not null);
  create table token (hash bytea primary key, family_id text not null references family, expires_at timestamptz not null);
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

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
