import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { afterEach, expect, test } from 'vitest'
import { answeredTest, beginCheck, GOOD_PIN, newNumber, registered, sendSignUp } from './support/builders.ts'
import { underAge } from './support/lives.ts'
import { deposit } from './support/money.ts'
import { pollEvery } from './support/test-api.ts'
import { holdTime, useTestApi } from './support/use-test-api.ts'

const the = useTestApi({}, pollEvery(500))
const ASKED = { 'retry-after': '20' }

afterEach(() => {
  for (const path of ['/sms', '/bank/returns', '/webhooks/avouch']) the.api.world.illAt(path, undefined)
  Object.assign(the.api.vendor.answers, { status: 200, headers: {} })
})

/** Seconds until the newest row of a queue that was tried once is tried again. */
const waitOf = async (table: string, tries: string, dueAt: string) => {
  const [row] = await the.api.rows(
    `select ${dueAt} as at from ${table} where ${tries} = 1 order by created_at desc limit 1`,
  )
  return row && ((row['at'] as Date).getTime() - the.api.clock.now().getTime()) / SECOND_MS
}

test.each([429, 503])(
  'A website that answers %i and asks for 20 s gets its event again then [OPS-77]',
  async (status) => {
    holdTime(the.api)
    the.api.world.illAt('/webhooks/avouch', status, ASKED)
    await answeredTest(the.api)
    await expect.poll(() => waitOf('webhook_event', 'attempts', 'next_attempt_at')).toBe(20)
  },
)

test('A bank that asks for 20 s gets its return order again then [OPS-77]', async () => {
  holdTime(the.api)
  the.api.world.illAt('/bank/returns', 503, ASKED)
  await deposit(the.api, 'of nobody', 100)
  await expect.poll(() => waitOf('return_order', 'attempts', 'next_attempt_at')).toBe(20)
})

test('An identity-check service that asks for 20 s is called again then, to erase a check [OPS-77]', async () => {
  holdTime(the.api)
  Object.assign(the.api.vendor.answers, { status: 429, headers: ASKED })
  await underAge(the.api)
  await expect.poll(() => waitOf('vendor_erasure', 'attempts', 'next_attempt_at')).toBe(20)
})

test('An identity-check service that asks for an hour is asked again about a check then, not in ten minutes [OPS-77]', async () => {
  const { bearer } = await registered(the.api)
  await beginCheck(the.api, bearer)
  Object.assign(the.api.vendor.answers, { status: 503, headers: { 'retry-after': '7200' } })
  holdTime(the.api)
  the.api.clock.advance(6 * MINUTE_MS)
  await expect.poll(() => waitOf('identity_check', 'polls', 'next_poll_at')).toBe(3_600)
})

test('A gateway that asks for 20 s gets a notice again then [OPS-77 SMS-21]', async () => {
  holdTime(the.api)
  the.api.world.illAt('/sms', 429, ASKED)
  await sendSignUp(the.api, newNumber(), GOOD_PIN)
  await the.api.rows(
    `insert into sms_message (id, notice, phone_idx, phone_enc, language, state, tries, good_until, created_at, refunds, next_attempt_at)
     select 'notice', 'pin_changed', phone_idx, phone_enc, 'en', 'waiting', 0, $1::timestamptz + interval '1 day', $1, '[]', $1
     from registration limit 1`,
    [the.api.clock.now()],
  )
  await expect
    .poll(() => waitOf(`(select * from sms_message where notice is not null) m`, 'tries', 'next_attempt_at'))
    .toBe(20)
})
