import { expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  OTHER_PIN,
  provenNumber,
  refresh,
  registered,
} from './support/builders.ts'
import { rows, successes, tally, times, together } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })

const change = (number: string, recoverPinToken: string) =>
  the.api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } })

test('R-08 after a reset no session from before lives, whatever ran meanwhile', async () => {
  for (let round = 0; round < 10; round++) {
    const { number, tokens } = await registered(the.api)
    const login = await beginSignIn(the.api, number, GOOD_PIN)
    const token = await provenNumber(the.api, number)
    await together<unknown>([
      () => confirmCode(the.api, login),
      () => change(number, token),
      () => refresh(the.api, tokens.refresh_token),
      () => refresh(the.api, tokens.refresh_token),
    ])
    const live = await rows(
      the.api,
      `select id from session_family where account_id = $1 and state = 'live' and scope = 'full'`,
      [tokens.user_id],
    )
    expect(live).toEqual([])
  }
})

test('R-08 RESET-08 one code confirmed ten times at the same moment is one proof', async () => {
  const { number } = await registered(the.api)
  const { data } = await the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } })
  const body = { pinId: data?.pinId ?? '', code: the.api.world.codeFor(number) }
  const verify = async () => (await the.api.client('recoverVerify', { body })).data.recoverPinToken
  const outcomes = await together(times(10, verify))
  expect(tally(outcomes)).toEqual({ ok: 10 })
  expect(new Set(successes(outcomes)).size).toBe(1)
  expect((await change(number, successes(outcomes)[0] ?? '')).status).toBe(200)
})

test('R-08 one proof used ten times at the same moment changes the PIN once', async () => {
  const { number, tokens } = await registered(the.api)
  const token = await provenNumber(the.api, number)
  const outcomes = await together(times(10, () => change(number, token)))
  expect(tally(outcomes)).toEqual({ ok: 1, '422 wrong_verification': 9 })
  expect(await rows(the.api, 'select pin_version from account where id = $1', [tokens.user_id])).toEqual([
    { pin_version: 2 },
  ])
})
