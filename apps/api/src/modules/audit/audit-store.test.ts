import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Audit } from './audit.ts'
import { later } from '../../platform/clock.ts'
import { Keyring } from '../../platform/keyring.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { makeMasterKeys } from '../../config/key-files.ts'

const DAY_MS = 24 * HOUR_MS
const ROWS = 12
const begin = new Date('2026-03-01T00:00:00Z')
const keyring = new Keyring(makeMasterKeys())

let db: Awaited<ReturnType<typeof openStoreDatabase>>
let now = begin

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

beforeEach(async () => {
  now = begin
  await withoutTriggers(async () => {
    await db.query('delete from audit_inbox')
    await db.query('delete from audit_event')
    await db.query(`update audit_mark set seq = 0, hash = '', mac = ''`)
  })
})

const TABLES = ['audit_event', 'audit_mark', 'audit_inbox']

const CHAINED = ['audit_event', 'audit_mark']

/** Manipulations by a user with all rights on the database. */
async function withoutTriggers(run: () => Promise<void>) {
  for (const table of TABLES) await db.query(`alter table ${table} disable trigger all`)
  try {
    await run()
  } finally {
    for (const table of TABLES) await db.query(`alter table ${table} enable trigger all`)
  }
}

const trail = () =>
  new Audit({
    db,
    keyring,
    clock: () => now,
    warn: (event, details) => {
      throw new Error(event, { cause: details })
    },
  })

async function fill(count = ROWS) {
  const audit = trail()
  for (let i = 0; i < count; i++) {
    now = later(now, 1_000)
    await audit.report({ type: 'auth.pin.ok', accountId: `usr_${i}`, phoneIdx: randomBytes(32), reason: `r${i}` })
  }
  await audit.verify()
  return audit
}

test("Of an account's events the newest are read, the oldest of them first [ACCOUNT-01]", async () => {
  const audit = trail()
  const kinds = ['auth.pin.ok', 'auth.pin.wrong', 'auth.pin.throttled', 'auth.pin.changed'] as const
  for (const type of kinds) await audit.report({ type, accountId: 'usr_1' })
  await audit.report({ type: 'auth.pin.ok', accountId: 'usr_2' })
  const types = (await audit.eventsOf('usr_1', 3)).map(({ type }) => type)
  expect(types).toEqual(['auth.pin.wrong', 'auth.pin.throttled', 'auth.pin.changed'])
})

/** Writes that many events, a minute apart, without their chain; every `rare`th one is another kind. */
const plant = (count: number, rare: number) =>
  withoutTriggers(async () => {
    await db.query(
      `insert into audit_event (seq, at, type, outcome, actor, reason, details_hash, prev_hash, hash)
       select n, $1::timestamptz + make_interval(mins => n), case when n % $3 = 0 then 'auth.token.issued' else 'auth.pin.ok' end,
         'allowed', 'operator', case when n % 2 = 0 then 'shop key_' || n else 'stf_' || n || ' owner shop' end, '', '', ''
       from generate_series(1, $2::integer) n`,
      [begin, count, rare],
    )
  })

test('Few events among many are found page by page, each once, the newest first; a page may be empty although others follow [AUDIT-15]', async () => {
  const [count, rare] = [25_000, 12_000]
  await plant(count, rare)
  const pages: number[][] = []
  for (let before: number | null | undefined; before !== null; ) {
    const { events, next } = await trail().search({ kind: 'auth.token', before, limit: 100 })
    pages.push(events.map(({ seq }) => seq))
    before = next
  }
  expect(pages).toEqual([[2 * rare], [rare], []])
  const patient = await trail().search({ kind: 'auth.token', limit: 100, isPatient: true })
  expect(patient.events.map(({ seq }) => seq)).toEqual([2 * rare, rare])
})

