import { expect, test } from 'vitest'
import { beginCheck, checked, confirmCode, refresh, registered, report, signUp } from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { Refusal } from '#test/test-client.ts'
import { rows, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })
const statusOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result.status
const isGone = async (id: string) => (await rows(the.api, 'select 1 from account where id = $1', [id])).length === 0

test('While an account is erased its poll gets UNDERAGED or the status before, and no other call works afterwards [AGE-04]', async () => {
  for (let round = 0; round < soak(3, 8); round++) {
    const { bearer, tokens, intent, code } = await checked(the.api, 'PENDING_MANUAL_REVIEW')
    const poll = () => statusOf(bearer)
    const [, ...others] = await together<unknown>([
      () => report(the.api, code, 'UNDERAGED'),
      ...times(6, poll),
      () => refresh(the.api, tokens.refresh_token),
      () => beginCheck(the.api, bearer, { mintid: intent.mintid }),
      ...times(6, poll),
    ])
    const polled = [...others.slice(0, 6), ...others.slice(-6)]
    for (const answer of polled)
      expect(answer.ok && ['PENDING_MANUAL_REVIEW', 'UNDERAGED'].includes(String(answer.value))).toBe(true)

    await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
    expect(await poll()).toBe('UNDERAGED')
    const refreshed = others[6]
    if (refreshed?.ok === true) {
      const { access_token } = refreshed.value as { access_token: string }
      const me = the.api.client('me', {}, { bearer: access_token })
      await expect(me).rejects.toMatchObject({ code: 'invalid_token' })
      expect(await statusOf(access_token)).toBe('UNDERAGED')
    }
    await expect(refresh(the.api, tokens.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect.poll(() => isGone(tokens.user_id)).toBe(true)
    expect(await poll()).toBe('UNDERAGED')
  }
})

test("Two concurrent registrations of an under-age visitor's number leave no account [AGE-04 AGE-05]", async () => {
  for (let round = 0; round < soak(2, 5); round++) {
    const { number, bearer, tokens } = await registered(the.api)
    const { code } = await beginCheck(the.api, bearer)
    await report(the.api, code, 'UNDERAGED')
    await expect.poll(() => isGone(tokens.user_id)).toBe(true)
    const [one, other] = [await signUp(the.api, number), await signUp(the.api, number)]
    const outcomes = await together([() => confirmCode(the.api, one), () => confirmCode(the.api, other)])
    expect(outcomes.every((outcome) => !outcome.ok)).toBe(true)
    expect(tally(outcomes)['403 under_age_18']).toBeGreaterThan(0)
    const none = await registered(the.api, number).catch((error: unknown) => error)
    expect(none).toBeInstanceOf(Refusal)
  }
})
