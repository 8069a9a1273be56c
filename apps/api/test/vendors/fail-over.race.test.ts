import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { beginCheck, registered } from '#test/builders.ts'
import { invited } from '#test/staff.ts'
import { pollEvery } from '#test/test-api.ts'
import { successes, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { open, own, post, statusOf, storedStatus, until } from './at-vendor.ts'
import { startFakeOnfido } from './onfido/fake.ts'
import { startFakeVeriff } from './veriff/fake.ts'

const first = await startFakeVeriff(() => the.api.clock.now())
const second = await startFakeOnfido(() => the.api.clock.now())
const both = [first, second]
const settings = Object.entries({ ...second.settings, IDENTITY_FLOW_NO_CONSENT: 'same' })
const the = useTestApi(
  {
    ...first.settings,
    IDENTITY_FLOW_NO_CONSENT: 'same',
    ...Object.fromEntries(settings.map(([name, value]) => [`${name}_2`, value])),
  },
  pollEvery(500),
)
afterAll(async () => {
  for (const vendor of both) await vendor[Symbol.asyncDispose]()
})

/** Leaves for whichever vendor the visitor is led to. */
async function leave(bearer: string, retry?: '1') {
  const { url } = await beginCheck(the.api, bearer, retry === undefined ? {} : { retry })
  const place = (await open(the.api, url)).headers.get('location')
  const vendor = both.find(({ sessions }) => sessions.some((one) => one.url === place))
  const session = vendor?.sessions.find((one) => one.url === place)
  if (vendor === undefined || session === undefined) throw new Error('the visitor was sent nowhere')
  return { vendor, session, url, place }
}
async function visit() {
  const visitor = await registered(the.api)
  return { ...visitor, ...(await leave(visitor.bearer)) }
}
type Left = Awaited<ReturnType<typeof visit>>
type Visit = Pick<Left, 'vendor' | 'session'>

async function approve({ vendor, session }: Visit, person = own(vendor)) {
  vendor.decide(session.id, 'approved', person)
  expect(await post(the.api, vendor, vendor.message(session.id))).toBe(200)
}
const begins = () => first.calls.filter(({ method }) => method === 'POST').length

test.each([503, 'html', 'cut'] as const)(
  'The first vendor goes down (%s) in the middle of twenty visits at once: nobody is lost, and nobody approved by silence [KYC-52]',
  async (fault) => {
    onTestFinished(() => first.fail('ok'))
    the.api.clock.advance(31 * SECOND_MS)
    const visitors = []
    for (let i = 0; i < 20; i += 1) visitors.push(await registered(the.api))
    const known = first.sessions.length
    first.watch(() => {
      if (first.sessions.length === known + 8) first.fail(fault)
      return false
    })
    const left = await together(
      visitors.map((visitor) => async () => ({ ...visitor, ...(await leave(visitor.bearer)) })),
    )
    first.watch(() => false)
    const visits = successes(left)
    expect(visits.length).toBe(20)
    const [before, during] = both.map((vendor) => visits.filter((one) => one.vendor === vendor)) as [Left[], Left[]]
    expect(before.length).toBeGreaterThan(5)
    expect(during.length).toBeGreaterThan(5)
    // After some failures it is left alone for a while.
    const count = begins()
    expect((await visit()).vendor).toBe(second)
    expect(begins()).toBe(count)
    for (const one of during) await approve(one)
    for (const { bearer } of during) await until(the.api, bearer, 'COMPLETED')
    // A session of which we never learned may say what it wants.
    const led = new Set(visits.map(({ session }) => session.id))
    const nobodys = first.sessions.slice(known).filter(({ id }) => !led.has(id))
    for (const { id } of nobodys)
      await post(the.api, first, first.message(id, { decision: 'approved', person: own(first) }))
    // Each session stays with its vendor, which says nothing.
    const [stuck, ...waiting] = before
    for (const one of before) await post(the.api, first, first.message(one.session.id, { decision: 'approved' }))
    const { place } = await leave(stuck?.bearer ?? '')
    expect(place).toBe(stuck?.place)
    const again = await leave(stuck?.bearer ?? '', '1')
    expect(again.vendor).toBe(second)
    await approve(again)
    await until(the.api, stuck?.bearer ?? '', 'COMPLETED')
    the.api.clock.advance(30 * HOUR_MS)
    for (const one of waiting) expect(await storedStatus(the.api, one)).toBe('')
    for (const { session } of waiting) first.decide(session.id, 'approved', own(first))
    first.fail('ok')
    for (const { session } of waiting) await post(the.api, first, first.message(session.id))
    for (const one of waiting) await expect.poll(() => storedStatus(the.api, one)).toBe('COMPLETED')
  },
)

test('Once the first vendor begins sessions again visitors go there [KYC-52]', async () => {
  onTestFinished(() => first.fail('ok'))
  first.fail(401, 1, 'POST')
  expect((await visit()).vendor).toBe(second)
  // A refusal of our keys is no accident.
  expect((await visit()).vendor).toBe(second)
  the.api.clock.advance(31 * SECOND_MS)
  expect((await visit()).vendor).toBe(first)
})

test('Where both are down a page says so, and a press in ten seconds begins [KYC-52 KYC-44]', async () => {
  onTestFinished(() => both.forEach((vendor) => vendor.fail('ok')))
  for (const vendor of both) vendor.fail(503)
  const { bearer } = await registered(the.api)
  const { url } = await beginCheck(the.api, bearer)
  expect((await open(the.api, url)).status).toBe(503)
  for (const vendor of both) vendor.fail('ok')
  the.api.clock.advance(11 * SECOND_MS)
  expect((await open(the.api, url)).status).toBe(303)
})

/** Settings without a vendor, beside which others stand. */
const NONE = Object.fromEntries(
  both
    .flatMap((vendor) =>
      [...Object.keys(vendor.settings), 'IDENTITY_FLOW_NO_CONSENT'].flatMap((name) => [name, `${name}_2`]),
    )
    .map((name) => [name, '']),
)
/** The checks of an account that were asked about, and are later again. */
const asked = ({ tokens }: Pick<Left, 'tokens'>) =>
  the.api.rows('select status from identity_check where account_id = $1 and polls > 0 and next_poll_at > $2', [
    tokens.user_id,
    new Date(the.api.clock.now().getTime() + 5 * MINUTE_MS),
  ])

test.each<[string, () => Record<string, string>]>([
  ['another vendor', () => ({ ...second.settings, IDENTITY_FLOW_NO_CONSENT: 'same' })],
  ['a service with our own protocol', () => ({ IDENTITY_STATUS_URL: the.api.vendor.url })],
])(
  'Where the settings name %s now, a check at the earlier vendor does not expire [KYC-25 KYC-52]',
  async (_name, now) => {
    the.api.clock.advance(31 * SECOND_MS)
    const visitor = await visit()
    expect(visitor.vendor).toBe(first)
    await the.api.aside(async () => {
      const twin = await the.api.twin({ ...NONE, ...now() })
      the.api.clock.advance(25 * HOUR_MS)
      await expect.poll(() => asked(visitor), { timeout: 20_000 }).toEqual([{ status: '' }])
      await twin.close()
    })
    await approve(visitor)
    await expect.poll(() => storedStatus(the.api, visitor)).toBe('COMPLETED')
  },
)

test('A check at a service with our own protocol does not expire once the settings name vendors [KYC-25]', async () => {
  const visitor = await registered(the.api)
  await beginCheck(the.api, visitor.bearer)
  await the.api.rows(`update identity_check set provider = 'generic' where account_id = $1`, [visitor.tokens.user_id])
  the.api.clock.advance(25 * HOUR_MS)
  await expect.poll(() => asked(visitor), { timeout: 20_000 }).toEqual([{ status: '' }])
})

test('A document that two vendors saw proves the age of one account [KYC-50 KYC-30]', async () => {
  onTestFinished(() => first.fail('ok'))
  const one = await visit()
  first.fail(503, undefined, 'POST')
  const other = await visit()
  expect([one.vendor, other.vendor]).toEqual([first, second])
  const { documentNumber } = own(first)
  await approve(one, own(first, { documentNumber }))
  await until(the.api, one.bearer, 'COMPLETED')
  await approve(other, own(second, { documentNumber }))
  await until(the.api, other.bearer, 'COMPLETED')
  expect((await statusOf(the.api, one.bearer)).status).toBe('')
})

test('An approval that its vendor takes back afterwards waits for a person, and counts until then [KYC-59 KYC-46]', async () => {
  const { call } = await invited(the.api, 'operator')
  const listed = async () =>
    (await call('adminListAttention', {})).data.data
      .filter(({ kind }) => kind === 'approval_taken_back')
      .map(({ about }) => about)
  the.api.clock.advance(31 * SECOND_MS)
  const lost = await visit()
  await approve(lost)
  await until(the.api, lost.bearer, 'COMPLETED')
  the.api.clock.advance(10 * SECOND_MS)
  lost.vendor.decide(lost.session.id, 'declined')
  expect(await post(the.api, lost.vendor, lost.vendor.message(lost.session.id))).toBe(200)
  await expect.poll(listed, { timeout: 30_000 }).toEqual([lost.tokens.user_id])
  expect((await statusOf(the.api, lost.bearer)).status).toBe('COMPLETED')
  const params = { id: lost.tokens.user_id }
  await call('adminDecideProof', { params, body: { decision: 'withdraw', reason: 'vendor' } })
  expect((await statusOf(the.api, lost.bearer)).status).toBe('')
  expect(await listed()).toEqual([])
})

test('The operator sees at the first check which vendor begins none, since when and why, until it begins one [ADMIN-17 ADMIN-30]', async () => {
  holdTime(the.api)
  onTestFinished(() => both.forEach((vendor) => vendor.fail('ok')))
  the.api.clock.advance(20 * MINUTE_MS)
  const operator = await invited(the.api, 'operator')
  const looked = async () => {
    const { data, seen } = (await operator.call('adminListAttention', {})).data
    const rows = data.filter(({ kind }) => kind.startsWith('identity'))
    return [seen.checks, ...rows.map(({ kind, about, count, why }) => [kind, about, count, why].join(' '))]
  }
  const tries = async () => {
    const { bearer } = await registered(the.api)
    const { url } = await beginCheck(the.api, bearer)
    return (await open(the.api, url)).status
  }
  await visit()
  const good = the.api.clock.now().toISOString()
  expect(await looked()).toEqual([1])
  the.api.clock.advance(MINUTE_MS)
  const since = the.api.clock.now().toISOString()
  first.fail(503, undefined, 'POST')
  expect((await visit()).vendor).toBe(second)
  expect(await looked()).toEqual([2, 'identity_down veriff 1 error'])
  second.fail(503)
  expect(await tries()).toBe(503)
  the.api.clock.advance(11 * SECOND_MS)
  expect(await looked()).toEqual([3, 'identity_vendor veriff 2 error', 'identity_vendor onfido 1 error'])
  // As long as no check tells the contrary.
  the.api.clock.advance(25 * MINUTE_MS)
  expect(await looked()).toEqual([0, 'identity_vendor veriff 2 error', 'identity_vendor onfido 1 error'])
  second.fail('ok')
  expect((await visit()).vendor).toBe(second)
  first.fail(401, undefined, 'POST')
  the.api.clock.advance(31 * SECOND_MS)
  await visit()
  expect(await looked()).toEqual([2, expect.stringMatching(/^identity_down veriff \d refused$/)])
  const { data } = (await operator.call('adminListAttention', {})).data
  expect(data.find(({ kind }) => kind === 'identity_down')).toMatchObject({ since, last_good: good })
  first.fail('ok')
  the.api.clock.advance(31 * SECOND_MS)
  expect((await visit()).vendor).toBe(first)
  expect(await looked()).toEqual([3])
})

test('The operator sees a vendor that refuses our keys when asked, or tells nothing three times, until it answers [ADMIN-30 KYC-47]', async () => {
  onTestFinished(() => first.fail('ok'))
  the.api.clock.advance(20 * MINUTE_MS)
  const operator = await invited(the.api, 'operator')
  const silent = async () => {
    const { data } = (await operator.call('adminListAttention', {})).data
    return data.find(({ kind }) => kind === 'identity_silent')
  }
  // Checks of other tests are asked for later, and count no failures here.
  await the.api.rows(`update identity_check set next_poll_at = next_poll_at + interval '1 day'`)
  const one = await visit()
  expect(one.vendor).toBe(first)
  first.fail(503, undefined, 'GET')
  const message = () => post(the.api, first, first.message(one.session.id, { decision: 'submitted' }))
  const failures = async () =>
    (await the.api.rows(`select failures from failure_streak where kind = 'identity asked' and name = 'veriff'`))[0]
  await message()
  await expect.poll(failures).toMatchObject({ failures: 1 })
  expect(await silent()).toBeUndefined()
  first.fail(401, undefined, 'GET')
  await message()
  await expect.poll(silent).toMatchObject({ about: 'veriff', why: 'refused' })
  first.fail('ok')
  await approve(one)
  await expect.poll(() => storedStatus(the.api, one)).toBe('COMPLETED')
  expect(await silent()).toBeUndefined()
})
