import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginCheck,
  beginSignIn,
  confirmCode,
  createIntent,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  otherThan,
  passwordGrant,
  refresh,
  registered,
  signInOn,
} from '#test/builders.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

type Caller = { bearer: string; cookie?: string }
const sessionsOf = async ({ bearer }: Caller) => (await the.api.client('ownSessions', {}, { bearer })).data.data
const browsersOf = async (caller: Caller) => (await the.api.client('ownBrowsers', {}, caller)).data.data
const eventsOf = async ({ bearer }: Caller) => (await the.api.client('securityEvents', {}, { bearer })).data.data
const isDead = ({ bearer }: Caller) =>
  expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
const lives = async ({ bearer }: Caller) => expect((await the.api.client('me', {}, { bearer })).status).toBe(200)
const end = (id: string, { bearer }: Caller) => the.api.client('endSession', { params: { id } }, { bearer })
const forget = (id: string, caller: Caller) => the.api.client('forgetBrowser', { params: { id } }, caller)

/** An account with sessions in so many browsers that it recognises, the newest first. */
async function withBrowsers(count: number) {
  const { number } = await registered(the.api)
  const callers: (Caller & { cookie: string; refreshToken: string })[] = []
  for (let i = 0; i < count; i++) {
    the.api.clock.advance(2 * MINUTE_MS)
    const cookie = newBrowser()
    const { access_token, refresh_token } = await signInOn(the.api, cookie, number)
    callers.unshift({ bearer: access_token, cookie, refreshToken: refresh_token })
  }
  return { number, callers: callers as [(typeof callers)[0], (typeof callers)[0], ...typeof callers] }
}

