import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { beginCheck, GOOD_PIN, registered } from '#test/builders.ts'
import { productionSettings } from '#test/production.ts'
import { invited } from '#test/staff.ts'
import { pollEvery } from '#test/test-api.ts'
import { successes, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { atVendor, open, own, post, until } from './at-vendor.ts'
import { startFakeVeriff } from './veriff/fake.ts'

const vendor = await startFakeVeriff(() => the.api.clock.now())
// The tests' partners have one.
const BANK = {
  BANK_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 8).toString('base64')}`,
  BANK_TOKEN: 'a-token-for-the-bank',
}
const production = Object.fromEntries(
  Object.entries(productionSettings()).filter(([name]) => !name.startsWith('IDENTITY_') && name !== 'SMS_URL'),
)
const the = useTestApi(
  { ...production, ...BANK, ...vendor.settings, IDENTITY_FLOW_NO_CONSENT: 'same', METRICS_PORT: '0' },
  pollEvery(500),
)
afterAll(() => vendor[Symbol.asyncDispose]())

const metric = async (line: string) => {
  const text = await (await the.api.monitored('/metrics')).text()
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.split(' ')
      .at(-1),
  )
}
/** The vendor approves. A check that stays open is late in another test, until it is asked about. */
async function completes(bearer: string, id: string) {
  vendor.decide(id, 'approved', own(vendor))
  expect(await post(the.api, vendor, vendor.message(id))).toBe(200)
  await until(the.api, bearer, 'COMPLETED')
}
const messages = (result: string) => metric(`avouch_identity_messages_total{provider="veriff",result="${result}"}`)

test('A production with nothing but a vendor’s keys sends visitors there, and learns the outcome [KYC-43 KYC-46]', async () => {
  const { bearer, url, session } = await atVendor(the.api, vendor)
  expect(url).toMatch(/^https:\/\/product\.test\/identity\/start\?/)
  expect(session.returnTo).toBe('https://product.test/kyc-check-result?mobile=false')
  await completes(bearer, session.id)
})

test('Messages are counted by what became of them, and each answer of an unknown form [KYC-46 KYC-47]', async () => {
  const { bearer, session } = await atVendor(the.api, vendor)
  const { headers, body } = vendor.message(session.id, { decision: 'declined' })
  const counts = async () => Promise.all(['asked', 'forged', 'too_long'].map(messages))
  const [polled = 0, forged = 0, long = 0] = await counts()
  await post(the.api, vendor, { headers, body })
  await post(the.api, vendor, { headers, body: Buffer.from('{}') })
  await post(the.api, vendor, { headers, body: Buffer.alloc(256 * 1_024 + 1) })
  expect(await counts()).toEqual([polled + 1, forged + 1, long + 1])
  await completes(bearer, session.id)
})

test('What a vendor erases for no call is in the operator’s queues, and is no work that lags [KYC-51 ADMIN-17]', async () => {
  const { bearer, session } = await atVendor(the.api, vendor)
  vendor.decide(session.id, 'declined')
  vendor.fail(403, undefined, 'DELETE')
  onTestFinished(() => vendor.fail('ok'))
  await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
  // Answers that are stored: until then the row has its lease of a minute.
  const orphans = () =>
    the.api.rows(
      `select erase_attempts as n, by_hand from identity_session
       where check_id is null and erase_since is not null and next_erase_at > $1`,
      [new Date(the.api.clock.now().getTime() + HOUR_MS)],
    )
  for (const n of [1, 2, 3]) {
    await expect.poll(orphans).toEqual([{ n, by_hand: n === 3 }])
    if (n < 3) the.api.clock.advance(12 * HOUR_MS)
  }
  // Events that are not in the chain yet would be late then.
  await chained(the.api)
  the.api.clock.advance(10 * MINUTE_MS)
  await expect
    .poll(() => metric('avouch_queue_length{queue="vendor sessions to erase by hand"}'), { interval: 1_000 })
    .toBe(1)
  const operator = await invited(the.api, 'operator')
  const attention = async () => (await operator.call('adminListAttention', {})).data.data
  // Other work that the clock made due is done soon; what is left to people would lag for good.
  await expect.poll(async () => (await attention()).filter(({ kind }) => kind === 'queue_lags')).toEqual([])
  expect((await open(the.api, `https://product.test/identity/start?tc=${'x'.repeat(43)}`)).status).toBe(400)
})

test('Two processes begin one session for a check, and repeated messages about it do no harm [KYC-44 KYC-46]', async () => {
  const twin = await the.api.twin({ METRICS_PORT: '' })
  try {
    const { bearer } = await registered(the.api)
    const { url } = await beginCheck(the.api, bearer)
    const { pathname, search } = new URL(url ?? '')
    const [count, asked] = [vendor.sessions.length, vendor.calls.length]
    const opened = await together(
      times(6, async (i) =>
        fetch((i % 2 ? twin.baseUrl : the.api.baseUrl) + pathname + search, { redirect: 'manual' }),
      ),
    )
    expect(new Set(successes(opened).map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect(vendor.sessions.length).toBe(count + 1)
    const session = vendor.sessions.at(-1)
    const message = vendor.message(session?.id ?? '', { decision: 'approved', person: own(vendor) })
    await together(times(6, async () => post(the.api, vendor, message)))
    await expect
      .poll(() => vendor.calls.slice(asked).filter(({ method }) => method === 'GET').length)
      .toBeGreaterThan(0)
    expect(vendor.calls.slice(asked).filter(({ refused }) => refused !== undefined)).toEqual([])
    await completes(bearer, session?.id ?? '')
  } finally {
    await twin.close()
  }
})
