import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOffice } from '#test/age-office.ts'
import { type Authority, makeCertificate } from '#test/certificates.ts'
import { createRsaSigner, type ListWish, xmlList } from '#test/trusted-list.ts'
import { readXmlList } from './xml-list.ts'

const signer = createRsaSigner()
const stranger = createRsaSigner('Stranger')
const services = [{ certificate: createOffice().root.certificate }]
const list = (wish: Partial<ListWish> = {}) => xmlList({ services, signer, ...wish })
const read = async (text: string, by: Authority = signer) =>
  readXmlList(text, [createHash('sha256').update(by.certificate).digest('hex')])

const evil = `<TSPService><ServiceInformation><ServiceTypeIdentifier>x</ServiceTypeIdentifier></ServiceInformation></TSPService>`
/** The place was there when the list was signed. */
const wrapped = {
  before: (text: string) => `${text}<Extra></Extra>`,
  after(xml: string) {
    const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(xml) ?? []
    return xml.replace(signature, '').replace('<Extra>', `<Extra>${signature}`)
  },
}
const [ENC, MORE, MGF1] = ['2001/04/xmlenc', '2001/04/xmldsig-more', '2007/05/xmldsig-more'] as const
const p384 = makeCertificate({ name: 'P-384', curve: 'P-384' })
const p521 = makeCertificate({ name: 'P-521', curve: 'P-521' })
test.each<[digest: string, algorithm: string, by: Authority]>([
  [`${ENC}#sha256`, `${MORE}#rsa-sha256`, signer],
  [`${MORE}#sha384`, `${MORE}#rsa-sha384`, signer],
  [`${ENC}#sha512`, `${MORE}#rsa-sha512`, signer],
  [`${ENC}#sha256`, `${MGF1}#sha256-rsa-MGF1`, signer],
  [`${MORE}#sha384`, `${MGF1}#sha384-rsa-MGF1`, signer],
  [`${ENC}#sha512`, `${MGF1}#sha512-rsa-MGF1`, signer],
  [`${ENC}#sha256`, `${MORE}#ecdsa-sha256`, p384],
  [`${MORE}#sha384`, `${MORE}#ecdsa-sha384`, p384],
  [`${ENC}#sha512`, `${MORE}#ecdsa-sha512`, p521],
])(
  'A list with digests of %s is accepted when %s signs it, and refused when it is changed [TRUST-02]',
  async (digest, algorithm, by) => {
    const made = list({
      signer: by,
      digest: `http://www.w3.org/${digest}`,
      algorithm: `http://www.w3.org/${algorithm}`,
    })
    expect(await read(made, by)).toMatchObject({ sequence: 1, unreadable: 0 })
    const other = made.replace('<TSLSequenceNumber>1<', '<TSLSequenceNumber>2<')
    await expect(read(other, by)).rejects.toThrow('signature is wrong')
  },
)

test.each<[string, () => string, RegExp]>([
  ['a document type', () => list({ after: (xml) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}` }), /document type/],
  ['no signature', () => list({ after: (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, '') }), /0 elements/],
  [
    'two signatures',
    () => list({ after: (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, '$&$&') }),
    /2 elements/,
  ],
  ['a signature that is not in the root', () => list(wrapped), /not in the root/],
  [
    'a service that was added',
    () => list({ after: (xml) => xml.replace('<TSPService>', `${evil}<TSPService>`) }),
    /signature is wrong/,
  ],
  ['a signature of a part', () => list({ uri: '#list' }), /not the whole document/],
  [
    'other transforms',
    () => list({ transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'] }),
    /transforms/,
  ],
  ['a digest of SHA-1', () => list({ digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }), /signature is wrong/],
  [
    'a signature of SHA-1',
    () => list({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    /signature is wrong/,
  ],
  ['a digest of MD5', () => list({ digest: 'http://www.w3.org/2001/04/xmldsig-more#md5' }), /signature is wrong/],
  [
    'another algorithm than the one that signed',
    () => list({ after: (xml) => xml.replace('rsa-sha256', 'rsa-sha384') }),
    /signature is wrong/,
  ],
  ['a second reference that is to no properties', () => list({ references: 2 }), /reference to something else/],
  ['another signer', () => list({ signer: stranger }), /signed by another certificate/],
])('A list is refused for %s [TRUST-02]', async (_, text, problem) => {
  await expect(read(text())).rejects.toThrow(problem)
})
