import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { beginCheck, checked, GOOD_PIN, newBrowser, OTHER_PIN, registered, report, signInOn } from '#test/builders.ts'
import { askForPayment, confirmPayment, deposit, liveKey, payer } from '#test/money.ts'
import { successes, tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { withClient } from '#test/with-client.ts'
import { runJob } from '#test/whole-database.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi()
let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

const PREFER = { prefer: 'respond-async, Return=representation' }
const remove = (bearer: string, { pin = GOOD_PIN, cookie = undefined as string | undefined } = {}) =>
  the.api.client('deleteAccount', { headers: PREFER, body: { pin } }, { bearer, cookie })
async function tokenOf(bearer: string): Promise<string> {
  const { data } = await remove(bearer)
  return data?.deletion ?? ''
}
const read = async (token: string) => (await the.api.client('readDeletion', { body: { token } })).data
const accountOf = (id: string) => the.api.rows('select id from account where id = $1', [id])

test('A deletion of an account without checks and money is erased, which its token reads for thirty days [ACCOUNT-11 T-01]', async () => {
  holdTime(the.api)
  const { bearer, tokens } = await registered(the.api)
  const token = await tokenOf(bearer)
  expect(token).toMatch(/^avdl_[\w-]{43}$/)
  const until = new Date(the.api.clock.now().getTime() + 30 * DAY_MS)
  await expect.poll(() => accountOf(tokens.user_id)).toEqual([])
  const erased = { account: 'erased', vendor: 'none', money: 'none', until: until.toISOString() }
  expect(await read(token)).toEqual(erased)
  the.api.clock.advance(30 * DAY_MS - SECOND_MS)
  expect(await read(token)).toEqual(erased)
  the.api.clock.advance(SECOND_MS)
  await expect(read(token)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await runJob(the.api, 'retention.sweep')
  expect(await the.api.rows('select 1 from deletion where expires_at <= $1', [the.api.clock.now()])).toEqual([])
})

test('Without the preference a deletion is answered 204; an unknown token is not found [ACCOUNT-11]', async () => {
  const { bearer } = await registered(the.api)
  const answer = await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
  expect(answer).toEqual({ status: 204, data: undefined })
  await expect(read(`avdl_${'A'.repeat(43)}`)).rejects.toMatchObject({ code: 'not_found' })
})

test('The identity check is asked until its service confirms; what it has confirmed is read [ACCOUNT-11 ACCOUNT-05]', async () => {
  const { bearer, tokens } = await checked(the.api, 'COMPLETED')
  the.api.vendor.answers.status = 503
  const token = await tokenOf(bearer)
  await expect.poll(() => accountOf(tokens.user_id)).toEqual([])
  expect(await read(token)).toMatchObject({ account: 'erased', vendor: 'asked' })
  the.api.vendor.answers.status = 200
  const state = async () => {
    the.api.clock.advance(MINUTE_MS)
    return (await read(token)).vendor
  }
  await expect.poll(state).toBe('erased')
})

test('Money goes back to the bank, and a reserved payment keeps no account from being deleted [ACCOUNT-11 ACCOUNT-03]', async () => {
  const { bearer, tokens } = await payer(the.api, 5_000)
  const { id, mintid } = await askForPayment(the.api, key)
  await confirmPayment(the.api, mintid, bearer)
  the.api.world.answers.bank.status = 503
  const token = await tokenOf(bearer)
  expect(await read(token)).toMatchObject({ money: 'returning' })
  await expect.poll(() => accountOf(tokens.user_id)).toEqual([])
  const [intent] = await the.api.rows('select state from intent where id = $1', [id])
  expect(intent).toEqual({ state: 'cancelled' })
  expect(await read(token)).toMatchObject({ account: 'erased', vendor: 'none', money: 'returning' })
  the.api.world.answers.bank.status = 200
  const state = async () => {
    the.api.clock.advance(MINUTE_MS)
    return (await read(token)).money
  }
  await expect.poll(state).toBe('returned')
  expect(await the.api.rows('select 1 from return_order where deletion_hash is not null')).toEqual([])
})

test('While the row of the account is there, its deletion is erasing [ACCOUNT-11]', async () => {
  const { bearer, tokens } = await payer(the.api, 700)
  const { code } = await beginCheck(the.api, bearer)
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  // No wallet can be closed meanwhile.
  const token = await withClient(the.api.databaseUrl ?? '', async (client) => {
    await client.query(`begin; select 1 from ledger_account where id = 'returns' for update`)
    const begun = await tokenOf(bearer)
    expect(await read(begun)).toMatchObject({ account: 'erasing', vendor: 'asked', money: 'returning' })
    await client.query('rollback')
    return begun
  })
  await runJob(the.api, 'accounts.erase')
  await expect.poll(() => accountOf(tokens.user_id)).toEqual([])
  expect((await read(token)).account).toBe('erased')
})

test('A lost answer is had again for a minute, by the access token that deleted the account and by no other [ACCOUNT-12 T-01]', async () => {
  holdTime(the.api)
  const { bearer, number } = await registered(the.api)
  the.api.clock.advance(2 * MINUTE_MS)
  const { access_token: other } = await signInOn(the.api, newBrowser(), number)
  const token = await tokenOf(bearer)
  the.api.clock.advance(MINUTE_MS - SECOND_MS)
  expect(await tokenOf(bearer)).toBe(token)
  expect((await the.api.client('deleteAccount', { body: { pin: OTHER_PIN } }, { bearer })).status).toBe(204)
  await expect(remove(other)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ status: 401 })
  the.api.clock.advance(SECOND_MS)
  await expect(remove(bearer)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
})

test('Of forty deletions at once one counts: one token, one event, and nobody is told of another [ACCOUNT-12]', async () => {
  const cookie = newBrowser()
  const { number, tokens } = await registered(the.api)
  the.api.clock.advance(2 * MINUTE_MS)
  const sessions = [tokens.access_token, (await signInOn(the.api, cookie, number)).access_token]
  const before = (await the.api.rows('select token_hash from deletion')).length
  const ends = `select 1 from audit_event where type = 'account.erase_requested' union all
    select 1 from audit_inbox where type = 'account.erase_requested'`
  const endsBefore = (await the.api.rows(ends)).length
  const outcomes = await together(times(40, (i) => remove(sessions[i % 2] ?? '', { cookie })))
  const given = new Set(successes(outcomes).map(({ data }) => data?.deletion))
  expect(given.size).toBe(1)
  expect((await the.api.rows('select token_hash from deletion')).length).toBe(before + 1)
  expect((await the.api.rows(ends)).length).toBe(endsBefore + 1)
  const other = Object.keys(tally(outcomes)).filter((name) => !/^(?:ok|401|422|429|503)/.test(name))
  expect(other).toEqual([])
  expect((await read([...given][0] ?? '')).vendor).toBe('none')
})

test('After an erasure by a process of the version before, nothing is said to be done that may not be [ACCOUNT-11 OPS-61]', async () => {
  const { bearer, tokens } = await checked(the.api, 'COMPLETED')
  const token = await tokenOf(bearer)
  await expect.poll(() => accountOf(tokens.user_id)).toEqual([])
  // It leaves the row as it was, and its orders have no hash.
  const asBegun = `update deletion set erased_at = null, vendor = 'asked', money = 'returning' where token_hash = $1`
  await the.api.rows(asBegun, [tokenHash(token)])
  expect(await read(token)).toMatchObject({ account: 'erased', vendor: 'asked', money: 'returning' })
})

test('A row of a deletion, and what it marks, names nobody [ACCOUNT-11 ACCOUNT-04]', async () => {
  const { bearer, tokens, reference } = await payer(the.api, 1_000)
  await deposit(the.api, reference, 200)
  await tokenOf(bearer)
  await expect.poll(() => accountOf(tokens.user_id)).toEqual([])
  const all = await the.api.rows(`select row_to_json(d)::text as text from deletion d`)
  expect(JSON.stringify(all)).not.toContain(tokens.user_id)
  expect(Object.keys(JSON.parse(String(all[0]?.['text'])) as object).sort()).toEqual(
    ['begun_at', 'erased_at', 'expires_at', 'money', 'token_hash', 'vendor'].sort(),
  )
})