test("An account's sessions are listed, the newest first, with ids that are neither the session's nor another account's [SESSION-20]", async () => {
  const { callers } = await withBrowsers(2)
  const [newest, older] = callers
  const listed = await sessionsOf(newest)
  expect(listed.map(({ current }) => current)).toEqual([true, false, false])
  expect((await sessionsOf(older)).map(({ current }) => current)).toEqual([false, true, false])
  expect(
    listed
      .map(({ begun_at }) => begun_at)
      .toSorted()
      .reverse(),
  ).toEqual(listed.map(({ begun_at }) => begun_at))
  const families = (await the.api.rows('select id from session_family')).map(({ id }) => String(id))
  for (const { id } of listed) expect(families.filter((family) => family.includes(id))).toEqual([])
  const other = await registered(the.api)
  await expect(end(listed[1]?.id ?? '', other)).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('One session ends alone; ending another one needs a recent sign-in, ending the own one does not [SESSION-20 ACCOUNT-09]', async () => {
  const { callers } = await withBrowsers(2)
  const [newest, older] = callers
  const [own, other] = await sessionsOf(newest)
  the.api.clock.advance(10 * MINUTE_MS)
  const { access_token: bearer } = await refresh(the.api, newest.refreshToken, newest.cookie)
  const late = { bearer, cookie: newest.cookie }
  const { access_token } = await refresh(the.api, older.refreshToken, older.cookie)
  await expect(end(other?.id ?? '', late)).rejects.toMatchObject({ status: 403, code: 'sign_in_again' })
  await lives({ bearer: access_token })
  expect((await end(own?.id ?? '', late)).status).toBe(204)
  await isDead(late)
  await lives({ bearer: access_token })
  await expect(end(own?.id ?? '', { bearer: access_token })).rejects.toMatchObject({ code: 'not_found' })
})

test('A recent sign-in ends one other session, or all others with the sign-ins that wait for their code [SESSION-20]', async () => {
  const { callers, number } = await withBrowsers(3)
  const [newest, second, third] = callers
  const waiting = await passwordGrant(the.api, number, GOOD_PIN, third?.cookie)
  expect((await end((await sessionsOf(newest))[1]?.id ?? '', newest)).status).toBe(204)
  await isDead(second)
  expect((await the.api.client('endOtherSessions', {}, newest)).status).toBe(204)
  await isDead(third ?? newest)
  await lives(newest)
  expect((await sessionsOf(newest)).map(({ current }) => current)).toEqual([true])
  const resend = the.api.client('resendCode', { body: {} }, { bearer: waiting, cookie: third?.cookie })
  await expect(resend).rejects.toMatchObject({ code: 'invalid_token' })
  // The browsers stay recognised.
  expect(await browsersOf(newest)).toHaveLength(3)
})

test('The recognised browsers are listed with ids that no cookie gives, and this one is marked [DEVICE-12]', async () => {
  const { callers } = await withBrowsers(2)
  const [newest] = callers
  const listed = await browsersOf(newest)
  expect(listed.map(({ current }) => current)).toEqual([true, false])
  expect((await browsersOf({ bearer: newest.bearer })).map(({ current }) => current)).toEqual([false, false])
  const hashes = callers.flatMap(({ cookie }) => {
    const hash = tokenHash(cookie.slice(4))
    return [hash.toString('base64url'), hash.toString('hex')]
  })
  for (const { id } of listed) expect(hashes.filter((hash) => hash.startsWith(id))).toEqual([])
  // The same browser has another name in another account, which can not forget it here.
  const { bearer } = await registered(the.api)
  await expect(forget(listed[0]?.id ?? '', { ...newest, bearer })).rejects.toMatchObject({ code: 'not_found' })
  expect(await browsersOf(newest)).toHaveLength(2)
})

test('A browser that is forgotten is recognised no more, and its sessions end at once [DEVICE-12]', async () => {
  const { callers } = await withBrowsers(3)
  const [newest, second, third] = callers
  expect((await forget((await browsersOf(newest))[1]?.id ?? '', newest)).status).toBe(204)
  await isDead(second)
  await lives(third ?? newest)
  expect(await browsersOf(newest)).toHaveLength(2)
  expect((await the.api.client('forgetOtherBrowsers', {}, newest)).status).toBe(204)
  await isDead(third ?? newest)
  await lives(newest)
  const [own, ...others] = await browsersOf(newest)
  expect([own?.current, others.length]).toEqual([true, 0])
  await expect(forget('A'.repeat(22), newest)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await forget(own?.id ?? '', newest)
  await isDead(newest)
})

test('Forgetting another browser than this one needs a recent sign-in [DEVICE-12 ACCOUNT-09]', async () => {
  const { callers } = await withBrowsers(2)
  const [newest] = callers
  the.api.clock.advance(10 * MINUTE_MS - SECOND_MS)
  const { access_token: bearer } = await refresh(the.api, newest.refreshToken, newest.cookie)
  the.api.clock.advance(SECOND_MS)
  const late = { bearer, cookie: newest.cookie }
  const [own, other] = await browsersOf(late)
  await expect(forget(other?.id ?? '', late)).rejects.toMatchObject({ status: 403, code: 'sign_in_again' })
  // A stolen session without the browser's cookie belongs to no recognised browser.
  await expect(forget(own?.id ?? '', { bearer })).rejects.toMatchObject({ code: 'sign_in_again' })
  expect((await forget(own?.id ?? '', late)).status).toBe(204)
})

test('Twenty ends of the same session and of all others at once leave this one alone, and each end is recorded once [SESSION-20]', async () => {
  const { callers } = await withBrowsers(2)
  const [newest] = callers
  const [, other] = await sessionsOf(newest)
  const outcomes = await together([
    ...times(10, () => end(other?.id ?? '', newest)),
    ...times(10, () => the.api.client('endOtherSessions', {}, newest)),
  ])
  for (const outcome of outcomes) expect(outcome.ok || outcome.code === 'not_found').toBe(true)
  await lives(newest)
  const ended = (await eventsOf(newest)).filter(({ kind }) => kind === 'session_ended')
  expect(ended).toHaveLength(2)
})

test('The holder sees kinds and times of security events, the newest first, and none that a website caused [ACCOUNT-13]', async () => {
  const { callers, number } = await withBrowsers(1)
  const [newest] = callers
  await expect(passwordGrant(the.api, number, OTHER_PIN, newest.cookie)).rejects.toMatchObject({ status: 400 })
  the.api.clock.advance(2 * MINUTE_MS)
  const begun = await beginSignIn(the.api, number, GOOD_PIN, newest.cookie)
  await expect(confirmCode(the.api, { ...begun, code: otherThan(begun.code) })).rejects.toMatchObject({ status: 422 })
  await beginCheck(the.api, newest.bearer, { mintid: (await createIntent(the.api)).mintid })
  const events = await eventsOf(newest)
  expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(['code_wrong', 'pin_wrong'])
  expect(new Set(events.map(({ kind }) => kind))).toEqual(
    new Set(['code_wrong', 'pin_wrong', 'signed_in', 'browser_recognised', 'account_created']),
  )
  expect(
    events
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  ).toEqual(events.map(({ at }) => at))
  expect(Object.keys(events[0] ?? {}).sort()).toEqual(['at', 'kind'])
  for (let i = 0; i < 25; i++) await passwordGrant(the.api, number, OTHER_PIN, newest.cookie).catch(() => '')
  expect((await eventsOf(newest)).length).toBeLessThanOrEqual(20)
})
