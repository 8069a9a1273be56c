import { HOUR_MS } from '@avouch/contract'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { GOOD_PIN } from '#test/builders.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { describeAdapter } from './adapter.ts'
import { atVendor } from './at-vendor.ts'
import { startFakeVeriff } from './veriff/fake.ts'

const vendor = await startFakeVeriff(() => the.api.clock.now())
const the = useTestApi({ ...vendor.settings, IDENTITY_FLOW_NO_CONSENT: 'same', METRICS_PORT: '0' }, pollEvery(500))
afterAll(() => vendor[Symbol.asyncDispose]())

describeAdapter({ the, vendor, without: ['failed'] })

test('Who has deleted the account reads that a person has to ask the vendor, and when it has erased [ACCOUNT-11 KYC-51]', async () => {
  const { bearer, session } = await atVendor(the.api, vendor)
  vendor.decide(session.id, 'declined')
  vendor.fail(503, undefined, 'DELETE')
  onTestFinished(() => vendor.fail('ok'))
  const given = { headers: { prefer: 'return=representation' }, body: { pin: GOOD_PIN } }
  const { data } = await the.api.client('deleteAccount', given, { bearer })
  const state = async () => (await the.api.client('readDeletion', { body: { token: data?.deletion ?? '' } })).data
  const asked = 'select 1 as once from identity_session where check_id is null and erase_since is not null'
  await expect.poll(() => the.api.rows(asked)).toEqual([{ once: 1 }])
  expect(await state()).toMatchObject({ account: 'erased', vendor: 'asked' })
  the.api.clock.advance(7 * 24 * HOUR_MS)
  expect(await state()).toMatchObject({ vendor: 'by_hand' })
  vendor.fail('ok')
  the.api.clock.advance(12 * HOUR_MS)
  await expect.poll(async () => (await state()).vendor).toBe('erased')
})
