import { SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { digits, registered } from './support/builders.ts'
import { rows, times, together } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi({ SMS_TIMEOUT_MS: '20000', DATABASE_POOL_SIZE: '12' })

const jobsIn = async (state: string) =>
  (await rows(the.api, `select 1 from jobs.job where name = 'sms.deliver' and state = $1`, [state])).length

/** Jobs run by themselves; what they did is seen in their table. */
async function untilJobs(state: string, count: number) {
  while ((await jobsIn(state)) < count) await new Promise((resolve) => setImmediate(resolve))
}

test('SMS-05 R-13 while one process sends, no other does; when it is lost, one takes over under the same key', async () => {
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

test('SMS-01 R-13 many requests at the same moment write one message down, and send it once', async () => {
  const { number, pin } = await registered(the.api)
  const other = await the.api.twin()
  const preLogin = (i: number) =>
    (i % 2 === 0 ? the.api.client : other.client)('prelogin', { body: { phone: digits(number), pin } })
  await together(times(12, preLogin))
  expect(the.api.world.sentTo(number)).toHaveLength(2)
  const kept = await rows(
    the.api,
    `select m.state, m.tries from sms_message m join sms_challenge c on c.id = m.challenge_id where c.purpose = 'login'
     order by m.created_at desc limit 1`,
  )
  expect(kept).toEqual([{ state: 'accepted', tries: 1 }])
  await other.close()
})
