import { afterAll, expect, test } from 'vitest'
import { beginCheck, registered } from '#test/builders.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { describeAdapter } from './adapter.ts'
import { open } from './at-vendor.ts'
import { startFakeOnfido } from './onfido/fake.ts'

const vendor = await startFakeOnfido(() => the.api.clock.now())
const the = useTestApi({ ...vendor.settings, METRICS_PORT: '0' }, pollEvery(500))
afterAll(() => vendor[Symbol.asyncDispose]())

describeAdapter({ the, vendor, without: ['expired', 'forged'] })

const { IDENTITY_FLOW: agreed, IDENTITY_FLOW_NO_CONSENT: refused } = vendor.settings
test.each([
  ['has consented', true, agreed],
  ['has not consented', false, refused],
])(
  'A vendor uses the data of an account that %s as the account says, whatever the address is changed to [KYC-61]',
  async (_who, consents, flow) => {
    const { bearer, tokens } = await registered(the.api)
    await the.api.rows('update account set data_collection_consent = $2 where id = $1', [tokens.user_id, consents])
    for (const said of ['yes', 'no']) {
      const { url } = await beginCheck(the.api, bearer, { retry: '1' })
      expect(new URL(url ?? '').searchParams.get('userConsentDP')).toBe(consents ? 'yes' : 'no')
      const changed = new URL(url ?? '')
      changed.searchParams.set('userConsentDP', said)
      const place = (await open(the.api, changed.href)).headers.get('location')
      expect(vendor.sessions.find((one) => one.url === place)?.flow).toBe(flow)
    }
  },
)

test('A consent that is taken back after the visitor got the address is none for the vendor [KYC-61]', async () => {
  const { bearer, tokens } = await registered(the.api)
  await the.api.rows('update account set data_collection_consent = true where id = $1', [tokens.user_id])
  const { url } = await beginCheck(the.api, bearer)
  await the.api.client('updateProfile', { body: { data_collection_consent: false } }, { bearer })
  const place = (await open(the.api, url)).headers.get('location')
  expect(vendor.sessions.find((one) => one.url === place)?.flow).toBe(refused)
})
