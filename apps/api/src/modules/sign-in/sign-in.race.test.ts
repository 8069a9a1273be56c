import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import {
  beginSignIn,
  changePin,
  confirmCode,
  confirmReset,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  OTHER_PIN,
  preLogin,
  provenNumber,
  refresh,
  registered,
  requestReset,
  signUp,
  wrongCodes,
} from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20', LIMITS: 'verify.address=1000/min, code-wrong.everyone=1000/h' })

type Begun = Parameters<typeof confirmCode>[1]
const confirm = (begun: Begun, code = begun.code) => confirmCode(the.api, { ...begun, code })
const sent = (number: string) => the.api.world.sentTo(number).length
/** How often the audit trail has an event, of everybody in this file. */
const recorded = async (type: string) => {
  await chained(the.api)
  const [found] = await rows(the.api, 'select count(*)::int as n from audit_event where type = $1', [type])
  return Number(found?.['n'])
}
/** How many of them a call adds. */
async function recordedBy(type: string, run: () => Promise<unknown>): Promise<number> {
  const before = await recorded(type)
  await run()
  return (await recorded(type)) - before
}
const sessionsOf = async (accountId: string | undefined) => {
  const live = `select 1 from session_family where account_id = $1 and state = 'live' and scope = 'full'`
  return (await rows(the.api, live, [accountId])).length
}

test('Of 50 wrong codes at once five are compared, and the right one comes too late [CODE-09]', async () => {
  const begun = await signUp(the.api)
  const guesses = wrongCodes(begun.code, 50).map((code) => () => confirm(begun, code))
  const compared = await recordedBy('otp.wrong', async () =>
    expect(tally(await together(guesses))).toEqual({ '422 wrong_sms_code': 50 }),
  )
  expect(compared).toBe(5)
  await expect(confirm(begun)).rejects.toMatchObject({ code: 'wrong_sms_code', problem: { restart: true } })
})

test.each(['recognised', 'other'])(
  'Of wrong digits during new log-ins in %s browsers five are compared: four leave another try [CODE-09 CODE-15]',
  async (which) => {
    holdTime(the.api)
    const { number, cookie: home } = await knownBrowser(the.api)
    const cookie = () => (which === 'recognised' ? home : newBrowser())
    let left = 0
    let begun = await beginSignIn(the.api, number, GOOD_PIN, cookie())
    for (let round = 0; round < 4; round++) {
      const current = begun
      const begin = async () => void (begun = await beginSignIn(the.api, number, GOOD_PIN, cookie()))
      const guesses = wrongCodes(current.code, 8).map((code) => async () => void (await confirm(current, code)))
      const outcomes = await together<void>([begin, ...guesses])
      left += outcomes.filter((outcome) => !outcome.ok && outcome.restart === false).length
      the.api.clock.advance(MINUTE_MS)
    }
    expect(left).toBe(4)
    expect((await beginSignIn(the.api, number, GOOD_PIN, cookie())).form).toBe('long')
  },
)

test('Of 50 right codes at once one opens a session, and others get the same or are refused while five are compared [CODE-14]', async () => {
  const begun = await signUp(the.api)
  const outcomes = await together(times(50, () => confirm(begun)))
  const answers = successes(outcomes)
  const others = 50 - answers.length
  expect(tally(outcomes)).toEqual({ ok: answers.length, ...(others > 0 && { '422 wrong_sms_code': others }) })
  answers.push(await confirm(begun))
  expect(new Set(answers.map(({ refresh_token, user_id }) => `${refresh_token} ${user_id}`)).size).toBe(1)
  expect(await sessionsOf(answers[0]?.user_id)).toBe(1)
})

test('Of two sign-ins at once with the same right code one opens a session [CODE-14]', async () => {
  const { number, pin, tokens } = await registered(the.api)
  const begun = [
    await beginSignIn(the.api, number, pin, newBrowser()),
    await beginSignIn(the.api, number, pin, newBrowser()),
  ]
  expect(tally(await together(begun.map((one) => () => confirm(one))))).toEqual({ ok: 1, '422 wrong_sms_code': 1 })
  expect(await sessionsOf(tokens.user_id)).toBe(2)
})

test('A right code among four wrong ones at once opens one session, in any order [CODE-14]', async () => {
  for (let place = 0; place < 5; place++) {
    const begun = await signUp(the.api)
    const codes = wrongCodes(begun.code, 5).with(place, begun.code)
    const outcomes = await together(codes.map((code) => () => confirm(begun, code)))
    expect(tally(outcomes)).toEqual({ ok: 1, '422 wrong_sms_code': 4 })
  }
})

test('A request for another code and a check of the old one at once leave one live code [CODE-14]', async () => {
  for (let round = 0; round < soak(3, 10); round++) {
    const begun = await signUp(the.api)
    the.api.clock.advance(4 * MINUTE_MS + 1_000)
    const resend = async () => (await the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)).data.pinId
    const [resent, checked] = await together<string>([resend, async () => (await confirm(begun)).user_id])
    if (resent?.ok !== true) throw new Error('no other code was sent')
    if (checked?.ok === true) continue
    const fresh = { ...begun, pinId: resent.value, code: the.api.world.codeFor(begun.number) }
    await expect(confirm(begun)).rejects.toMatchObject({ code: 'wrong_sms_code' })
    expect((await confirm(fresh)).user_id).toMatch(/^usr_/)
  }
})

