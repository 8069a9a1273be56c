import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOffice } from '#test/age-office.ts'
import { makeCertificate } from '#test/certificates.ts'
import { createRsaSigner, jsonList, type ListWish } from '#test/trusted-list.ts'
import { readJsonList } from './json-list.ts'

const [signer, foreign, rsa] = [
  makeCertificate({ name: 'JSON' }),
  makeCertificate({ name: 'Foreign' }),
  createRsaSigner(),
]
const services = [{ certificate: createOffice().root.certificate }]
const list = (wish: Partial<ListWish> = {}, header?: object) => jsonList({ services, signer, ...wish }, header)
const pins = [signer, rsa].map(({ certificate }) => createHash('sha256').update(certificate).digest('hex'))

/** The header and the signature of one list, around another one. */
async function mixed(): Promise<string> {
  const [header, , signature] = (await list()).split('.')
  const [, empty] = (await list({ services: [] })).split('.')
  return [header, empty, signature].join('.')
}
async function unsigned(): Promise<string> {
  const header = JSON.stringify({ alg: 'none', x5c: [signer.certificate.toString('base64')] })
  return `${Buffer.from(header).toString('base64url')}.${(await list()).split('.')[1]}.`
}

test.each<[string, () => Promise<string>, RegExp]>([
  ['another certificate', () => list({ signer: foreign }), /signed by another certificate/],
  ['another algorithm', () => list({ signer: rsa }, { alg: 'RS256' }), /signature is wrong/],
  ['what has to be understood', () => list({}, { crit: ['unheard'], unheard: 1 }), /has to be understood/],
  ['another content', mixed, /signature is wrong/],
  ['no signature', unsigned, /signature is wrong/],
])('A list is refused for %s [TRUST-02]', async (_, made, problem) => {
  await expect(readJsonList(await made(), pins)).rejects.toThrow(problem)
})
