import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { createServerDatabase } from '../../platform/database/postgres-server.ts'
import { makeKnown } from './index.ts'
import { tokenHash } from '../../platform/identifier.ts'
import {
  beginSignIn,
  confirmCode,
  GOOD_PIN,
  newBrowser,
  passwordGrant,
  refresh,
  registered,
  signInOn,
} from '#test/builders.ts'
import { pinCount } from '#test/pin-count.ts'
import { rows, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })

async function atHome() {
  const [{ number, tokens }, cookie] = [await registered(the.api), newBrowser()]
  the.api.clock.advance(2 * MINUTE_MS)
  await signInOn(the.api, cookie, number)
  return { number, cookie, accountId: tokens.user_id }
}
const knownDevices = (accountId: string) =>
  rows(the.api, 'select device_hash from account_device where account_id = $1', [accountId])

test('R-04 DEVICE-03 of 50 wrong PINs in a known browser ten are compared there', async () => {
  const { number, cookie, accountId } = await atHome()
  const outcomes = await together(times(50, () => passwordGrant(the.api, number, '0000', cookie)))
  expect(tally(outcomes)).toEqual({ '400 invalid_grant': 50 })
  expect(await pinCount(the.api, 'pin.browser', accountId, cookie)).toBe(10)
  expect(await pinCount(the.api, 'pin.known.total', accountId)).toBe(10)
  expect(await knownDevices(accountId)).toEqual([])
})

test('R-04 DEVICE-03 the tenth wrong PIN, 20 times at once, is compared once and makes the browser unknown', async () => {
  const { number, cookie, accountId } = await atHome()
  for (let i = 0; i < 9; i++) {
    await expect(passwordGrant(the.api, number, '0000', cookie)).rejects.toMatchObject({ code: 'invalid_grant' })
  }
  await together(times(20, () => passwordGrant(the.api, number, '0000', cookie)))
  expect(await pinCount(the.api, 'pin.browser', accountId, cookie)).toBe(10)
  expect(await pinCount(the.api, 'pin.known.total', accountId)).toBe(10)
  expect(await knownDevices(accountId)).toEqual([])
})

test('R-04 DEVICE-02 during guesses in unknown browsers, ten right PINs in a known browser all succeed', async () => {
  const { number, cookie } = await atHome()
  const guesses = times(30, () => passwordGrant(the.api, number, '0000', newBrowser()))
  const outcomes = await together([...guesses, ...times(10, () => passwordGrant(the.api, number, GOOD_PIN, cookie))])
  expect(tally(outcomes)).toEqual({ ok: 10, '400 invalid_grant': 30 })
})

test('R-05 DEVICE-02 an SMS code in a new browser, concurrent with the tenth wrong PIN in unknown ones, lifts no lockout', async () => {
  const { number, accountId } = await atHome()
  for (let i = 0; i < 9; i++) {
    const guess = the.api.client('prelogin', { body: { phone: number.slice(1), pin: '0000' } })
    await expect(guess).rejects.toMatchObject({ code: 'wrong_login_info' })
  }
  const cookie = newBrowser()
  await the.api.client('prelogin', { body: { phone: number.slice(1), pin: GOOD_PIN } }, { cookie })
  const begun = await beginSignIn(the.api, number, GOOD_PIN, cookie)
  const tenth = () => the.api.client('prelogin', { body: { phone: number.slice(1), pin: '0000' } })
  const outcomes = await together<unknown>([() => confirmCode(the.api, begun), tenth])
  expect(tally(outcomes)).toEqual({ ok: 1, '401 wrong_login_info': 1 })
  // Code first: one wrong PIN since. Wrong PIN first: locked, and no log-in code lifts that.
  const strangers = await pinCount(the.api, 'pin.strangers', accountId)
  expect([1, 10]).toContain(strangers)
  await the.api.client('prelogin', { body: { phone: number.slice(1), pin: GOOD_PIN } }, { cookie })
  const elsewhere = the.api.client('prelogin', { body: { phone: number.slice(1), pin: GOOD_PIN } })
  if (strangers === 10) await expect(elsewhere).rejects.toMatchObject({ code: 'wrong_login_info' })
  else expect((await elsewhere).status).toBe(200)
})

test('R-02 DEVICE-02 a sign-in that is confirmed twenty times adds its browser once', async () => {
  const [{ number, tokens }, cookie] = [await registered(the.api), newBrowser()]
  the.api.clock.advance(2 * MINUTE_MS)
  const begun = await beginSignIn(the.api, number, GOOD_PIN, cookie)
  expect(tally(await together(times(20, () => confirmCode(the.api, begun))))).toEqual({ ok: 20 })
  expect(await knownDevices(tokens.user_id)).toHaveLength(1)
})

test('DEVICE-10 of 30 concurrent browsers an account knows ten, and of 8 accounts a browser five', async () => {
  const accounts = [await registered(the.api)]
  while (accounts.length < 8) accounts.push(await registered(the.api))
  const ids = accounts.map(({ tokens }) => tokens.user_id)
  const database = createServerDatabase({
    connectionString: the.api.databaseUrl ?? '',
    maxConnections: 10,
    onIdleError: () => {},
  })
  const learn = (id: string, cookie: string) =>
    database.transaction(async (tx) => {
      await tx.query('select 1 from account where id = $1 for no key update', [id])
      await makeKnown(tx, id, tokenHash(cookie), the.api.clock.now())
    })
  try {
    const [first = ''] = ids
    await together(times(30, () => learn(first, newBrowser())))
    expect(await knownDevices(first)).toHaveLength(10)
    const cookie = newBrowser()
    await together(ids.map((id) => () => learn(id, cookie)))
    const shared = 'select account_id from account_device where device_hash = $1'
    expect(await rows(the.api, shared, [tokenHash(cookie)])).toHaveLength(5)
  } finally {
    await database.close()
  }
})

test('R-11 DEVICE-08 of many concurrent refreshes in another browser three end the session', async () => {
  const [{ number, tokens }, cookie] = [await registered(the.api), newBrowser()]
  the.api.clock.advance(2 * MINUTE_MS)
  const { refresh_token } = await signInOn(the.api, cookie, number)
  await together(times(10, () => refresh(the.api, refresh_token, newBrowser())))
  const families = `select state, device_mismatches from session_family
    where account_id = $1 and scope = 'full' and device_hash is not null`
  expect(await rows(the.api, families, [tokens.user_id])).toEqual([{ state: 'revoked', device_mismatches: 3 }])
})
