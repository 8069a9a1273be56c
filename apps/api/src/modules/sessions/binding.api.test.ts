import { describe, expect, test } from 'vitest'
import {
  beginSignIn,
  changePin,
  confirmCode,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  provenNumber,
  refresh,
  registered,
  signInOn,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const elsewhere = [
  ['in another browser', newBrowser()],
  ['without a cookie', undefined],
] as const

describe.each(elsewhere)('%s', (_where, other) => {
  test('A pre-confirmation token is unknown to any browser but the one that began [DEVICE-07]', async () => {
    const { number } = await registered(the.api)
    const begun = await beginSignIn(the.api, number, GOOD_PIN, newBrowser())
    const moved = confirmCode(the.api, { ...begun, cookie: other })
    await expect(moved).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
  })

  test('A proof for another PIN is unknown to any browser but the one that began [DEVICE-07]', async () => {
    const [{ number }, cookie] = [await registered(the.api), newBrowser()]
    const recoverPinToken = await provenNumber(the.api, number, cookie)
    const change = (from?: string) => changePin(the.api, number, recoverPinToken, OTHER_PIN, from)
    await expect(change(other)).rejects.toMatchObject({ code: 'wrong_verification' })
    expect((await change(cookie)).status).toBe(200)
  })

  test('A refresh token is refused in any other browser, and its third use there ends the session [DEVICE-08]', async () => {
    const [{ number }, cookie] = [await registered(the.api), newBrowser()]
    const { refresh_token, access_token } = await signInOn(the.api, cookie, number)
    const moved = () => refresh(the.api, refresh_token, other)
    for (let i = 0; i < 2; i++) await expect(moved()).rejects.toMatchObject({ status: 400, code: 'invalid_grant' })
    expect((await refresh(the.api, refresh_token, cookie)).access_token).toMatch(/^avat_/)
    await expect(moved()).rejects.toMatchObject({ status: 400, code: 'invalid_grant' })
    await expect(refresh(the.api, refresh_token, cookie)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(the.api.client('me', {}, { bearer: access_token })).rejects.toMatchObject({ code: 'invalid_token' })
  })
})

test('A sign-in that began without a cookie continues in a browser with one [DEVICE-07]', async () => {
  const { number, tokens } = await registered(the.api)
  const begun = await beginSignIn(the.api, number, GOOD_PIN)
  expect((await confirmCode(the.api, { ...begun, cookie: newBrowser() })).user_id).toBe(tokens.user_id)
  expect((await refresh(the.api, tokens.refresh_token, newBrowser())).access_token).toMatch(/^avat_/)
})
