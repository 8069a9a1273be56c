import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { checked, confirmCode, confirmReset, registered, report, requestReset, signUp, wrongCodes } from './builders.ts'
import { DAY_MS, type Life, refusedAs, underAge, went } from './lives.ts'
import { send } from './wire.ts'

const RESEND_WAITS_MS = [60, 60, 120].map((seconds) => seconds * SECOND_MS)

/** A deadline for waiting. */
export const WAITS: readonly Life[] = [
  ...RESEND_WAITS_MS.map(
    (waitMs, before): Life => ({
      rule: 'CODE-07',
      what: `the wait after SMS ${before + 1}`,
      forMs: waitMs,
      async begin(api) {
        const { bearer, pinId } = await signUp(api)
        const resend = () => api.client('resendCode', { body: { pinId } }, { bearer })
        for (const waited of RESEND_WAITS_MS.slice(0, before)) {
          api.clock.advance(waited)
          await resend()
        }
        return { holds: () => refusedAs('resend_too_soon', resend()) }
      },
    }),
  ),
  {
    rule: 'CODE-09',
    what: 'the long code instead of digits after five wrong ones: a fifth of a day',
    forMs: DAY_MS / 5,
    async begin(api) {
      const { number } = await registered(api)
      const begun = await requestReset(api, number)
      for (const code of wrongCodes(begun.code, 5)) await went(confirmReset(api, { ...begun, code }))
      return { holds: async () => (await requestReset(api, number)).form === 'long' }
    },
  },
  {
    rule: 'LIMIT-01',
    what: 'a limit of an address that is reached',
    forMs: MINUTE_MS,
    async begin(api) {
      const look = () => send(api, 'GET', `/api/idcheck/intent/${'A'.repeat(22)}/summary`)
      await look()
      return { holds: async () => (await look()).status === 429 }
    },
  },
  {
    rule: 'AGE-05',
    what: 'the stop of registrations after under age',
    forMs: 30 * DAY_MS,
    harmless: true,
    async begin(api) {
      const { number } = await underAge(api)
      return { holds: async () => refusedAs('under_age_18', confirmCode(api, await signUp(api, number))) }
    },
  },
  {
    rule: 'AGE-06',
    what: 'the account of an adult who is reported under age',
    forMs: 30 * DAY_MS,
    async begin(api) {
      const { number, code } = await checked(api, 'COMPLETED')
      await report(api, code, 'UNDERAGED')
      return {
        async holds() {
          // Two, because the erasing job takes accounts that ended at the same time in any order.
          for (let i = 0; i < 2; i++) await underAge(api)
          return refusedAs('phone_number_exist', confirmCode(api, await signUp(api, number)))
        },
      }
    },
  },
]
