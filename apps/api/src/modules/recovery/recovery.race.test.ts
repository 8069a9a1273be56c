import { randomInt } from 'node:crypto'
import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  provenNumber,
  refresh,
  registered,
  signInOn,
} from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })

const change = (number: string, recoverPinToken: string) =>
  the.api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken } })

test('R-08 after a reset no earlier session is valid, whatever ran concurrently', async () => {
  for (let round = 0; round < soak(3, 10); round++) {
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

test('R-08 RESET-08 one code confirmed ten times concurrently is one proof', async () => {
  const { number } = await registered(the.api)
  const { data } = await the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } })
  const body = { pinId: data?.pinId ?? '', code: the.api.world.codeFor(number) }
  const verify = async () => (await the.api.client('recoverVerify', { body })).data.recoverPinToken
  const outcomes = await together(times(10, verify))
  expect(tally(outcomes)).toEqual({ ok: 10 })
  expect(new Set(successes(outcomes)).size).toBe(1)
  expect((await change(number, successes(outcomes)[0] ?? '')).status).toBe(200)
})

test('R-08 CODE-18 one link opened in ten browsers concurrently opens in one', async () => {
  const { number } = await registered(the.api)
  const send = (cookie: string) =>
    the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })
  const cookie = newBrowser()
  const { data } = await send(cookie)
  const right = the.api.world.codeFor(number)
  const guesses = ['1', '2', '3', '4', '5', '6'].map((one) => one.repeat(6)).filter((one) => one !== right)
  for (const code of guesses.slice(0, 5))
    await the.api.client('recoverVerify', { body: { pinId: data?.pinId ?? '', code } }, { cookie }).catch(() => {})
  the.api.clock.advance(2 * MINUTE_MS)
  expect((await send(newBrowser())).data?.form).toBe('link')
  const links = the.api.world.sentTo(number).map(({ text }) => /#([0-9a-z]{16})/.exec(text)?.[1])
  const secret = links.findLast((link) => link !== undefined) ?? ''
  const open = () =>
    the.api.client('recoverLink', { body: { phone: digits(number), secret } }, { cookie: newBrowser() })
  expect(tally(await together(times(10, open)))).toEqual({ ok: 1, '422 dead_link': 9 })
})

test('R-01 CODE-15 of wrong codes during new resets five are compared in the known browser, and five in all others', async () => {
  const { number } = await registered(the.api)
  const mine = newBrowser()
  the.api.clock.advance(2 * MINUTE_MS)
  await signInOn(the.api, mine, number)
  the.api.clock.advance(2 * MINUTE_MS)
  const browsers = [mine, newBrowser()]
  const body = { phone: digits(number), language: 'en' } as const
  const pinIds: (string | undefined)[] = []
  const begin = async (of: number) => {
    const { data } = await the.api.client('recoverCode', { body }, { cookie: browsers[of] })
    pinIds[of] = data?.pinId
    return data?.pinId
  }
  const isSent = (code: string) => the.api.world.sentTo(number).some(({ text }) => text.startsWith(code))
  const wrongCode = (): string => {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    return isSent(code) ? wrongCode() : code
  }
  const guess = async (of: number) => {
    const code = wrongCode()
    const { data } = await the.api.client(
      'recoverVerify',
      { body: { pinId: pinIds[of] ?? '', code } },
      { cookie: browsers[of] },
    )
    return data.recoverPinToken
  }
  await chained(the.api)
  const [before] = await rows(the.api, 'select max(seq) as seq from audit_event')
  for (let round = 0; round < 5; round++) {
    await together([() => begin(0), () => begin(1)])
    const guesses = times(16, (i) => guess(i % 2))
    await together<string | undefined>([() => begin(0), () => begin(1), ...guesses])
    the.api.clock.advance(11 * MINUTE_MS)
  }
  await chained(the.api)
  const compared = await rows(
    the.api,
    `select device_prefix, count(*)::int as guesses from audit_event where type = 'otp.wrong' and seq > $1 group by 1`,
    [before?.['seq']],
  )
  expect(compared.map(({ guesses }) => guesses)).toEqual([5, 5])
})

test('R-08 RESET-07 one proof used ten times concurrently changes the PIN once', async () => {
  for (let round = 0; round < soak(3, 10); round++) {
    const { number, tokens } = await registered(the.api)
    const token = await provenNumber(the.api, number)
    const outcomes = await together(times(10, () => change(number, token)))
    expect(tally(outcomes)).toEqual({ ok: 1, '422 wrong_verification': 9 })
    expect(await rows(the.api, 'select pin_version from account where id = $1', [tokens.user_id])).toEqual([
      { pin_version: 2 },
    ])
    the.api.clock.advance(61 * MINUTE_MS)
  }
})
