import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newBrowser, refresh, registered, signInOn } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const lives = (bearer: string) =>
  the.api.client('me', {}, { bearer }).then(
    () => true,
    () => false,
  )

/** Signs in so often, in few enough browsers that are not recognised to get a code each time. */
async function signIns(times: number, number: string): Promise<string[]> {
  const bearers: string[] = []
  const home = newBrowser()
  for (let i = 0; i < times; i++) {
    the.api.clock.advance(MINUTE_MS)
    bearers.push((await signInOn(the.api, i < 6 ? home : newBrowser(), number)).access_token)
  }
  return bearers
}

test('An eleventh session ends the oldest one, with its refresh token [SESSION-17]', async () => {
  const first = await registered(the.api)
  const others = await signIns(9, first.number)
  const bearers = [(await refresh(the.api, first.tokens.refresh_token)).access_token, ...others]
  expect(await Promise.all(bearers.map(lives))).not.toContain(false)

  the.api.clock.advance(MINUTE_MS)
  const eleventh = await signInOn(the.api, newBrowser(), first.number)
  expect(await lives(bearers[0] ?? '')).toBe(false)
  await expect(refresh(the.api, first.tokens.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
  expect(await lives(bearers[1] ?? '')).toBe(true)
  const { data } = await the.api.client('exportData', {}, { bearer: eleventh.access_token })
  expect(data.sessions.filter(({ live }) => live)).toHaveLength(10)
  expect(data.security_events.filter(({ type }) => type === 'session.revoked')).toHaveLength(1)
})

test('A sixth access token of a session invalidates the first [SESSION-18]', async () => {
  const { bearer, tokens } = await registered(the.api)
  const bearers = [bearer]
  for (let i = 0; i < 4; i++) {
    the.api.clock.advance(1_000)
    bearers.push((await refresh(the.api, tokens.refresh_token)).access_token)
  }
  expect(await Promise.all(bearers.map(lives))).toEqual([true, true, true, true, true])
  the.api.clock.advance(1_000)
  bearers.push((await refresh(the.api, tokens.refresh_token)).access_token)
  expect(await Promise.all(bearers.map(lives))).toEqual([false, true, true, true, true, true])
})
