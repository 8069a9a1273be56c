import { MINUTE_MS, SECOND_MS, type KycStatus } from '@avouch/contract'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { beginCheck, GOOD_PIN, registered } from '#test/builders.ts'
import { contentsOfServer } from '#test/contents.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { open, own, post, statusOf, storedStatus, until } from './at-vendor.ts'
import { json, type Person } from './fake-vendor.ts'
import { startFakeIdura } from './idura/fake.ts'

const vendor = await startFakeIdura(() => the.api.clock.now(), 'http://product.test/identity/return/idura')
const the = useTestApi({ ...vendor.settings, IDENTITY_FLOW_NO_CONSENT: 'same' }, pollEvery(500))
afterAll(() => vendor[Symbol.asyncDispose]())

const CHECKED = 'http://product.test/kyc-check-result?mobile=false'
/** A visitor at the vendor's page, which knows a session from the first visit on. */
async function visitor() {
  const registration = await registered(the.api)
  const { code, url } = await beginCheck(the.api, registration.bearer, { lang: 'de' })
  const place = (await open(the.api, url)).headers.get('location') ?? ''
  await fetch(place, { redirect: 'manual' })
  const ref = new URL(place).searchParams.get('state')
  const session = vendor.sessions.find((one) => one.ref === ref)
  if (session === undefined) throw new Error('the visitor was not sent to a session')
  return { ...registration, code, url, place, session }
}

/** Decides at the vendor. @returns where its page sends the browser */
async function decided(id: string, place: string, decision: 'approved' | 'abandoned', person?: Person) {
  vendor.decide(id, decision, person)
  const { headers } = await fetch(place, { redirect: 'manual' })
  return headers.get('location') ?? ''
}
const back = async (address: string, init: RequestInit = {}, method = 'GET') =>
  (await open(the.api, address, init, method)).headers.get('location')
const calls = (path: string) => vendor.calls.filter((call) => call.path.includes(path)).length
const refused = (since: number) => vendor.calls.slice(since).flatMap(({ refused: why }) => why ?? [])
const born = (years: number, days = 0) => {
  const now = the.api.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days))
    .toISOString()
    .slice(0, 10)
}

test.each<[string, KycStatus, () => string | null]>([
  ['of 18 today', 'COMPLETED', () => born(18)],
  ['of 18 in two days', 'UNDERAGED', () => born(18, 2)],
  ['of nobody', 'MANUAL_REVIEW_REJECTED', () => null],
])(
  'A card of somebody %s is %s; the way back is the one by which they left [KYC-48 KYC-53]',
  async (_, status, date) => {
    const since = vendor.calls.length
    const { bearer, session, place, code } = await visitor()
    expect(place).not.toContain(code)
    const returned = await decided(session.id, place, 'approved', own(vendor, { dateOfBirth: date() }))
    expect(await back(returned)).toBe(CHECKED)
    await until(the.api, bearer, status)
    expect(refused(since)).toEqual([])
  },
)

test('A visitor who says no there may begin again [KYC-53]', async () => {
  const { bearer, session, place } = await visitor()
  expect(await back(await decided(session.id, place, 'abandoned'))).toBe(CHECKED)
  await until(the.api, bearer, 'USER_PROCESS_EXPIRED')
})

