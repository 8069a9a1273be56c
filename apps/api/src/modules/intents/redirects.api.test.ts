import { expect, test } from 'vitest'
import { checked } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi()

/** Addresses that resemble the registered one: other hosts, schemes, slashes, paths, and what parsers drop or decode. */
function hostile(registered: string): string[] {
  const { host, hostname, port, protocol } = new URL(registered)
  const hosts = [
    'evil.example',
    `${hostname}.evil.example`,
    `${host}@evil.example`,
    `evil.example#@${host}`,
    `user:pass@${host}`,
    `${hostname}.`,
    `${hostname}:0${port}`,
    `%31${host.slice(1)}`,
    '0x7f.1',
    '[::1]',
  ]
  const starts = [
    'JaVaScRiPt://',
    'java\tscript://',
    'data:',
    'blob:',
    '//',
    '/\\',
    '\\\\',
    ` ${protocol}//`,
    'https:///',
  ]
  const ends = ['/', '?', '/..', '%00', '\0', '\r\nlocation: x', '\u200b', '#']
  return [
    ...hosts.map((other) => `${protocol}//${other}/return`),
    ...starts.map((start) => `${start}${host}/return`),
    ...ends.map((end) => registered + end),
    registered.toUpperCase(),
    registered.replace('/return', '//return'),
    '',
    '/return',
  ]
}

test('An address that only resembles a registered one is neither accepted nor led to, and causes no error [INTENT-11]', async () => {
  const { intent, bearer } = await checked(the.api, 'COMPLETED')
  const registered = `${the.api.world.url}/return`
  const key = { authorization: `Bearer ${the.api.credentials.provider.apiKey}` }
  for (const address of hostile(registered)) {
    const made = await sendJson(the.api, '/provider/v1/intents', { redirect_uri: address }, key)
    expect([address, [400, 422].includes(made.status)]).toEqual([address, true])
    const path = `/api/idcheck/intent/${intent.mintid}/confirm`
    const led = await sendJson(the.api, path, { callback: address }, { authorization: `Bearer ${bearer}` })
    const { redirect_uri = '' } = (led.body?.['data'] ?? {}) as { redirect_uri?: string }
    const isRight = led.status === 400 || (led.status < 300 && redirect_uri === registered)
    expect([address, led.status, redirect_uri, isRight]).toEqual([address, led.status, redirect_uri, true])
  }
})
