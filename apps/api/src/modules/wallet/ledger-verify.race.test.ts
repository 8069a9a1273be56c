import { beforeAll, expect, test } from 'vitest'
import {
  askForPayment,
  bankMessage,
  confirmPayment,
  liveKey,
  paid,
  payer,
  refund,
  sendToBankCallback,
} from '#test/money.ts'
import { rows } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

beforeAll(async () => {
  const key = await liveKey(the.api)
  const { intent } = await paid(the.api, key)
  await refund(the.api, key, intent.id, 500, 'a')
  const { bearer } = await payer(the.api, 5_000)
  const open = await askForPayment(the.api, key)
  await confirmPayment(the.api, open.mintid, bearer)
  the.api.world.holdUp('/bank/returns')
  await sendToBankCallback(the.api, bankMessage(the.api, 'nobody', 800))
})

const verify = () => the.api.command('ledger', 'verify')
/** Changes rows as a user with all rights on the database could. */
const meddle = (sql: string) => rows(the.api, `begin; set local session_replication_role = replica; ${sql}; commit`)

test('Intact books state how much they hold for others [LEDGER-01]', async () => {
  const [held] = await rows(the.api, `select sum(balance)::int as cents from ledger_account where kind <> 'bank'`)
  const { lines, exitCode } = await verify()
  expect(lines).toEqual([expect.stringMatching(/^[0-9]+ entries, [0-9]+ accounts, all right; held for others: /)])
  expect(lines[0]?.endsWith(` ${String(held?.['cents'])} cents of EUR`)).toBe(true)
  expect(held?.['cents']).toBe(5_000 + 5_000 + 800)
  expect(exitCode).toBe(0)
})

const A_LINE = `(select entry_id, account_id from ledger_line order by entry_id, account_id limit 1)`

test.each<[string, string, RegExp, string?]>([
  [
    'a line of another amount',
    `update ledger_line set amount = amount + 7 where (entry_id, account_id) in ${A_LINE}`,
    /^ent_[\w-]+: the lines do not sum to zero$/,
  ],
  [
    'a balance without a line',
    `update ledger_account set balance = balance + 7 where id = 'returns'`,
    /^returns: the balance is not the sum of its lines$/,
  ],
  [
    'an entry without lines',
    `insert into ledger_entry (id, kind, cause, at) values ('ent_x', 'deposit', 'x', '2026-01-01')`,
    /^ent_x: the lines do not sum to zero$/,
    `delete from ledger_entry where id = 'ent_x'`,
  ],
  [
    'an open payment with nothing set aside',
    `update payment set held = false where held`,
    /^int_[\w-]+: the payment is set aside and not open, or open and not set aside$/,
    `update payment set held = true from intent where intent.id = intent_id and intent.state = 'reserved'`,
  ],
  [
    'an order to the bank of another amount',
    `update return_order set amount = amount + 7`,
    /^returns: what is to go back is not what orders to the bank say$/,
  ],
])(
  'When the books are verified, %s is named [LEDGER-01]',
  async (_what, change, line, undo = change.replace('+ 7', '- 7')) => {
    await meddle(change)
    const { lines, exitCode } = await verify()
    await meddle(undo)
    expect(lines).toContainEqual(expect.stringMatching(line))
    expect(exitCode).toBe(1)
    expect((await verify()).exitCode).toBe(0)
  },
)
