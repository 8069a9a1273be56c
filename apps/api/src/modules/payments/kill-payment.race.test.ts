import type { ChildProcess } from 'node:child_process'
import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { layLine } from '#test/cut-line.ts'
import { askForPayment, confirmPayment, executePayment, liveKey, payer, walletOf } from '#test/money.ts'
import { kill, startProcess } from '#test/own-process.ts'
import { rows } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { soak } from '#test/soak.ts'

const the = useTestApi()
/** After every which lasting change the server is killed. */
const STRIDE = soak(6, 1)

const succeeds = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  )
const moved = async (intentId: string) =>
  (await rows(the.api, 'select kind from ledger_entry where intent_id = $1 order by seq', [intentId])).map(
    ({ kind }) => kind,
  )
const settled = async (intentId: string) =>
  (await rows(the.api, `select 1 from webhook_event where intent_id = $1 and state = 'delivered'`, [intentId])).length >
  0

async function expectRightBooks() {
  const unbalanced = `
    select entry_id from ledger_line group by entry_id having sum(amount) <> 0
    union all
    select a.id from ledger_account a left join ledger_line l on l.account_id = a.id
    group by a.id, a.balance having a.balance <> coalesce(sum(l.amount), 0)`
  expect(await rows(the.api, unbalanced)).toEqual([])
  expect(await rows(the.api, 'select sum(balance)::int as total from ledger_account')).toEqual([{ total: 0 }])
}

test('A payment whose server is killed after any commit is paid once and reported once [OPS-03 PAY-05 PAY-09]', {
  timeout: 600_000,
}, async () => {
  const line = await layLine(new URL(the.api.databaseUrl ?? ''))
  const key = await liveKey(the.api)
  /** @returns the process that took over, and whether the other one was killed before it had finished */
  async function round(first: ChildProcess, n: number) {
    const { bearer } = await payer(the.api, 5_000)
    const { id, mintid } = await askForPayment(the.api, key)
    line.cutAt(n, () => void first.kill('SIGKILL'))
    if (await succeeds(confirmPayment(the.api, mintid, bearer))) await succeeds(executePayment(the.api, mintid, bearer))
    await expect.poll(async () => first.killed || (await settled(id))).toBe(true)
    const isKilled = first.killed
    await kill(first)
    line.mend()
    // Longer than a claim on an event lasts; shorter than a step-up is valid.
    the.api.clock.advance(MINUTE_MS + 1_000)
    const next = await startProcess(the.api, line.url)
    // A caller without an answer repeats the call.
    await confirmPayment(the.api, mintid, bearer)
    await executePayment(the.api, mintid, bearer)
    await expect.poll(() => settled(id)).toBe(true)
    expect(await moved(id)).toEqual(['reservation', 'payment'])
    expect(await walletOf(the.api, bearer)).toMatchObject({ available: 3_001, reserved: 0 })
    expect(new Set(the.api.world.eventsOf(id).map((event) => event.id)).size).toBe(1)
    await expectRightBooks()
    return { next, isKilled }
  }
  await the.api.aside(async () => {
    let running = await startProcess(the.api, line.url)
    let changes = 0
    try {
      for (let isKilled = true; isKilled; changes += STRIDE)
        ({ next: running, isKilled } = await round(running, changes + 1))
    } finally {
      await kill(running)
      await line.close()
    }
    expect(changes).toBeGreaterThan(4)
  })
})
