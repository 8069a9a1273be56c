import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLine } from './support/line.ts'
import { createProduction, type Production, type Running } from './support/production.ts'
import { withClient } from './support/with-client.ts'

const MOST_MS = 3_000

let site: Production
let running: Running
let line: Awaited<ReturnType<typeof createLine>>
/** Superusers have no limit of connections, so the product runs as another role. */
const role = `visitor_${process.pid}`
beforeAll(async () => {
  site = await createProduction({ CAPTCHA: 'off', LIMITS_FACTOR: '1000' })
  await inDatabase(`create role ${role} login in role pg_read_all_data, pg_write_all_data`)
  line = await createLine(Object.assign(new URL(site.databaseUrl), { username: role }).href)
  running = await site.start({ DATABASE_URL: line.url })
})
afterAll(async () => {
  await running.kill()
  await line[Symbol.asyncDispose]()
  await inDatabase(`drop role ${role}`)
  await site[Symbol.asyncDispose]()
})

const inDatabase = (statement: string) => withClient(site.databaseUrl, (client) => client.query(statement))
const endSessions = () =>
  inDatabase(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )

async function timed(path: string, init?: RequestInit) {
  const begun = performance.now()
  const answer = await fetch(`${running.baseUrl}${path}`, init)
  const body = (await answer.json()) as { code?: string; failed?: string[] }
  const { status, headers } = answer
  return {
    status,
    code: body.code,
    failed: body.failed,
    retryAfter: headers.get('retry-after'),
    ms: performance.now() - begun,
  }
}
const logIn = () =>
  timed('/auth/public/app/prelogin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '4915112345678', pin: '2580' }),
  })
const poll = () => timed('/api/idcheck/status', { headers: { authorization: `Bearer avat_${'A'.repeat(43)}` } })
const signIn = () =>
  timed('/admin/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://product.test' },
    body: JSON.stringify({ email: 'anna@shop.test', password: 'no one has this password', code: '123456' }),
  })
const ready = () => timed('/readyz')
const REFUSED = { status: 503, code: 'service_unavailable', retryAfter: expect.stringMatching(/^[15]$/) as string }

const slowest = (answers: readonly { ms: number }[]) => Math.max(...answers.map(({ ms }) => ms))

/**
 * Expects answers in time. How late the machine itself is, an answer that needs no database tells at the same moments.
 * `usualMs`: the slowest of so many calls while the database answers.
 */
async function inTime(calls: readonly ReturnType<typeof timed>[], usualMs = 0) {
  let lateMs = usualMs
  const answered = new AbortController()
  const watch = async () => {
    while (!answered.signal.aborted) {
      lateMs = Math.max(lateMs, (await timed('/livez')).ms)
      await setTimeout(100)
    }
  }
  const watching = watch()
  const answers = await Promise.all(calls)
  answered.abort()
  await watching
  expect(slowest(answers) - lateMs).toBeLessThan(MOST_MS)
  return answers
}
async function expectRefusal(): Promise<void> {
  expect(await inTime([logIn()])).toMatchObject([REFUSED])
}
async function expectRecovery(): Promise<void> {
  await expect.poll(ready).toMatchObject({ status: 200 })
  await expect.poll(logIn).toMatchObject({ status: 404 })
}

test('With a database that has become read-only every call is 503 with Retry-After in three seconds [OPS-04 OPS-07]', async () => {
  const database = new URL(site.databaseUrl).pathname.slice(1)
  await inDatabase(`alter database ${database} set default_transaction_read_only = on`)
  try {
    await endSessions()
    await expect.poll(ready).toMatchObject({ status: 503, failed: ['read-only'] })
    await expectRefusal()
  } finally {
    await withClient(site.databaseUrl, async (client) => {
      await client.query('set default_transaction_read_only = off')
      await client.query(`alter database ${database} reset default_transaction_read_only`)
    })
  }
  await endSessions()
  await expectRecovery()
})

test('With a database that refuses a write, as on a full disk, every call is 503 in three seconds [OPS-04 OPS-07]', async () => {
  await inDatabase(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
    create trigger refuse before insert on rate_limit for each statement execute function refuse()`)
  await expectRefusal()
  await inDatabase('drop function refuse cascade')
  await expectRecovery()
})

test('Without a free connection to the database every call is 503 with Retry-After in three seconds [OPS-04 OPS-07]', async () => {
  await inDatabase(`alter role ${role} connection limit 0`)
  await endSessions()
  await expect.poll(ready).toMatchObject({ status: 503, failed: ['database'] })
  await expectRefusal()
  await inDatabase(`alter role ${role} connection limit -1`)
  await expectRecovery()
})

test('With a database that falls silent every call is 503 with Retry-After in three seconds [OPS-04 OPS-07]', async () => {
  await expectRecovery()
  const calls = () => [poll(), signIn(), ...Array.from({ length: 30 }, logIn)]
  const usualMs = slowest(await Promise.all(calls()))
  line.silence(true)
  try {
    const answers = await inTime(calls(), usualMs)
    for (const answer of answers) expect(answer).toMatchObject(REFUSED)
    expect(await inTime([ready()])).toMatchObject([{ status: 503, failed: ['database'] }])
    expect((await timed('/livez')).status).toBe(200)
  } finally {
    line.silence(false)
  }
  await expectRecovery()
})

test('Visitors who use up every connection do not make a process look unready [OPS-04]', async () => {
  await withClient(site.databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('lock table rate_limit in access exclusive mode')
    const waiting = Promise.all(Array.from({ length: 40 }, logIn))
    for (let i = 0; i < 10; i++) expect(await ready()).toMatchObject({ status: 200 })
    for (const answer of await waiting) expect(answer).toMatchObject(REFUSED)
    await client.query('rollback')
  })
  await expectRecovery()
})

const rename = (from: string, to: string) =>
  withClient(Object.assign(new URL(site.databaseUrl), { pathname: '/postgres' }).href, async (client) => {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname in ('${from}', '${to}')`)
    await client.query(`alter database ${from} rename to ${to}`)
  })
const NAME = () => new URL(site.databaseUrl).pathname.slice(1)

test.each([
  [
    'a role that may not log in',
    () => inDatabase(`alter role ${role} nologin`),
    () => inDatabase(`alter role ${role} login`),
  ],
  [
    'a role that was renamed',
    () => inDatabase(`alter role ${role} rename to ${role}_old`),
    () => inDatabase(`alter role ${role}_old rename to ${role}`),
  ],
  [
    'a role without the right to connect',
    async () => {
      await inDatabase(`revoke connect on database ${NAME()} from public`)
      await inDatabase(`revoke connect on database ${NAME()} from ${role}`)
    },
    () => inDatabase(`grant connect on database ${NAME()} to public`),
  ],
  ['a database that was renamed', () => rename(NAME(), `${NAME()}_old`), () => rename(`${NAME()}_old`, NAME())],
])(
  'With %s every call is 503 with Retry-After, and the product serves again by itself [OPS-04 OPS-07]',
  async (_what, refuse, admit) => {
    await refuse()
    await endSessions().catch(() => {})
    try {
      await expect.poll(ready).toMatchObject({ status: 503, failed: ['database'] })
      expect(await inTime([logIn(), poll()])).toMatchObject([REFUSED, REFUSED])
    } finally {
      await admit()
    }
    await expectRecovery()
  },
)
