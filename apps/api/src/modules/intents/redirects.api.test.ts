import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { checked } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'
import { soak } from '#test/soak.ts'

const the = useTestApi({ LOG_LEVEL: 'silent', LIMITS_FACTOR: '1000' })
const HOSTILE = soak(150, 10_000)
const SEED = 20_261_120

const HOSTS = ['evil.example', 'evil。example', 'xn--vil-9la.example', '127.0.0.1', '0x7f.1', '[::1]']
const SCHEMES = ['https:', 'http:', 'JaVaScRiPt:', 'java\tscript:', 'data:', 'blob:', 'aurora:', '', ' https:']
const SLASHES = ['//', '/', '\\\\', '/\\', '///', '', '/\t/', '%2f%2f']
const TAILS = ['', '/return', '/return/', '/return?', '/return/..', '/return%00', '/RETURN', '/return\r\nlocation: x']

/** Addresses that resemble the registered one, and random text. */
function hostile(registered: string): fc.Arbitrary<string> {
  const { host, hostname, port } = new URL(registered)
  const looks = [
    `${hostname}.evil.example`,
    `${host}@evil.example`,
    `user:pass@${host}`,
    `${hostname}.`,
    `${hostname}:0${port}`,
  ]
  const built = fc
    .tuple(
      fc.constantFrom(...SCHEMES),
      fc.constantFrom(...SLASHES),
      fc.constantFrom(host, ...HOSTS, ...looks),
      fc.constantFrom(...TAILS),
    )
    .map((parts) => parts.join(''))
  const changed = fc
    .tuple(fc.nat({ max: registered.length }), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }))
    .map(([at, inserted]) => registered.slice(0, at) + inserted + registered.slice(at))
  return fc
    .oneof(
      { weight: 5, arbitrary: built },
      { weight: 3, arbitrary: changed },
      fc.webUrl(),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    .filter((address) => address !== registered && address.length <= 2_048)
}

describe(`of ${HOSTILE} hostile addresses`, { timeout: 300_000 }, () => {
  let registered = ''
  let addresses: string[] = []
  let visitor: Awaited<ReturnType<typeof checked>>

  beforeAll(async () => {
    registered = `${the.api.world.url}/return`
    addresses = fc.sample(hostile(registered), { numRuns: HOSTILE, seed: SEED })
    visitor = await checked(the.api, 'COMPLETED')
  })

  test('No hostile address is accepted for an intent, and none causes an error [P-04 X-04 INTENT-11]', async () => {
    const headers = { authorization: `Bearer ${the.api.credentials.provider.apiKey}` }
    const taken: string[] = []
    for (const redirect_uri of addresses) {
      const { status } = await sendJson(the.api, '/provider/v1/intents', { redirect_uri }, headers)
      if (status !== 400 && status !== 422) taken.push(`${status} ${JSON.stringify(redirect_uri)}`)
    }
    expect(taken).toEqual([])
  })

  test('No hostile address becomes a redirect target [P-04 X-04 INTENT-11]', async () => {
    const { intent, bearer } = visitor
    const path = `/api/idcheck/intent/${intent.mintid}/confirm`
    const headers = { authorization: `Bearer ${bearer}` }
    const led: string[] = []
    for (const callback of addresses) {
      const { status, body } = await sendJson(the.api, path, { callback }, headers)
      const { redirect_uri } = (body?.['data'] ?? {}) as { redirect_uri?: string }
      const right = status === 400 || ((status === 200 || status === 202) && redirect_uri === registered)
      if (!right) led.push(`${status} ${JSON.stringify(callback)} ${redirect_uri}`)
    }
    expect(led).toEqual([])
  })
})
