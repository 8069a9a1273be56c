import { expect, test } from 'vitest'
import { LINKS } from '../src/personal-data.ts'
import { rows } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()

/** Columns that name an account or its browser without a foreign key. */
const OF_PERSON = new Set([
  'account_id',
  'actor',
  'phone_idx',
  'number_hash',
  'device_hash',
  'browser_hash',
  'family_id',
  'registration_id',
  'code_id',
  'available_id',
  'reserved_id',
])
/** Columns that name a website or its request without a foreign key. A table's text may do it too. */
const OF_WEBSITE = new Set(['intent_id', 'provider_id', 'mintid_hash', 'redirect_uri', 'reference'])
const TEXTS = new Set(['audit_event.reason', 'audit_inbox.reason', 'webhook_event.body', 'intent.verdict'])
/** A wallet names the owner of ledger accounts. */
const PEOPLE = ['account', 'ledger_account']
const WEBSITES = ['provider', 'intent']

type Table = { name: string; columns: string[]; parents: string[] }

async function readTables(): Promise<Table[]> {
  const columns = await rows(
    the.api,
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by 1`,
  )
  const keys = await rows(
    the.api,
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  return columns.map(({ name, columns }) => ({
    name: String(name),
    columns: columns as string[],
    parents: keys.filter(({ child }) => child === name).map(({ parent }) => String(parent)),
  }))
}

/** The table, and every one that its foreign keys lead to. A row of `ledger_account` is a person's or a provider's: it ends there. */
function reachable(tables: readonly Table[], name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const isEnd = name === 'ledger_account' && seen.size > 1
  for (const parent of isEnd ? [] : (tables.find((table) => table.name === name)?.parents ?? []))
    reachable(tables, parent, seen)
  return seen
}

function links(tables: readonly Table[], { name }: Table): boolean {
  const led = [...reachable(tables, name)]
  const columns = led
    .filter((one) => one === name || one !== 'ledger_account')
    .flatMap((one) => (tables.find((table) => table.name === one)?.columns ?? []).map((column) => ({ one, column })))
  const person = led.some((one) => PEOPLE.includes(one)) || columns.some(({ column }) => OF_PERSON.has(column))
  const website =
    led.some((one) => WEBSITES.includes(one)) ||
    columns.some(({ one, column }) => OF_WEBSITE.has(column) || TEXTS.has(`${one}.${column}`))
  return person && website
}

test('The list of what links an account to a website names every such table, and no other [P-13]', async () => {
  const tables = await readTables()
  expect(tables.length).toBeGreaterThan(30)
  const linking = tables.filter((table) => links(tables, table)).map(({ name }) => name)
  expect(LINKS.flatMap(({ tables }) => tables).sort()).toEqual(linking.sort())
})