test('Of ten requests at once for another code one sends an SMS [CODE-14 CODE-07]', async () => {
  const begun = await signUp(the.api)
  the.api.clock.advance(MINUTE_MS)
  const resend = () => the.api.client('resendCode', { body: { pinId: begun.pinId } }, begun)
  expect(tally(await together(times(10, resend)))).toEqual({ ok: 1, '429 resend_too_soon': 9 })
  expect(sent(begun.number)).toBe(2)
})

test('Eight right PINs at once succeed; of some at the tenth guess one does, and the refused ones do afterwards [DEVICE-02]', async () => {
  const { number, pin } = await registered(the.api)
  const right = () => preLogin(the.api, number, pin)
  expect(tally(await together(times(8, right)))).toEqual({ ok: 8 })
  for (let i = 0; i < 9; i++) await preLogin(the.api, number, '0000').catch(() => undefined)
  const { ok = 0, '401 wrong_login_info': refused = 0 } = tally(await together(times(4, right)))
  expect([ok >= 1, ok + refused]).toEqual([true, 4])
  expect((await right()).status).toBe(200)
})

test('A right PIN gives its own guess back, and none of the wrong ones at the same moment [DEVICE-02]', async () => {
  const { number, pin } = await registered(the.api)
  const wrong = () => preLogin(the.api, number, '0000')
  await together<unknown>([...times(6, wrong), ...times(3, () => preLogin(the.api, number, pin))])
  for (let i = 0; i < 3; i++) await expect(wrong()).rejects.toMatchObject({ code: 'wrong_login_info' })
  expect((await preLogin(the.api, number, pin)).status).toBe(200)
  await expect(wrong()).rejects.toMatchObject({ code: 'wrong_login_info' })
  await expect(preLogin(the.api, number, pin)).rejects.toMatchObject({ code: 'wrong_login_info' })
})

test('Of two sign-ups of a number one becomes the account; the other gets phone_number_exist and has dead tokens [REG-11]', async () => {
  for (let round = 0; round < soak(5, 20); round++) {
    const number = newNumber()
    const begun = [
      await signUp(the.api, number, GOOD_PIN, newBrowser()),
      await signUp(the.api, number, OTHER_PIN, newBrowser()),
    ]
    const outcomes = await together(begun.map((one) => () => confirm(one)))
    const [account] = successes(outcomes)
    expect(successes(outcomes)).toHaveLength(1)
    const loser = outcomes.find((outcome) => !outcome.ok)
    // Its session ends with its sign-up, before or after it was looked at.
    expect(['409 phone_number_exist', '401 invalid_token']).toContain(
      loser?.ok === false ? `${loser.status} ${loser.code}` : undefined,
    )
    await expect(confirm(begun[outcomes[0]?.ok === true ? 1 : 0] as Begun)).rejects.toMatchObject({ status: 401 })
    expect(await sessionsOf(account?.user_id)).toBe(1)
  }
})

test('After a reset no earlier session is valid, whatever ran at the same time [RESET-06]', async () => {
  for (let round = 0; round < soak(3, 10); round++) {
    const { number, tokens } = await registered(the.api)
    const login = await beginSignIn(the.api, number, GOOD_PIN)
    const token = await provenNumber(the.api, number)
    await together<unknown>([
      () => confirm(login),
      () => changePin(the.api, number, token),
      () => refresh(the.api, tokens.refresh_token),
      () => refresh(the.api, tokens.refresh_token),
    ])
    // The one that the reset opened.
    expect(await sessionsOf(tokens.user_id)).toBe(1)
  }
})

test('One reset code confirmed ten times at once is one proof [RESET-06 RESET-08]', async () => {
  const { number } = await registered(the.api)
  const begun = await requestReset(the.api, number)
  const outcomes = await together(times(10, () => confirmReset(the.api, begun)))
  const proofs = [...successes(outcomes), await confirmReset(the.api, begun)]
  expect([proofs.length > 1, new Set(proofs).size]).toEqual([true, 1])
  expect((await changePin(the.api, number, proofs[0] ?? '')).status).toBe(200)
})

test('One proof used ten times at once changes the PIN once [RESET-06 RESET-07]', async () => {
  for (let round = 0; round < soak(3, 10); round++) {
    const { number } = await registered(the.api)
    const token = await provenNumber(the.api, number)
    const changed = () =>
      together(times(10, () => changePin(the.api, number, token))).then((outcomes) =>
        expect(tally(outcomes)).toEqual({ ok: 1, '422 wrong_verification': 9 }),
      )
    expect(await recordedBy('auth.pin.changed', changed)).toBe(1)
    the.api.clock.advance(61 * MINUTE_MS)
  }
})
