import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  otherThan,
  passwordGrant,
  sendSignUp,
  signUp,
} from '#test/builders.ts'
import { pathOf } from '#test/count-statements.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

const SEND = '/auth/api/2fa/resend'

test.each(['unknown', 'known'])(
  'R-13 CODE-07 a code for a log-in in a browser that is %s costs four statements, four round trips and one commit, its events included',
  async (which) => {
    const { number, cookie } = await knownBrowser(the.api)
    const browser = which === 'known' ? cookie : newBrowser()
    const bearer = await passwordGrant(the.api, number, GOOD_PIN, browser)
    const caller = { bearer, cookie: browser }
    let pinId = ''
    const first = await pathOf(SEND, async () => {
      pinId = (await the.api.client('resendCode', { body: {} }, caller)).data.pinId
    })
    expect(first.statements.length).toBeLessThanOrEqual(4)
    expect(first.commits).toBe(1)
    expect(first.roundTrips).toBeLessThanOrEqual(4)
    const within = await pathOf(SEND, () => the.api.client('resendCode', { body: {} }, caller))
    expect(within.commits).toBe(0)
    the.api.clock.advance(MINUTE_MS)
    const again = await pathOf(SEND, () => the.api.client('resendCode', { body: { pinId } }, caller))
    expect(again.statements.length).toBeLessThanOrEqual(4)
    expect(again.commits).toBe(1)
    expect(again.roundTrips).toBeLessThanOrEqual(4)
  },
)

test('R-13 CODE-07 a code for a sign-up costs four statements, four round trips and one commit, its event included', async () => {
  const number = newNumber()
  await sendSignUp(the.api, number)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN)
  const sent = await pathOf(SEND, () => the.api.client('resendCode', { body: {} }, { bearer }))
  expect(sent.statements).toHaveLength(4)
  expect(sent.commits).toBe(1)
  expect(sent.roundTrips).toBe(4)
})

const VERIFY = '/auth/api/2fa/verify'

test.each(['unknown', 'known'])(
  'R-02 CODE-06 DEVICE-02 a right code in a browser that is %s costs five statements and two commits in six round trips, a wrong one four and one in four',
  async (which) => {
    const { number, cookie } = await knownBrowser(the.api)
    const begun = await beginSignIn(the.api, number, GOOD_PIN, which === 'known' ? cookie : newBrowser())
    const wrong = await pathOf(VERIFY, () =>
      confirmCode(the.api, { ...begun, code: otherThan(begun.code) }).catch(() => undefined),
    )
    expect(wrong.statements).toHaveLength(4)
    expect(wrong.commits).toBe(1)
    expect(wrong.roundTrips).toBe(4)
    const right = await pathOf(VERIFY, () => confirmCode(the.api, begun))
    expect(right.statements).toHaveLength(5)
    expect(right.commits).toBe(2)
    expect(right.roundTrips).toBe(6)
  },
)

test('R-02 CODE-06 a right code that makes an account costs seven statements and two commits in seven round trips', async () => {
  const begun = await signUp(the.api)
  const right = await pathOf(VERIFY, () => confirmCode(the.api, begun))
  expect(right.statements).toHaveLength(7)
  expect(right.commits).toBe(2)
  expect(right.roundTrips).toBe(7)
})
