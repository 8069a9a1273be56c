import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readEnv } from '../../src/config/env.ts'
import { fill } from '../fill/fill.ts'
import { createDatabase } from '../support/create-database.ts'
import { isSoak } from '../support/soak.ts'
import { EXCEPTIONS } from './exceptions.ts'
import { explain, readKeys } from './explain.ts'
import { readRecorded } from './recorded.ts'
import { type Measured, rowsRead } from './rows-read.ts'
import { FEWEST_ROWS, STAYS_SMALL } from './tables.ts'
import { createWorstValues } from './worst-values.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')
const FILLED = { accounts: 200_000, events: 200_000, websites: 1_000, seed: 'plans' }
/** Rows that a statement may read, and for each that it returns. */
const [MOST_READ, MOST_FOR_EACH] = [1_000, 50]
/** The suite sends more statements. */
const FEWEST_STATEMENTS = 400
const NOTHING: Measured = { read: 0, returned: 0 }

/** Lists what a statement reads from end to end, and how much too much. */
type Found = { text: string; scans: string[]; reads: string[] }

const folder = process.env['STATEMENTS_DIR'] ?? ''
const dataDir = mkdtempSync(join(tmpdir(), 'avouch-plans-'))
let database: Awaited<ReturnType<typeof createDatabase>>
let client: pg.Client
let found: Found[]

const inLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const hasPart = (text: string, part: string) => `${text}\n`.includes(part)
const isExcepted = ({ text }: Found) => Object.keys(EXCEPTIONS).some((part) => hasPart(text, part))

async function open(): Promise<void> {
  database = await createDatabase(inject('emptyDatabase'))
  const env = readEnv({ DATA_DIR: dataDir, DATABASE_URL: database.url, PUBLIC_URL: 'http://product.test' })
  if (isSoak) await fill({ env, migrationsDir: MIGRATIONS, folder: dataDir }, FILLED)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('set plan_cache_mode = force_generic_plan')
  // By day the tables are empty: only what can use no index at all then reads one from end to end.
  if (!isSoak) await client.query('set enable_seqscan = off')
  // Lets the statement that deletes events delete the first ones: only those behind the mark may go.
  await client.query(
    "update audit_mark set seq = (select coalesce(min(seq), 0) + 500 from audit_event) where kind = 'removed'",
  )
}

const UNDEFINED_TABLE = '42P01'
/** Passes over what a test has sent through the product's driver about a table of its own. */
function unlessOfTests(error: Error & { code?: string }): undefined {
  if (error.code !== UNDEFINED_TABLE) throw error
}

/** Explains all statements, and by night measures them, one after the other: each writes, and is undone. */
async function examine(): Promise<Found[]> {
  const keys = await readKeys(client)
  const { rows } = await client.query<{ now: Date | null }>('select max(created_at) as now from account')
  const worstValues = createWorstValues(client, rows[0]?.now ?? new Date())
  const all: Found[] = []
  for (const { text, values } of readRecorded(folder)) {
    const plan = await explain(client, keys, text).catch(unlessOfTests)
    if (plan === undefined) continue
    const reads: string[] = []
    for (const wide of isSoak ? [false, true] : []) {
      const measure = async () => rowsRead(client, text, await worstValues({ text, values, plan, wide }))
      const { read, returned } = await measure().catch((error: Error) => {
        reads.push(error.message)
        return NOTHING
      })
      if (read > MOST_READ + MOST_FOR_EACH * returned) reads.push(`${read} read, ${returned} returned`)
    }
    const scans = plan.sequential.filter((table) => !(table in STAYS_SMALL) && !table.startsWith('pg_'))
    if (scans.length + reads.length > 0) all.push({ text, scans, reads })
  }
  return all
}

beforeAll(async () => {
  if (!existsSync(folder)) throw new Error('no statements are recorded: npm test -- api plans')
  await open()
  found = await examine()
}, 1_200_000)

afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('The statements of the whole suite are examined', () => {
  expect(readRecorded(folder).length).toBeGreaterThan(FEWEST_STATEMENTS)
})

test('No statement reads a table that grows from end to end, but for reasons that are named', () => {
  const red = found.filter(({ scans }) => scans.length > 0).filter((one) => !isExcepted(one))
  expect(red.map(({ text, scans }) => `${scans.join()}: ${inLine(text)}`)).toEqual([])
})

test.runIf(isSoak)('Every table has many rows, or stays small for a reason that is named', async () => {
  const { rows } = await client.query<{ name: string; rows: number }>(`
    select relname as name, reltuples::int as rows from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  const empty = rows.filter((table) => table.rows < FEWEST_ROWS && !(table.name in STAYS_SMALL))
  expect(empty).toEqual([])
})

test.runIf(isSoak)('No statement reads more than a thousand rows, and fifty for each that it returns', () => {
  const red = found.filter(({ reads }) => reads.length > 0).filter((one) => !isExcepted(one))
  expect(red.map(({ text, reads }) => `${reads.join(' or ')}: ${inLine(text)}`)).toEqual([])
})

test.runIf(isSoak)('Every exception is needed', () => {
  const idle = Object.keys(EXCEPTIONS).filter((part) => !found.some(({ text }) => hasPart(text, part)))
  expect(idle).toEqual([])
})
