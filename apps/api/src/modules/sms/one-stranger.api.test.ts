import { SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { GOOD_PIN, newNumber, passwordGrant, registered, sendSignUp } from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { useTestApi } from '#test/use-test-api.ts'

describe.each([{}, { SMS_GATEWAY_2: 'generic', SMS_TOKEN_2: 'a-token-of-the-second-gateway' }])('%j', (settings) => {
  const the = useTestApi(settings)

  test.each([400, 402, 403, 429])(
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
})
