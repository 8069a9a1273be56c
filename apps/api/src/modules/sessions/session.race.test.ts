import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  GOOD_PIN,
  newBrowser,
  preLogin,
  refresh,
  registered,
  signInOn,
  signUp,
} from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })
const renew = (token: string) => refresh(the.api, token)
const familyOf = async (accountId: string) =>
  (
    await rows(the.api, `select state, generation from session_family where account_id = $1 and scope = 'full'`, [
      accountId,
    ])
  )[0]

test('A refresh token and its successor both work when they are used at once, in any order [R-11 SESSION-12]', async () => {
  for (let round = 0; round < soak(6, 20); round++) {
    const { tokens } = await registered(the.api)
    const { refresh_token } = await renew(tokens.refresh_token)
    const outcomes = await together([
      () => renew(refresh_token),
      () => renew(tokens.refresh_token),
      () => renew(refresh_token),
      () => renew(tokens.refresh_token),
    ])
    expect(tally(outcomes)).toEqual({ ok: 4 })
    expect(await familyOf(tokens.user_id)).toEqual({ state: 'live', generation: 1 })
  }
})

test.each([
  {
    what: 'is revoked',
    begin: async () => {
      const { tokens } = await registered(the.api)
      // With one refresh more its access token would be invalid, and revoke nothing if it came last.
      const end = () => the.api.client('revoke', { body: { token: tokens.access_token } })
      return { id: tokens.user_id, current: tokens.refresh_token, end }
    },
  },
  {
    what: 'sees a replaced token',
    begin: async () => {
      const { tokens } = await registered(the.api)
      const first = await renew(tokens.refresh_token)
      const { refresh_token } = await renew(first.refresh_token)
      the.api.clock.advance(15 * MINUTE_MS)
      return { id: tokens.user_id, current: refresh_token, end: () => renew(tokens.refresh_token) }
    },
  },
])('A session that $what during refreshes ends, whichever comes first [R-11 SESSION-12]', async ({ begin }) => {
  for (let round = 0; round < soak(4, 10); round++) {
    const { id, current, end } = await begin()
    const refreshes = times(4, () => renew(current))
    const outcomes = await together<unknown>([...refreshes.slice(0, 2), end, ...refreshes.slice(2)])
    expect(await familyOf(id)).toMatchObject({ state: 'revoked' })
    for (const { access_token } of successes(outcomes) as { access_token?: string }[])
      if (access_token !== undefined)
        await expect(the.api.client('me', {}, { bearer: access_token })).rejects.toMatchObject({
          code: 'invalid_token',
        })
    await expect(renew(current)).rejects.toMatchObject({ code: 'invalid_grant' })
  }
})

test('Three refreshes in other browsers, of many at the same moment, end the session [R-11 DEVICE-08]', async () => {
  const [{ number, tokens }, cookie] = [await registered(the.api), newBrowser()]
  const { refresh_token } = await signInOn(the.api, cookie, number)
  await together(times(10, () => refresh(the.api, refresh_token, newBrowser())))
  const families = `select state, device_mismatches from session_family
      where account_id = $1 and scope = 'full' and device_hash is not null`
  expect(await rows(the.api, families, [tokens.user_id])).toEqual([{ state: 'revoked', device_mismatches: 3 }])
})

test('After many refreshes at once five access tokens of the session are valid [SESSION-17]', async () => {
  const { tokens } = await registered(the.api)
  const outcomes = successes(await together(times(30, () => renew(tokens.refresh_token))))
  expect([outcomes.length, new Set(outcomes.map(({ refresh_token }) => refresh_token)).size]).toEqual([30, 1])
  const call = ({ access_token }: { access_token: string }) => the.api.client('me', {}, { bearer: access_token })
  const asked = await together(outcomes.map((one) => () => call(one)))
  expect(tally(asked)).toEqual({ ok: 5, '401 invalid_token': 25 })
})

test('After two sign-ins at once, each of which is the eleventh, ten sessions are left [SESSION-17]', async () => {
  const { number, tokens } = await registered(the.api)
  const home = newBrowser()
  for (let i = 0; i < 9; i++) await signInOn(the.api, i < 6 ? home : newBrowser(), number)
  // Browsers that are recognised and others have codes of their own.
  const begun = []
  for (const cookie of [home, newBrowser()]) begun.push(await beginSignIn(the.api, number, GOOD_PIN, cookie))
  expect(tally(await together(begun.map((one) => () => confirmCode(the.api, one))))).toEqual({ ok: 2 })
  const live = `select count(*)::int as live from session_family where account_id = $1 and scope = 'full' and state = 'live'`
  expect(await rows(the.api, live, [tokens.user_id])).toEqual([{ live: 10 }])
})

test('Two servers on one database share all state: what one confirms or revokes holds at the other [CODE-09 R-11]', async () => {
  const twin = await the.api.twin()
  try {
    const begun = await signUp(the.api)
    const opened = await twin.client('verifyCode', { body: { pinId: begun.pinId, code: begun.code } }, begun)
    const bearer = opened.data.access_token
    expect((await the.api.client('me', {}, { bearer })).data.user_id).toBe(opened.data.user_id)
    await the.api.client('revoke', { body: { token: bearer } })
    await expect(twin.client('me', {}, { bearer })).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  } finally {
    await twin.close()
  }
})

test('After thirty calls at once for a log-in ten of it wait for their code [SESSION-19]', async () => {
  const [{ number, tokens }, cookie] = [await registered(the.api), newBrowser()]
  const { identificationToken = '' } = (await preLogin(the.api, number, GOOD_PIN, cookie)).data ?? {}
  const resume = () => the.api.client('resumeSignIn', { body: { identificationToken } }, { cookie })
  expect(tally(await together(times(15, resume)))).toEqual({ ok: 15 })
  the.api.clock.advance(MINUTE_MS)
  expect(tally(await together(times(15, resume)))).toEqual({ ok: 15 })
  const waiting = `select count(*)::int as waiting from session_family
    where account_id = $1 and scope = 'pre_confirmation' and device_hash = (
      select device_hash from session_family where account_id = $1 order by authenticated_at desc limit 1)`
  expect(await rows(the.api, waiting, [tokens.user_id])).toEqual([{ waiting: 10 }])
})
