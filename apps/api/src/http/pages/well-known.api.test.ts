import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi({
  APP_IOS_ID: 'ABCDE12345.example.avouch.app',
  APP_ANDROID_PACKAGE: 'example.avouch.app',
  APP_ANDROID_SHA256: Array.from({ length: 32 }, () => 'AB').join(':'),
  SECURITY_CONTACT: 'mailto:security@avouch.example',
})
const bare = useTestApi()

test('Phones are told which app may open our links [APP-09]', async () => {
  const ios = await send(the.api, 'GET', '/.well-known/apple-app-site-association')
  expect(ios.headers.get('content-type')).toContain('application/json')
  expect(ios.body).toMatchObject({ applinks: { details: [{ appIDs: ['ABCDE12345.example.avouch.app'] }] } })
  const android = await send(the.api, 'GET', '/.well-known/assetlinks.json')
  expect(JSON.parse(android.text)).toMatchObject([{ target: { package_name: 'example.avouch.app' } }])
})

test('Who finds a weakness reads where to report it, in a file that is good for less than a year [OPS-72]', async () => {
  const { headers, text } = await send(the.api, 'GET', '/.well-known/security.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s) as [string, string]),
  )
  expect(fields.get('Contact')).toBe('mailto:security@avouch.example')
  expect(fields.get('Canonical')).toBe('http://product.test/.well-known/security.txt')
  const days = (Date.parse(fields.get('Expires') ?? '') - the.api.clock.now().getTime()) / (24 * HOUR_MS)
  expect(days > 30 && days < 365).toBe(true)
})

test('What the operator has not set is not found, and shown as no page of somebody else [APP-09 OPS-72]', async () => {
  for (const name of ['apple-app-site-association', 'assetlinks.json', 'security.txt'])
    expect((await send(bare.api, 'GET', `/.well-known/${name}`)).status).toBe(404)
})
