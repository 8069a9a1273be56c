import { afterAll, expect, onTestFinished, test } from 'vitest'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { own, post } from './at-vendor.ts'
import { startFakeVeriff } from './veriff/fake.ts'

const vendor = await startFakeVeriff(() => the.api.clock.now())
const the = useTestApi(
  {
    ...vendor.settings,
    IDENTITY_FLOW_NO_CONSENT: 'same',
  },
  pollEvery(500),
)
afterAll(() => vendor[Symbol.asyncDispose]())

const sessions = () => the.api.rows('select id from identity_session')

test('A person tries the vendor without an account: one line tells how it went, and nothing is left [KYC-54]', async () => {
  const tried = the.api.command('identity', 'try', '--language', 'en')
  await expect.poll(() => vendor.sessions.length).toBe(1)
  const [session] = vendor.sessions
  expect(session?.language).toBe('en')
  await expect.poll(sessions).toHaveLength(1)
  vendor.fail(401, 1, 'GET')
  await post(the.api, vendor, vendor.message(session?.id ?? ''))
  await expect.poll(() => vendor.calls.filter(({ method }) => method === 'GET').length).toBe(1)
  const person = own(vendor)
  vendor.decide(session?.id ?? '', 'approved', person)
  await post(the.api, vendor, vendor.message(session?.id ?? ''))
  const { lines, exitCode } = await tried
  const [opened = '', failed, line = ''] = lines
  expect(exitCode).toBe(0)
  expect(opened).toBe(`veriff: open ${session?.url}`)
  expect(failed).toBe('veriff: identity vendor refuses our keys or settings (status 401)')
  expect(line).toMatch(
    /^veriff: approved, of age, document named; begun [\d.]+ s, message [\d.]+ s, asked [\d.]+ s; erased$/,
  )
  expect(vendor.erased.has(session?.id ?? '')).toBe(true)
  expect(await sessions()).toEqual([])
  expect(await the.api.rows('select id from identity_check')).toEqual([])
})

test('Keys that a vendor refuses are said in one line [KYC-54]', async () => {
  onTestFinished(() => vendor.fail('ok'))
  vendor.fail(401, 1, 'POST')
  const refused = 'veriff: it refuses the keys or the settings (status 401)'
  expect(await the.api.command('identity', 'try')).toEqual({ lines: [refused], exitCode: 1 })
  const unknown = 'The settings name no such vendor with sessions.'
  expect(await the.api.command('identity', 'try', '--provider', 'nobody')).toEqual({ lines: [unknown], exitCode: 1 })
  expect(await sessions()).toEqual([])
})