test('Kind, provider and time find the same events alone and together, page by page [AUDIT-15]', async () => {
  await plant(300, 3)
  const search = async (wanted: { kind?: string; provider?: string; since?: Date; until?: Date }) => {
    const found: number[] = []
    for (let before: number | null | undefined; before !== null; ) {
      const { events, next } = await trail().search({ ...wanted, before, limit: 7 })
      found.push(...events.map(({ seq }) => seq))
      before = next
    }
    return found
  }
  const all = Array.from({ length: 300 }, (_, n) => 300 - n)
  const [since, until] = [later(begin, 50 * MINUTE_MS), later(begin, 250 * MINUTE_MS)]
  const inTime = (seq: number) => seq >= 50 && seq < 250
  const isKind = (seq: number) => seq % 3 === 0
  expect(await search({})).toEqual(all)
  expect(await search({ provider: 'shop' })).toEqual(all)
  expect(await search({ provider: 'owner' })).toEqual([])
  expect(await search({ kind: 'auth.token' })).toEqual(all.filter(isKind))
  expect(await search({ since, until })).toEqual(all.filter(inTime))
  expect(await search({ kind: 'auth.token', provider: 'shop' })).toEqual(all.filter(isKind))
  expect(await search({ kind: 'auth.token', provider: 'shop', since, until })).toEqual(
    all.filter((seq) => isKind(seq) && inTime(seq)),
  )
  expect(await search({ kind: 'auth.token', since })).toEqual(all.filter((seq) => isKind(seq) && seq >= 50))
  expect(await search({ kind: 'staff' })).toEqual([])
})

/** Tries a manipulation and rolls it back. */
async function whileTampered(statement: string, values: unknown[], look: () => Promise<void>) {
  for (const table of CHAINED) await db.query(`create table copy_of_${table} as table ${table}`)
  await withoutTriggers(async () => {
    try {
      await db.query(statement, values)
      await look()
    } finally {
      for (const table of CHAINED) {
        await db.query(`delete from ${table}`)
        await db.query(`insert into ${table} table copy_of_${table}`)
        await db.query(`drop table copy_of_${table}`)
      }
    }
  })
}

/** Another value than the one there, for every column. */
const TEXTS = [
  'type',
  'outcome',
  'actor',
  'phone_prefix',
  'family_id',
  'device_prefix',
  'network_hash',
  'route',
  'request_id',
]
const BYTES = ['salt', 'details_hash', 'prev_hash', 'hash']
const OTHER: Record<string, string> = {
  seq: 'seq + 1000',
  at: `at + interval '1 microsecond'`,
  reason: 'null',
  ...Object.fromEntries(TEXTS.map((name) => [name, `coalesce(${name}, '') || 'x'`])),
  ...Object.fromEntries(BYTES.map((name) => [name, `${name} || '\\x00'`])),
}

test('The audit trail shows a changed column of any row, the last one too [AUDIT-02]', async () => {
  const audit = await fill()
  const columns = await db.query(
    `select column_name as name from information_schema.columns where table_name = 'audit_event'`,
  )
  expect(columns.map(({ name }) => String(name)).sort()).toEqual(Object.keys(OTHER).sort())
  for (const [column, other] of Object.entries(OTHER))
    for (const seq of [1, ROWS])
      await whileTampered(`update audit_event set ${column} = ${other} where seq = $1`, [seq], async () => {
        expect((await audit.verify()).brokenAt).toBe(seq)
      })
  expect((await audit.verify()).brokenAt).toBeUndefined()
})

test.each([1, 5, ROWS])('The audit trail shows that row %i is missing [AUDIT-02]', async (seq) => {
  const audit = await fill()
  await whileTampered('delete from audit_event where seq = $1', [seq], async () => {
    expect((await audit.verify()).brokenAt).toBe(seq)
  })
})

test('The audit trail shows a row that was put in at the end [AUDIT-02]', async () => {
  const audit = await fill()
  const columns = Object.keys(OTHER).join(', ')
  const copied = columns.replace('seq', String(ROWS + 1))
  const copy = `insert into audit_event (${columns}) select ${copied} from audit_event where seq = ${ROWS}`
  await whileTampered(copy, [], async () => {
    expect((await audit.verify()).brokenAt).toBe(ROWS + 1)
  })
})

test('The audit trail shows a cut end that was made to look like its end, also after more have come [AUDIT-02]', async () => {
  const audit = await fill()
  await whileTampered('delete from audit_event where seq > 8', [], async () => {
    const moved = 'update audit_mark set seq = 8, hash = (select hash from audit_event where seq = 8) where kind = $1'
    await db.query(moved, ['head'])
    expect((await audit.verify()).brokenAt).toBe(8)
    await fill(2)
    expect((await audit.verify()).brokenAt).toBe(10)
  })
})

test('An old copy of the audit trail is detected with a later head that was noted [AUDIT-02]', async () => {
  const audit = await fill()
  await db.query('create table old_events as table audit_event')
  await db.query('create table old_marks as table audit_mark')
  await fill(3)
  const { head } = await audit.verify()
  await whileTampered('delete from audit_event', [], async () => {
    await db.query('delete from audit_mark')
    await db.query('insert into audit_event table old_events')
    await db.query('insert into audit_mark table old_marks')
    for (const table of ['old_events', 'old_marks']) await db.query(`drop table ${table}`)
    expect((await audit.verify()).brokenAt).toBeUndefined()
    expect((await audit.verify(head)).brokenAt).toBe(ROWS + 3)
  })
  expect((await audit.verify(head)).brokenAt).toBeUndefined()
})

