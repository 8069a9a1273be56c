import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLine } from './support/line.ts'
import { hasPgBouncer, startPgBouncer } from './support/pgbouncer.ts'
import { createProduction, type Production } from './support/production.ts'

let site: Production
beforeAll(async () => {
  site = await createProduction()
})
afterAll(() => site[Symbol.asyncDispose]())

test.each<[string, Record<string, string>, string]>([
  [
    'a folder without the front end',
    { WEB_DIR: tmpdir() },
    `There is no front end in ${tmpdir()}: build it, or set WEB_DIR.`,
  ],
  ['no identity check', { IDENTITY_URL: '' }, 'Production needs the setting IDENTITY_URL.'],
  ['no SMS gateway', { SMS_URL: '' }, 'Production needs the setting SMS_URL.'],
])('OPS-17 OPS-02 production with %s does not start', async (_what, settings, line) => {
  expect(await site.run(settings)).toMatchObject({ code: 1, err: line })
})

test.each([
  ['a database that is not there', { pathname: '/avouch_none' }, 'it has no such database (3D000)'],
  ['a role that is not there', { username: 'avouch_none' }, 'it does not let this role in (28000)'],
])('OPS-02 %s is named in one line', async (_what, part, reason) => {
  const url = Object.assign(new URL(site.databaseUrl), part)
  const { hostname, port } = url
  expect(await site.run({ DATABASE_URL: url.href })).toMatchObject({
    code: 1,
    err: `The database at ${hostname}:${port} (DATABASE_URL) can't be used: ${reason}.`,
  })
})

test('OPS-17 OPS-02 a connection pooler is refused by name', async () => {
  const line = await createLine(site.databaseUrl, { isPooler: true })
  try {
    const { code, err } = await site.run({ DATABASE_URL: line.url })
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^DATABASE_URL leads to a connection pooler such as PgBouncer[^\n]+$/),
    ])
  } finally {
    await line[Symbol.asyncDispose]()
  }
})

test.skipIf(!hasPgBouncer()).each(['transaction', 'session'] as const)(
  'OPS-17 OPS-02 PgBouncer itself is refused by name, by a server and by a command: %s mode',
  async (mode) => {
    await using pooler = await startPgBouncer(site.databaseUrl, mode)
    for (const words of [[], ['jobs', 'list']]) {
      const { code, out, err } = await site.run({ DATABASE_URL: pooler.url }, ...words)
      expect([code, `${out}\n${err}`.trim().split('\n').at(-1)]).toEqual([
        1,
        expect.stringMatching(/^DATABASE_URL leads to a connection pooler such as PgBouncer[^\n]+$/),
      ])
    }
  },
)
