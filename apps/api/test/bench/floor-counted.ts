import { createHash, randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Argon2 } from './people.ts'

export type Query = (
  name: string,
  text: string,
  values?: unknown[],
) => Promise<{ rows: unknown[]; affectedRows?: number }>
type Body = { phoneNumber: string; code: string }
type LogIn = Argon2 & { phoneNumber: string; pin: string }

/** What a code of the product is counted by, and what a right one gives back: number, browser, address, network and their like. */
const COUNTERS = 7
const GUESSES = 2
const MOST = 1_000

export const COUNTED_SCHEMA = [
  'create table counter (key bytea primary key, level bigint not null)',
  'create table message (number text primary key, text text not null, due timestamptz not null)',
]

export const sha256 = (text: string) => createHash('sha256').update(text).digest()
const keysOf = (number: string, count: number) => Array.from({ length: count }, (_, i) => sha256(`${number} ${i}`))

/** One statement: the code is used, and a person and a session are made. @returns the session's token */
export async function useCode(query: Query, number: string, code: string): Promise<string | undefined> {
  const [id, token] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')]
  const { affectedRows } = await query(
    'verify',
    `with used as (delete from code where number = $1 and code = $2 and tries < 5 and expires_at > now() returning number),
        added as (insert into person select number, $3 from used on conflict do nothing),
        opened as (insert into family select $3, $3, now() + interval '1 day', 0 from used returning id)
      insert into token select $4, id, now() + interval '10 minutes' from opened`,
    [number, code, id, sha256(token)],
  )
  return affectedRows === 1 ? token : undefined
}

/**
 * The floor's codes in as few and as plain statements as a server needs that asks for a session, counts, and keeps a message in
 * case its process dies. No rule is looked up, no audit is written, and a counter is one number.
 */
export function addCounted(
  app: FastifyInstance,
  query: Query,
  deliver: (number: string, code: string) => Promise<void>,
) {
  const isSignedIn = async (authorization: string) =>
    (
      await query('asks', 'select family_id from token where hash = $1', [
        sha256(authorization.slice('Bearer '.length)),
      ])
    ).rows.length > 0
  const isCounted = async (number: string, count: number) =>
    (
      await query(
        'count',
        `insert into counter as c select key, 1 from unnest($1::bytea[]) key order by key
          on conflict (key) do update set level = c.level + 1 where c.level < $2 returning key`,
        [keysOf(number, count), MOST],
      )
    ).rows.length === count

  async function send(number: string, reply: FastifyReply) {
    if (!(await isCounted(number, COUNTERS))) return reply.code(429).send({})
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await query(
      'counted send',
      `with told as (insert into message values ($1, $2, now()) on conflict (number) do update set text = excluded.text)
        insert into code values ($1, $2, 0, now() + interval '5 minutes')
        on conflict (number) do update set code = excluded.code, tries = 0, expires_at = excluded.expires_at`,
      [number, code],
    )
    await deliver(number, code)
    await query('sent', 'delete from message where number = $1', [number])
    return {}
  }
  app.post<{ Body: Body }>('/counted/send', async ({ headers: { authorization = '' }, body }, reply) =>
    (await isSignedIn(authorization)) ? send(body.phoneNumber, reply) : reply.code(401).send({}),
  )
  app.post<{ Body: LogIn }>('/counted/log-in', async ({ body: { phoneNumber, pin, ...argon2 } }, reply) => {
    if (!(await isCounted(`${phoneNumber} PIN`, GUESSES))) return reply.code(429).send({})
    await hash(pin, argon2)
    return send(phoneNumber, reply)
  })

  app.post<{ Body: Body }>('/counted/verify', async ({ headers: { authorization = '' }, body }, reply) => {
    const { phoneNumber, code } = body
    if (!(await isSignedIn(authorization))) return reply.code(401).send({})
    if (!(await isCounted(`${phoneNumber} guesses`, GUESSES))) return reply.code(429).send({})
    const token = await useCode(query, phoneNumber, code)
    await query('give back', 'update counter set level = level - 1 where key = any($1::bytea[])', [
      [...keysOf(phoneNumber, COUNTERS), ...keysOf(`${phoneNumber} guesses`, GUESSES)],
    ])
    return token === undefined ? reply.code(422).send({}) : { access_token: token }
  })
}
