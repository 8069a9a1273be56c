import { SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { GOOD_PIN, newNumber, passwordGrant, registered, sendSignUp } from '#test/builders.ts'
import { invited } from '#test/staff.ts'
import { isSoak, soak } from '#test/soak.ts'
import { useTestApi } from '#test/use-test-api.ts'

describe.each([{}, { SMS_GATEWAY_2: 'generic', SMS_TOKEN_2: 'a-token-of-the-second-gateway' }])('%j', (settings) => {
  const the = useTestApi(settings)

  test.each(isSoak ? [400, 402, 403, 429] : [402, 429])(
    'A stranger with whose number the gateway answers %i stops nobody’s SMS [OPS-78 SMS-04]',
    async (status) => {
      const number = newNumber()
      the.api.world.answerAbout(number, { status })
      await sendSignUp(the.api, number)
      const bearer = await passwordGrant(the.api, number, GOOD_PIN)
      let others = 0
      for (let i = 0; i < soak(12, 120); i++) {
        await the.api.client('resendCode', { body: {} }, { bearer }).catch(() => undefined)
        const { number: other } = await registered(the.api)
        others += the.api.world.sentTo(other).length
        the.api.clock.advance(10 * SECOND_MS)
      }
      expect(others).toBe(soak(12, 120))
    },
  )

  test('Three countries that are refused alike are one row of what needs a person [ADMIN-17 OPS-78]', async () => {
    the.api.clock.toNextDay()
    const operator = await invited(the.api, 'operator')
    const rows = async () =>
      (await operator.call('adminListAttention', {})).data.data.filter(({ kind }) => kind === 'sms_countries')
    for (const number of ['+12025550123', '+14165550123']) {
      the.api.world.answerAbout(number, { status: 400 })
      await sendSignUp(the.api, number).catch(() => undefined)
      const bearer = await passwordGrant(the.api, number, GOOD_PIN)
      await the.api.client('resendCode', { body: {} }, { bearer }).catch(() => undefined)
    }
    expect(await rows()).toEqual([])
    await the.api.rows(
      `insert into sms_spend values (($1::timestamptz at time zone 'utc')::date, 'BR', 'not_taken', 1, 0)`,
      [the.api.clock.now()],
    )
    expect(await rows()).toMatchObject([{ about: 'BR CA US', count: 3, severity: 'warning' }])
  })
})
