import type { ChildProcess } from 'node:child_process'
import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, GOOD_PIN } from '#test/builders.ts'
import { layLine } from '#test/cut-line.ts'
import { askForPayment, confirmPayment, liveKey, payer } from '#test/money.ts'
import { kill, startProcess } from '#test/own-process.ts'
import { soak } from '#test/soak.ts'
import { rows } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { runJob } from '#test/whole-database.ts'

const the = useTestApi()
/** After every which lasting change the server is killed. */
const STRIDE = soak(6, 1)

const remove = async (bearer: string) => {
  const given = { headers: { prefer: 'return=representation' }, body: { pin: GOOD_PIN } }
  return (await the.api.client('deleteAccount', given, { bearer })).data?.deletion ?? ''
}
const read = async (token: string) => (await the.api.client('readDeletion', { body: { token } })).data
const accounts = (id: string) => rows(the.api, 'select id from account where id = $1', [id])

/** Reads an account with the marks of its deletion. */
const WHOLE = `
  select a.state = 'active' as active, a.deletion_hash is not null as marked,
    exists (select from deletion d where d.token_hash = a.deletion_hash) as told,
    exists (select from session_family f where f.account_id = a.id and f.state = 'live') as live
  from account a where a.id = $1`

/** Either nothing has happened, or all of it. */
async function expectWhole(id: string, deletions: number) {
  const [found] = await rows(the.api, WHOLE, [id])
  const after = (await rows(the.api, 'select 1 from deletion')).length
  if (found === undefined) return expect(after).toBe(deletions + 1)
  const active = found['active']
  expect(found).toEqual({ active, marked: !active, told: !active, live: active })
  expect(after).toBe(active === true ? deletions : deletions + 1)
}

test('A deletion whose server is killed after any commit has not begun, or ends: the token says so, and each order is carried out [ACCOUNT-12 ACCOUNT-03 OPS-03]', {
  timeout: 600_000,
}, async () => {
  const line = await layLine(new URL(the.api.databaseUrl ?? ''))
  const key = await liveKey(the.api)
  /** @returns the process that took over, and whether the other one was killed before it had finished */
  async function round(first: ChildProcess, n: number) {
    const { bearer, tokens } = await payer(the.api, 5_000)
    const id = tokens.user_id
    const { mintid } = await askForPayment(the.api, key)
    await confirmPayment(the.api, mintid, bearer)
    const { code } = await beginCheck(the.api, bearer)
    const deletions = (await rows(the.api, 'select 1 from deletion')).length
    line.cutAt(n, () => void first.kill('SIGKILL'))
    await remove(bearer).catch(() => '')
    await expect.poll(async () => first.killed || (await accounts(id)).length === 0).toBe(true)
    const isKilled = first.killed
    await kill(first)
    line.mend()
    await expectWhole(id, deletions)
    // A caller without an answer repeats the call, within a minute.
    const second = await startProcess(the.api, line.url)
    const token = await remove(bearer)
    await kill(second)
    // Longer than a claim on an order lasts.
    the.api.clock.advance(MINUTE_MS + 1_000)
    const next = await startProcess(the.api, line.url)
    // Its timer would come within a minute.
    await runJob(the.api, 'accounts.erase')
    const done = { account: 'erased', vendor: 'erased', money: 'returned' }
    await expect.poll(() => read(token)).toMatchObject(done)
    expect((await rows(the.api, 'select 1 from deletion')).length).toBe(deletions + 1)
    expect(the.api.vendor.erasures.some(({ tc, done }) => tc === code && done)).toBe(true)
    expect(await rows(the.api, 'select sum(balance)::int as total from ledger_account')).toEqual([{ total: 0 }])
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
