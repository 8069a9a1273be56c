import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

test('After a week a country with fewer than five SMS of a day is counted among others, and no sum changes [SMS-28]', async () => {
  const day = (back: number) => new Date(the.api.clock.now().getTime() - back * 24 * HOUR_MS).toISOString().slice(0, 10)
  await the.api.rows('delete from sms_delivery', [])
  await the.api.rows('delete from sms_spend', [])
  for (const [back, country, accepted] of [
    [8, 'AT', 1],
    [8, 'CH', 4],
    [8, 'DE', 5],
    [7, 'AT', 1],
  ] as const) {
    await the.api.rows('insert into sms_delivery values ($1, $2, 1, $3, 1, 0)', [day(back), country, accepted])
    await the.api.rows("insert into sms_spend values ($1, $2, 'accepted', $3, $4)", [
      day(back),
      country,
      accepted,
      9 * accepted,
    ])
  }
  for (let i = 0; i < 2; i++) await the.api.operate('jobs', 'run', 'retention.sweep')
  const read = async (...words: string[]) =>
    JSON.parse((await the.api.operate('sms', ...words, '--days', '10', '--json'))[0] ?? '') as object
  expect(await read('delivery')).toMatchObject({
    delivery: [
      { day: day(8), country: 'DE', accepted: 5, delivered: 1 },
      { day: day(8), country: 'other', accepted: 5, delivered: 2 },
      { day: day(7), country: 'AT', accepted: 1, delivered: 1 },
    ],
  })
  expect(await read('spend')).toMatchObject({
    spent: [
      { day: day(8), country: 'DE', outcome: 'accepted', total: 5, cents: 45 },
      { day: day(8), country: 'other', outcome: 'accepted', total: 5, cents: 45 },
      { day: day(7), country: 'AT', outcome: 'accepted', total: 1, cents: 9 },
    ],
  })
})

test('A start without the secret that signs reports of Vonage is in the log, and one with it is not [SMS-22]', async () => {
  const vonage = { SMS_GATEWAY: 'vonage', SMS_ACCOUNT: 'key', SMS_TOKEN: 'a-secret-of-vonage', SMS_SENDER: 'Avouch' }
  const warned = ({ log }: TestApi) => log.filter((line) => line.includes('sms reports unsigned')).length
  await using api = await startTestApi(vonage)
  expect(warned(api)).toBe(1)
  api.settings['SMS_REPORT_SECRET'] = 'a-signature-secret'
  await api.restart()
  expect(warned(api)).toBe(1)
})
