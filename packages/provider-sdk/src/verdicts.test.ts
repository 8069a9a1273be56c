import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { AvouchUnavailable, InvalidVerdict } from './errors.ts'
import { createReader } from './signed.ts'
import { createVerdicts } from './verdicts.ts'

const PRODUCT = 'https://product.example'
const CLAIMS = { iss: PRODUCT, aud: 'shop', sub: 's', intent_id: 'int_1', result: 'yes', live: true }

type Keys = Awaited<ReturnType<typeof generateKeyPair>>
let ours: Keys
let others: Keys
let served = 0

beforeAll(async () => {
  ours = await generateKeyPair('ES256')
  others = await generateKeyPair('ES256')
})

function verdicts(isUp = true) {
  const fetch: typeof globalThis.fetch = async () => {
    served += 1
    if (!isUp) throw new TypeError('fetch failed')
    return Response.json({ keys: [{ ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] })
  }
  return createVerdicts(
    createReader({ apiUrl: PRODUCT, productUrl: PRODUCT, providerId: 'shop', timeoutMs: 1_000, fetch }),
  )
}

const sign = (claims: JWTPayload, keys = ours, header: { kid?: string; typ?: string } = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'avouch-verdict+jwt', ...header })
    .sign(keys.privateKey)

test('A verdict that the product signed is accepted, and the keys are fetched once [PROV-04]', async () => {
  served = 0
  const reader = verdicts()
  for (const result of ['yes', 'no'])
    expect(await reader.verify(await sign({ ...CLAIMS, result }), 'int_1')).toMatchObject({ result })
  expect(served).toBe(1)
})

test.each<[string, () => Promise<string>]>([
  ['of another website', () => sign({ ...CLAIMS, aud: 'another' })],
  ['of another product', () => sign({ ...CLAIMS, iss: 'https://elsewhere.example' })],
  ['of another intent', () => sign({ ...CLAIMS, intent_id: 'int_2' })],
  ['with a foreign signature', () => sign(CLAIMS, others)],
  ['signed for another use', () => sign(CLAIMS, ours, { typ: 'JWT' })],
  ['without an answer', () => sign({ ...CLAIMS, result: 'maybe' })],
  ['that is none', async () => 'yes'],
  [
    'without a signature',
    async () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none', typ: 'avouch-verdict+jwt' })}.${part(CLAIMS)}.`
    },
  ],
])('A verdict %s is refused [PROV-04]', async (_what, made) => {
  await expect(verdicts().verify(await made(), 'int_1')).rejects.toBeInstanceOf(InvalidVerdict)
})

test.each([
  ['another website', { aud: 'another' }, 'not signed for the website shop (providerId)'],
  ['another product', { iss: 'https://elsewhere.example' }, `not signed by ${PRODUCT} (url)`],
])('The error for a verdict of %s names the setting that differs [PROV-32]', async (_what, claims, line) => {
  await expect(verdicts().verify(await sign({ ...CLAIMS, ...claims }), 'int_1')).rejects.toThrow(line)
})

test('A verdict can be verified later when the keys cannot be fetched [PROV-04]', async () => {
  await expect(verdicts(false).verify(await sign(CLAIMS), 'int_1')).rejects.toBeInstanceOf(AvouchUnavailable)
})