test('Events not chained yet are durable with what they record, and chained in their order', async () => {
  const audit = trail()
  await audit.report({ type: 'auth.pin.wrong', accountId: 'usr_1' })
  expect(await db.query('select type from audit_inbox')).toEqual([{ type: 'auth.pin.wrong' }])
  await db
    .transaction(async (tx) => {
      await audit.append(tx, { type: 'auth.pin.ok', accountId: 'usr_1' })
      throw new Error('undone')
    })
    .catch(() => undefined)
  await db.transaction((tx) =>
    audit.append(tx, { type: 'auth.pin.throttled', accountId: 'usr_1' }, { type: 'otp.sent', accountId: 'usr_1' }),
  )
  expect(await db.query('select type from audit_event')).toEqual([])
  const another = trail()
  expect(await another.verify()).toMatchObject({ events: 3, brokenAt: undefined })
  const types = (await db.query('select type from audit_event order by seq')).map(({ type }) => type)
  expect(types).toEqual(['auth.pin.wrong', 'auth.pin.throttled', 'otp.sent'])
  expect(await db.query('select 1 from audit_inbox')).toEqual([])
})

test.each(['type', 'actor', 'reason', 'salt', 'details_hash', 'mac'])(
  'Events not chained yet are never signed when their %s was changed, nor is what comes after [AUDIT-02]',
  async (column) => {
    await fill()
    await trail().report({ type: 'auth.pin.ok', accountId: 'usr_1', reason: 'r' })
    await withoutTriggers(async () => {
      const changed = column === 'reason' ? `'other'` : (OTHER[column] ?? `mac || '\\x00'`)
      await db.query(`update audit_inbox set ${column} = ${changed}`)
    })
    expect((await trail().verify()).brokenAt).toBe(ROWS + 1)
    await trail().report({ type: 'auth.pin.ok' })
    expect((await trail().verify()).brokenAt).toBeDefined()
  },
)

test.each([
  `update audit_event set reason = 'other' where seq = 3`,
  'delete from audit_event where seq = 1',
  'truncate audit_event',
  `delete from audit_mark where kind = 'removed'`,
  `update audit_mark set seq = 1 where kind = 'head'`,
  `update audit_inbox set reason = 'other'`,
])('The audit trail is only appended to, and refuses: %s [AUDIT-01]', async (statement) => {
  await fill()
  await trail().report({ type: 'auth.pin.ok' })
  await expect(db.query(statement)).rejects.toThrow('only appended to')
})

test('After 90 days the details of events go, after a year their rows; what is left still verifies [AUDIT-03]', async () => {
  const audit = await fill()
  const { head } = await audit.verify()
  now = later(begin, 91 * DAY_MS)
  await fill(3)
  await audit.retain()
  const rows = await db.query('select seq, reason, salt, type from audit_event order by seq')
  expect(rows.map(({ reason }) => reason)).toEqual([...Array.from({ length: ROWS }, () => null), 'r0', 'r1', 'r2'])
  expect(rows[0]).toMatchObject({ salt: null, type: 'auth.pin.ok' })
  expect(await audit.verify(head)).toMatchObject({ events: ROWS + 3, brokenAt: undefined })

  now = later(begin, 366 * DAY_MS)
  await audit.retain()
  expect(await audit.verify(head)).toMatchObject({ events: 3, brokenAt: undefined })
  now = later(begin, 500 * DAY_MS)
  await audit.retain()
  await audit.retain()
  expect(await audit.verify()).toMatchObject({ events: 0, brokenAt: undefined })
  await fill(2)
  expect(await audit.verify()).toMatchObject({ events: 2, brokenAt: undefined })
})

test('A removal from the audit trail without a signature is detected [AUDIT-03 AUDIT-02]', async () => {
  const audit = await fill()
  const forged = `update audit_mark set seq = 5, hash = (select hash from audit_event where seq = 5) where kind = 'removed'`
  await whileTampered(forged, [], async () => {
    await db.query('delete from audit_event where seq <= 5')
    expect((await audit.verify()).brokenAt).toBe(1)
  })
  await whileTampered(
    'update audit_event set salt = null, phone_prefix = null, reason = null where seq = 6',
    [],
    async () => {
      expect((await audit.verify()).brokenAt).toBe(6)
    },
  )
})
