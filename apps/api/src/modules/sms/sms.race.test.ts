import { SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newNumber,
  passwordGrant,
  registered,
  sendSignUp,
} from '#test/builders.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ SMS_TIMEOUT_MS: '90000', DATABASE_POOL_SIZE: '12', LIMITS: 'sms.address=5/15/day' })

const jobsIn = async (state: string) =>
  (await rows(the.api, `select 1 from jobs.job where name = 'sms.deliver' and state = $1`, [state])).length

/** Jobs run on their own; the test reads their effect from the table. */
async function untilJobs(state: string, count: number): Promise<void> {
  await expect.poll(() => jobsIn(state)).toBeGreaterThanOrEqual(count)
}

test('SMS-05 R-13 while one process sends, no other does; when it dies, one takes over with the same idempotency key', async () => {
  const { number, pin } = await registered(the.api)
  the.api.world.answers.sms.silent = true
  const sent = the.api.client('prelogin', { body: { phone: digits(number), pin } })
  await the.api.world.until(() => the.api.world.sentTo(number).length === 2)

  const others = await Promise.all([the.api.twin(), the.api.twin()])
  await untilJobs('retry', 2)
  expect(the.api.world.sentTo(number)).toHaveLength(2)

  the.api.world.answers.sms.silent = false
  the.api.clock.advance(11 * SECOND_MS)
  const heirs = await Promise.all([the.api.twin(), the.api.twin()])
  await the.api.world.until(() => the.api.world.sentTo(number).length === 3)
  await untilJobs('completed', 2)
  const keys = the.api.world.sentTo(number).map(({ idempotency_key }) => idempotency_key)
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[2])
  expect((await sent).status).toBe(200)
  for (const other of [...others, ...heirs]) await other.close()
})

test('SMS-01 R-13 many concurrent requests write one message to the outbox, and send it once', async () => {
  const { number, pin } = await registered(the.api)
  const other = await the.api.twin()
  const preLogin = (i: number) =>
    (i % 2 === 0 ? the.api.client : other.client)('prelogin', { body: { phone: digits(number), pin } })
  await together(times(12, preLogin))
  expect(the.api.world.sentTo(number)).toHaveLength(2)
  const kept = () =>
    rows(
      the.api,
      `select m.state, m.tries from sms_message m join sms_challenge c on c.id = m.challenge_id where c.purpose = 'login'
     order by m.created_at desc limit 1`,
    )
  // Stored a moment after the answer.
  await expect.poll(kept).toEqual([{ state: 'accepted', tries: 1 }])
  await other.close()
})

test('R-14 SMS-06 SMS-15 of many strangers at one address exactly as many get a code as its budget has left', async () => {
  const strangers = times(12, async () => {
    const number = newNumber()
    await sendSignUp(the.api, number)
    return { number, bearer: await passwordGrant(the.api, number, GOOD_PIN) }
  })
  const ready = successes(await together(strangers))
  const ask = ({ bearer }: { bearer: string }) => the.api.client('resendCode', { body: {} }, { bearer })
  const outcomes = await together(ready.map((stranger) => async () => (await ask(stranger)).status))
  expect(tally(outcomes)).toEqual({ ok: 5, '429 too_many_requests': 7 })
  expect(ready.flatMap(({ number }) => the.api.world.sentTo(number))).toHaveLength(5)
})

test('CODE-10 CODE-07 a cancellation and a concurrent request send no further SMS, and leave one live code', async () => {
  const { number, pin } = await registered(the.api)
  const begun = await beginSignIn(the.api, number, pin)
  const sent = the.api.world.sentTo(number).length
  const cancelling = () => the.api.client('cancelCode', { body: { pinId: begun.pinId } }, begun)
  const asking = () => the.api.client('resendCode', { body: {} }, begun)
  const outcomes = await together(times(30, async (i) => void (await (i % 2 === 0 ? cancelling() : asking()))))
  expect(tally(outcomes)).toEqual({ ok: 30 })
  expect((await asking()).data.pinId).toBe(begun.pinId)
  expect(the.api.world.sentTo(number)).toHaveLength(sent)
  const live = `select 1 from sms_challenge where id = $1 and state = 'live'`
  expect(await rows(the.api, live, [begun.pinId])).toHaveLength(1)
  expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
})
