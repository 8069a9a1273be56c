import { afterAll, beforeAll, expect, test } from 'vitest'
import { BANK, post, RETURNS } from './ledger-store.ts'
import { bigint, row, text } from '../../platform/database/rows.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const at = new Date('2026-03-01T12:00:00Z')
let db: Awaited<ReturnType<typeof openStoreDatabase>>

beforeAll(async () => {
  db = await openStoreDatabase()
  await db.query(`insert into ledger_account (id, kind) values ('lac_a', 'available'), ('lac_b', 'reserved')`)
  await move('at the begin', [BANK, -450], ['lac_a', 300], ['lac_b', 150])
})
afterAll(() => db.close())

type Line = readonly [string, number]
const move = (cause: string, ...lines: Line[]) =>
  db.transaction((tx) => post(tx, { kind: 'deposit', cause, at, lines }))
const balances = async () => {
  const accounts = await db.query('select id, balance from ledger_account', [], row({ id: text, balance: bigint }))
  return Object.fromEntries(accounts.map(({ id, balance }) => [id, balance]))
}

test('The ledger moves what one account loses to the others, and the balances follow [LEDGER-01]', async () => {
  const before = await balances()
  await move('a', [BANK, -500], ['lac_a', 500])
  await move('b', ['lac_a', -200], ['lac_b', 150], [RETURNS, 50])
  const moved = Object.entries(await balances()).map(([id, balance]) => [id, balance - (before[id] ?? 0)])
  expect(Object.fromEntries(moved)).toEqual({ bank: -500, lac_a: 300, lac_b: 150, returns: 50 })
})

test.each<[string, Record<string, number>, RegExp]>([
  ['makes money', { [BANK]: -500, lac_a: 501 }, /sum to zero/],
  ['has one side', { lac_a: 5 }, /sum to zero/],
  ['has no side', {}, /has lines/],
  ['moves nothing', { [BANK]: 0, lac_a: 0 }, /check constraint/],
  ['takes more than there is', { lac_a: -601, [BANK]: 601 }, /check constraint/],
  ['takes more than is reserved', { lac_b: -301, [BANK]: 301 }, /check constraint/],
  ['names an unknown account', { lac_x: 5, [BANK]: -5 }, /foreign key/],
])('The ledger refuses an entry that %s [LEDGER-01]', async (what, lines, refusal) => {
  const before = await balances()
  await expect(move(what, ...Object.entries(lines))).rejects.toThrow(refusal)
  expect(await balances()).toEqual(before)
})

test('The same cause moves money in the ledger once [LEDGER-01]', async () => {
  await move('once', [BANK, -5], [RETURNS, 5])
  await expect(move('once', [BANK, -5], [RETURNS, 5])).rejects.toThrow('ledger_entry_cause_key')
})

test.each([
  'update ledger_line set amount = amount + 1',
  'delete from ledger_line',
  `update ledger_entry set at = at + interval '1 day'`,
  'delete from ledger_entry',
  `update ledger_account set balance = balance + 1 where id = 'lac_a'`,
])('The ledger in the database refuses to %s [LEDGER-01]', async (statement) => {
  const before = await balances()
  await expect(db.query(statement)).rejects.toThrow(/only appended to|follows its lines/)
  expect(await balances()).toEqual(before)
})

test.each(['9007199254740992', null, '', '1.5', undefined])('The value %s is no amount', (value) => {
  expect(bigint.safeParse(value).success).toBe(false)
})
