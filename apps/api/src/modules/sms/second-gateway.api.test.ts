import { afterEach, expect, test } from 'vitest'
import { registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ SMS_GATEWAY_2: 'generic', SMS_TOKEN_2: 'a-token-of-the-second-gateway' })

afterEach(() => the.api.world.illAt('/sms', undefined))

test('SMS-17 OPS-59 a visitor gets the code from the second gateway, once, and the operator sees what it cost', async () => {
  the.api.world.illAt('/sms', 429)
  const { number } = await registered(the.api)
  expect(the.api.world.sentTo(number)).toHaveLength(1)
  expect(the.api.world.timesAskedForSms()).toBe(2)

  the.api.world.illAt('/sms', undefined)
  await registered(the.api)
  // What is accepted is stored after the visitor's answer.
  await expect.poll(async () => (await the.api.operate('sms', 'spend')).length).toBe(3)
  await expect
    .poll(async () => JSON.parse((await the.api.operate('sms', 'spend', '--days', '1', '--json')).join()) as unknown)
    .toMatchObject({ spent: [{ country: 'DE', outcome: 'accepted', total: 2, cents: 16 }], total: 2, cents: 16 })
  expect((await the.api.operate('sms', 'spend')).map((line) => line.split(/ +/).slice(1))).toEqual([
    ['country', 'outcome', 'SMS', 'cents'],
    ['DE', 'accepted', '2', '16'],
    ['2', '16'],
  ])
  const { lines, exitCode } = await the.api.command('sms', 'spend', '--days', '0')
  expect([exitCode, lines[0]]).toEqual([1, expect.stringContaining('--days is a whole number from 1 to 395')])
})
