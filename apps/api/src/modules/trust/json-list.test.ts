import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeCertificate } from '#test/certificates.ts'
import { jsonList, type ListWish } from '#test/trusted-list.ts'
import { readJsonList } from './json-list.ts'

const signer = makeCertificate({ name: 'List' })
const stranger = makeCertificate({ name: 'Stranger' })
const pins = [createHash('sha256').update(signer.certificate).digest('hex')]
const services = [{ certificate: Buffer.from('certificate') }]
const wish: ListWish = { services, signer, sequence: 7 }
const refusal = (token: string) => readJsonList(token, pins).catch((error: Error) => error.message)

test('TRUST-03 a list as JSON is a JWS of a certificate that is pinned', async () => {
  expect(await readJsonList(await jsonList(wish), pins)).toMatchObject({
    sequence: 7,
    services: [{ certificates: [Buffer.from('certificate')] }],
  })
  expect(await refusal(await jsonList({ ...wish, signer: stranger }))).toContain('signed by another certificate')
  expect(await refusal(await jsonList({ ...wish, key: stranger.keys.privateKey }))).toBe('the signature is wrong')
  const [header, , signature] = (await jsonList(wish)).split('.')
  const [, other] = (await jsonList({ ...wish, sequence: 8 })).split('.')
  expect(await refusal([header, other, signature].join('.'))).toBe('the signature is wrong')
  const plain = Buffer.from(JSON.stringify({ alg: 'none', x5c: [signer.certificate.toString('base64')] }))
  expect(await refusal(`${plain.toString('base64url')}.${other}.`)).toBe('the signature is wrong')
  expect(await refusal('nothing')).toBe('the signature is wrong')
})
