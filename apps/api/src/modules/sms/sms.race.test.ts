import { SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { digits, GOOD_PIN, newNumber, passwordGrant, registered, sendSignUp } from '#test/builders.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ SMS_TIMEOUT_MS: '90000', DATABASE_POOL_SIZE: '12', LIMITS: 'sms.address=5/29/day' })

const askedAbout = (number: string) => the.api.world.askedAbout(number)
const keysAbout = (number: string) => askedAbout(number).map(({ idempotency_key }) => idempotency_key)

/** Visitors who have signed up and request their first code. */
async function newcomers(count: number) {
  const ready = times(count, async () => {
    const number = newNumber()
    await sendSignUp(the.api, number)
    const bearer = await passwordGrant(the.api, number, GOOD_PIN)
    const ask = (address?: string) => the.api.client('resendCode', { body: {} }, { bearer, address })
    return { number, ask }
  })
  return successes(await together(ready))
}

/** Visitors who wait for an SMS by a gateway that does not answer. */
async function whoWait(count: number) {
  const visitors = await newcomers(count)
  for (const { number } of visitors) the.api.world.answerAbout(number, { silent: true })
  const answers = visitors.map(({ ask }) => ask(newAddress()))
  await the.api.world.until(() => visitors.every(({ number }) => askedAbout(number).length === 1))
  return { numbers: visitors.map(({ number }) => number), answers: Promise.all(answers) }
}
const gatewayAnswers = (numbers: readonly string[]) => {
  for (const number of numbers) the.api.world.answerAbout(number, undefined)
}

test('While one process sends an SMS no other does; when it dies, one takes over with the same idempotency key [SMS-01]', async () => {
  holdTime(the.api)
  const [first, others] = [await whoWait(1), await Promise.all([the.api.twin(), the.api.twin()])]
  the.api.clock.advance(6 * SECOND_MS)
  const second = await whoWait(1)
  const numbers = [...first.numbers, ...second.numbers]
  gatewayAnswers(numbers)
  const asked = () => numbers.map((number) => askedAbout(number).length)
  the.api.clock.advance(5 * SECOND_MS)
  await the.api.world.until(() => asked()[0] === 2)
  expect(asked()).toEqual([2, 1])
  the.api.clock.advance(6 * SECOND_MS)
  await the.api.world.until(() => asked()[1] === 2)
  for (const number of numbers) expect(new Set(keysAbout(number)).size).toBe(1)
  for (const { status } of [...(await first.answers), ...(await second.answers)]) expect(status).toBe(200)
  for (const other of others) await other.close()
  expect(asked()).toEqual([2, 2])
})

test('Many concurrent requests write one message to the outbox, and send it once [SMS-01]', async () => {
  const { number, pin } = await registered(the.api)
  const other = await the.api.twin()
  const preLogin = async (i: number) =>
    (await (i % 2 === 0 ? the.api.client : other.client)('prelogin', { body: { phone: digits(number), pin } })).data
  const answers = successes(await together(times(12, preLogin)))
  expect(new Set(answers.map((answer) => answer?.pinId)).size).toBe(1)
  expect(answers.filter((answer) => answer?.sent)).toHaveLength(1)
  expect(answers).toHaveLength(12)
  expect(the.api.world.sentTo(number)).toHaveLength(2)
  // Stored a moment after the answer.
  const kept = () => rows(the.api, 'select state, tries from sms_message where id = $1', [keysAbout(number)[1]])
  await expect.poll(kept).toEqual([{ state: 'accepted', tries: 1 }])
  await other.close()
})

test('Of many strangers at one address exactly as many get a code as its limit has left [R-14 SMS-06 SMS-07]', async () => {
  const ready = await newcomers(12)
  const outcomes = await together(
    ready.map(
      ({ ask }) =>
        async () =>
          (await ask()).status,
    ),
  )
  expect(tally(outcomes)).toEqual({ ok: 5, '429 too_many_requests': 7 })
  expect(ready.flatMap(({ number }) => the.api.world.sentTo(number))).toHaveLength(5)
})
