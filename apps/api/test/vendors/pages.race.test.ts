import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '@avouch/contract'
import { afterAll, expect, test } from 'vitest'
import { beginCheck, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { open } from './at-vendor.ts'
import { json, startServer } from './fake-vendor.ts'

let url = ''
const vendor = await startServer(
  /^\/v\//,
  () => json(201, { verification: { id: randomUUID(), url } }),
  () => ({}),
)
const the = useTestApi({
  IDENTITY_VENDOR: 'veriff',
  IDENTITY_ACCOUNT: 'key-of-the-integration',
  IDENTITY_SECRET: 'secret-of-the-integration',
  IDENTITY_API_URL: vendor.url,
  IDENTITY_FLOW_NO_CONSENT: 'same',
})
afterAll(() => vendor[Symbol.asyncDispose]())

const begun = async () => beginCheck(the.api, (await registered(the.api)).bearer)

test('A vendor’s answer sends no visitor to another host, and the person who tries the vendor reads why [KYC-44 KYC-54]', async () => {
  const check = await begun()
  for (const elsewhere of [
    'https://elsewhere.test/v/1',
    'https://magic.veriff.me@elsewhere.test/v/1',
    'https://magic.veriff.me.elsewhere.test/v/1',
    'https://evilveriff.me/v/1',
    'http://magic.veriff.me/v/1',
    'javascript://magic.veriff.me/%0aalert(1)',
    '//magic.veriff.me/v/1',
  ]) {
    url = elsewhere
    const { status, headers } = await open(the.api, check.url)
    expect([status, headers.get('location')]).toEqual([503, null])
    the.api.clock.advance(11 * SECOND_MS)
  }
  const line = 'veriff: no session was begun (a page of another host)'
  expect(await the.api.command('identity', 'try')).toEqual({ lines: [line], exitCode: 1 })
})

test('An address with signs that a header may not have is led to in its plain form [KYC-44]', async () => {
  url = 'https://magic.veriff.me/v/prüfung\r\nset-cookie:a=b'
  const { status, headers } = await open(the.api, (await begun()).url)
  expect([status, headers.get('location')]).toEqual([303, 'https://magic.veriff.me/v/pr%C3%BCfungset-cookie:a=b'])
  expect(headers.get('set-cookie') ?? '').not.toContain('a=b')
})
