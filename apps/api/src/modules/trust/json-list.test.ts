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

const [p384, p521] = (['P-384', 'P-521'] as const).map((curve) => makeCertificate({ name: curve, curve }))

test.each([
  [12, 12],
  ['12', 12],
  ['0012', 12],
])('The sequence number of a list may be %o, as a number or as text [TRUST-02]', async (sequence, read) => {
  expect(await readJsonList(await list({ sequence }), pins)).toMatchObject({ sequence: read })
})

test.each(['', ' ', '-1', '0', '1.5', '0x10', '1e3', 'x', null, true, [1], '9007199254740993'])(
  'A list whose sequence number is %o is refused [TRUST-02]',
  async (sequence) => {
    await expect(readJsonList(await list({ sequence }), pins)).rejects.toThrow('not a list')
  },
)

test.each([
  ['ES384', p384],
  ['ES512', p521],
] as const)('A list that is signed with %s is accepted [TRUST-02]', async (alg, by = expect.fail()) => {
  const pinned = [createHash('sha256').update(by.certificate).digest('hex')]
  expect(await readJsonList(await list({ signer: by }, { alg }), pinned)).toMatchObject({ unreadable: 0 })
})

test.each<[string, () => Promise<string>, RegExp]>([
  ['another certificate', () => list({ signer: foreign }), /signed by another certificate/],
  ['another algorithm', () => list({ signer: rsa }, { alg: 'RS256' }), /signature is wrong/],
  ['what has to be understood', () => list({}, { crit: ['unheard'], unheard: 1 }), /has to be understood/],
  ['another content', mixed, /signature is wrong/],
  ['no signature', unsigned, /signature is wrong/],
])('A list is refused for %s [TRUST-02]', async (_, made, problem) => {
  await expect(readJsonList(await made(), pins)).rejects.toThrow(problem)
})
