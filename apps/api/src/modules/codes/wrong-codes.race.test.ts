import { expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { confirmCode, newNumber, signUp } from '#test/builders.ts'
import { rows, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({
  DATABASE_POOL_SIZE: '20',
  LIMITS: 'verify.address=1000/min, code.everyone=1000/h',
})
const wrongCode = (right: string, i: number) => String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0')
const comparedCodes = async () => {
  await chained(the.api)
  return Number((await rows(the.api, `select count(*) as n from audit_event where type = 'otp.wrong'`))[0]?.['n'])
}

test.each([1, 2, 3])(
  'R-01 CODE-11 of wrong codes at three registrations of a number five are compared, and one for each that had none (%i)',
  async () => {
    const number = newNumber()
    const begun = [await signUp(the.api, number), await signUp(the.api, number), await signUp(the.api, number)]
    const guesses = begun.flatMap((one) =>
      times(15, (i) => confirmCode(the.api, { ...one, code: wrongCode(one.code, i) })),
    )
    const before = await comparedCodes()
    expect(tally(await together(guesses))).toEqual({ '422 wrong_sms_code': 45 })
    const compared = (await comparedCodes()) - before
    expect(compared).toBeGreaterThanOrEqual(5)
    expect(compared).toBeLessThanOrEqual(5 + 2)
  },
)

test('R-03 CODE-11 a right code among them opens at most one session and never deadlocks', async () => {
  const number = newNumber()
  const begun = [await signUp(the.api, number), await signUp(the.api, number)]
  const guesses = begun.flatMap((one) =>
    times(10, (i) => confirmCode(the.api, { ...one, code: wrongCode(one.code, i) })),
  )
  const right = begun.map((one) => () => confirmCode(the.api, one))
  const outcomes = tally(await together([...guesses, ...right]))
  expect(outcomes['ok'] ?? 0).toBeLessThanOrEqual(1)
  expect(Object.keys(outcomes).filter((name) => name.startsWith('5'))).toEqual([])
})
