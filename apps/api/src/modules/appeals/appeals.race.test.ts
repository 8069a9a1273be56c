import { expect, test } from 'vitest'
import { appealWith, calledUnderAge, refusedAgain, WITH_APPEALS } from '#test/appeals.ts'
import { GOOD_PIN, newBrowser, signUp } from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ ...WITH_APPEALS, DATABASE_POOL_SIZE: '20', LIMITS: 'verify.browser=1000/min' })

test('Of forty calls at the same moment one makes the account, and the others hear that the appeal is used [APPEAL-01]', async () => {
  for (let round = 0; round < soak(2, 8); round++) {
    const { number, cookie } = await calledUnderAge(the.api)
    const token = (await refusedAgain(the.api, number, cookie)).problem.appeal_token ?? expect.fail()
    const outcomes = await together(times(40, () => appealWith(the.api, token, cookie)))
    expect(tally(outcomes)).toEqual({ ok: 1, '409 appeal_used': 39 })
    const [tokens] = successes(outcomes)
    const account = 'select is_appeal from account where id = $1'
    expect(await rows(the.api, account, [tokens?.user_id])).toEqual([{ is_appeal: true }])
  }
})

test('While an appeal begins, another sign-up of its number leaves one account at most [APPEAL-01 AGE-05]', async () => {
  for (let round = 0; round < soak(2, 8); round++) {
    const { number, cookie } = await calledUnderAge(the.api)
    const token = (await refusedAgain(the.api, number, cookie)).problem.appeal_token ?? expect.fail()
    the.api.clock.advance(120_000)
    const begun = await signUp(the.api, number, GOOD_PIN, newBrowser())
    const { pinId, code, bearer, cookie: other } = begun
    const outcomes = await together<unknown>([
      () => appealWith(the.api, token, cookie),
      () => the.api.client('verifyCode', { body: { pinId, code } }, { bearer, cookie: other }),
    ])
    expect(successes(outcomes).length).toBeLessThanOrEqual(1)
    expect(outcomes[1]?.ok).toBe(false)
  }
})
