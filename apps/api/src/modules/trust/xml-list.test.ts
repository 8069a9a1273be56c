import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOffice } from '#test/age-office.ts'
import { createRsaSigner, type ListWish, xmlList } from '#test/trusted-list.ts'
import { readXmlList } from './xml-list.ts'

const signer = createRsaSigner()
const stranger = createRsaSigner('Stranger')
const services = [{ certificate: createOffice().root.certificate }]
const list = (wish: Partial<ListWish> = {}) => xmlList({ services, signer, ...wish })
const read = async (text: string) => readXmlList(text, [createHash('sha256').update(signer.certificate).digest('hex')])

const evil = `<TSPService><ServiceInformation><ServiceTypeIdentifier>x</ServiceTypeIdentifier></ServiceInformation></TSPService>`
/** The place was there when the list was signed. */
const wrapped = {
  before: (text: string) => `${text}<Extra></Extra>`,
  after(xml: string) {
    const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(xml) ?? []
    return xml.replace(signature, '').replace('<Extra>', `<Extra>${signature}`)
  },
}
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
  ['a second reference that is to no properties', () => list({ references: 2 }), /reference to something else/],
  ['another signer', () => list({ signer: stranger }), /signed by another certificate/],
])('A list is refused for %s [TRUST-02]', async (_, text, problem) => {
  await expect(read(text())).rejects.toThrow(problem)
})