test('What is brought back counts once: repeated, forged and foreign returns change nothing [KYC-53]', async () => {
  const [one, other] = [await visitor(), await visitor()]
  const returned = await decided(one.session.id, one.place, 'approved', own(vendor))
  const changed = (name: string, value: string) => {
    const address = new URL(returned)
    address.searchParams.set(name, value)
    return address.href
  }
  const count = calls('/token')
  expect(await back(changed('state', 'x'.repeat(43)))).toBe('http://product.test/kyc-check-result')
  expect((await open(the.api, returned, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(503)
  expect((await open(the.api, returned, {}, 'HEAD')).status).toBe(200)
  const elsewhere = returned.replace('/return/idura', '/return/nobody')
  expect((await open(the.api, elsewhere)).status).toBe(404)
  // Nothing of such a length is kept.
  expect(await back(changed('iss', 'x'.repeat(8_000)))).toBe(CHECKED)
  expect(calls('/token')).toBe(count)
  expect((await statusOf(the.api, one.bearer)).stage).toBe('begun')
  for (let i = 0; i < 3; i += 1) expect(await back(returned)).toBe(CHECKED)
  await until(the.api, one.bearer, 'COMPLETED')
  expect(await back(changed('error', 'access_denied'))).toBe(CHECKED)
  expect(await storedStatus(the.api, one)).toBe('COMPLETED')
  // The code of another visitor's card, in this one's browser.
  const foreign = new URL(returned)
  foreign.searchParams.set('state', other.session.ref)
  expect(await back(foreign.href)).toBe(CHECKED)
  await until(the.api, other.bearer, 'USER_PROCESS_EXPIRED')
})

test('A card proves the age of the one who showed it last [KYC-50 KYC-30]', async () => {
  const [one, other] = [await visitor(), await visitor()]
  const person = own(vendor)
  for (const { bearer, session, place } of [one, other]) {
    await back(await decided(session.id, place, 'approved', person))
    await until(the.api, bearer, 'COMPLETED')
  }
  expect((await statusOf(the.api, one.bearer)).status).toBe('')
})

/** As a server answers that wants other credentials. */
const challenge = { status: 401, headers: { 'www-authenticate': 'Basic realm="idura"' } }

test.each([500, 'html', 'nonsense', 'forged'] as const)(
  'A token that is %s approves nobody [KYC-47 KYC-53]',
  async (fault) => {
    onTestFinished(() => vendor.fail('ok'))
    const { bearer, session, place } = await visitor()
    const returned = await decided(session.id, place, 'approved', own(vendor))
    vendor.fail(fault, undefined, 'POST')
    const count = calls('/token')
    await back(returned)
    await expect.poll(() => calls('/token')).toBeGreaterThan(count)
    the.api.clock.advance(20 * SECOND_MS)
    expect((await statusOf(the.api, bearer)).status).not.toBe('COMPLETED')
    // It is asked once more, and is not among the calls of the next test.
    vendor.fail('ok')
    the.api.clock.advance(MINUTE_MS)
    await expect.poll(async () => (await statusOf(the.api, bearer)).status).not.toBe('')
  },
)

test.each([json(401, { error: 'invalid_client' }), json(400, { error: 'invalid_client' }), challenge])(
  'A secret that is refused when a card is read is told to the operator [KYC-47 KYC-53]',
  async (fault) => {
    const said = () =>
      the.api.log.filter((line) => line.includes('identity vendor refuses our keys or settings')).length
    const count = said()
    const { bearer, session, place } = await visitor()
    const returned = await decided(session.id, place, 'approved', own(vendor))
    vendor.fail(fault, 1, 'POST')
    await back(returned)
    await expect.poll(said).toBe(count + 1)
    the.api.clock.advance(3 * SECOND_MS)
    await until(the.api, bearer, 'COMPLETED')
  },
)

test('After an answer that got lost the visitor may begin again, and after another error the page opens again [KYC-53]', async () => {
  onTestFinished(() => vendor.fail('ok'))
  const { bearer, session, place } = await visitor()
  const returned = await decided(session.id, place, 'approved', own(vendor))
  const failed = `${returned.split('?')[0]}?error=server_error&state=${session.ref}`
  expect(await back(failed)).toBe(CHECKED)
  const { url } = await beginCheck(the.api, bearer)
  expect((await open(the.api, url)).headers.get('location')).toBe(place)
  vendor.fail('cut', 1, 'POST')
  await back(returned)
  the.api.clock.advance(MINUTE_MS)
  await until(the.api, bearer, 'USER_PROCESS_EXPIRED')
})

test('A vendor that is down begins no session; it sends no messages, and keeps nothing to erase [KYC-44 KYC-46 KYC-51]', async () => {
  onTestFinished(() => vendor.fail('ok'))
  const { bearer } = await registered(the.api)
  const { url } = await beginCheck(the.api, bearer)
  const withoutAddress = json(200, { issuer: vendor.url })
  for (const fault of [503, 'html', 'nonsense', 'cut', withoutAddress] as const) {
    vendor.fail(fault, 1, 'GET')
    expect((await open(the.api, url)).status).toBe(503)
    the.api.clock.advance(11 * SECOND_MS)
  }
  expect((await open(the.api, url)).status).toBe(303)
  expect(await post(the.api, vendor, { headers: {}, body: Buffer.from('{}') })).toBe(401)
  await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
  await expect.poll(() => the.api.rows('select id from identity_session where check_id is null')).toEqual([])
})

test('Of what a card tells about a person nothing is stored or logged [KYC-29]', async () => {
  const { bearer, session, place } = await visitor()
  const person = own(vendor)
  await back(await decided(session.id, place, 'approved', person))
  await until(the.api, bearer, 'COMPLETED')
  const stored = the.api.databaseUrl === undefined ? [] : await contentsOfServer(the.api.databaseUrl)
  const everything = JSON.stringify(stored) + the.api.log.join('\n')
  for (const told of [person.documentNumber, person.dateOfBirth, 'MUSTERMANN', 'ERIKA', session.ref])
    expect(everything).not.toContain(told)
  expect(everything).toContain('identity_session')
})
