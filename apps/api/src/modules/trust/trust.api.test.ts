import { afterAll, describe, expect, test } from 'vitest'
import { answer, began } from '#test/age-app.ts'
import { AV, createOffice } from '#test/age-office.ts'
import { createIntent } from '#test/builders.ts'
import { createRsaSigner, GRANTED, type ListWish, publish, WITHDRAWN, xmlList } from '#test/trusted-list.ts'
import { useTestApi } from '#test/use-test-api.ts'

const DAY = 86_400_000
const [office, other] = [createOffice(), createOffice()]
const signer = createRsaSigner()
const stranger = createRsaSigner('Stranger')
const source = await publish('xml', signer)
afterAll(() => source.close())
const the = useTestApi({ ...source.settings, PRESENTATION_QR: 'off' })

let sequence = 1
const services = [{ certificate: office.root.certificate }]
const list = (wish: Partial<ListWish> = {}) =>
  xmlList({ services, signer, sequence: ++sequence, issued: the.api.clock.now(), ...wish })

/** Publishes a text, and has it fetched. @returns why it was not accepted */
async function refresh(text: string, status = 200): Promise<string> {
  source.says(text, status)
  const [line = ''] = await the.api.operate('trust', 'refresh', '--json')
  const [{ problem } = { problem: 'no list' }] = JSON.parse(line) as { problem: string | null }[]
  return problem ?? ''
}
/** What the running product says to a proof of the office. */
async function answered(from = office) {
  const { url } = await began(the.api)
  const { status, data } = await answer(the.api, url, from.issue({}, the.api.clock.now()))
  return status === 200 ? 'accepted' : data['error_description']
}
/** A list that is not accepted leaves the one in force. */
async function isKept(text: string, problem: RegExp, status = 200) {
  expect(await refresh(text, status)).toMatch(problem)
  expect(await answered()).toBe('accepted')
}

test('TRUST-01 TRUST-06 a list is fetched every six hours, and the running product accepts whom it names', async () => {
  expect(await answered()).toBe('not_trusted')
  expect(await refresh(list())).toBe('')
  expect(await answered()).toBe('accepted')
  expect(await answered(other)).toBe('not_trusted')
  expect((await the.api.operate('trust', 'show', AV)).join()).toContain('CN=Test Age Root')
  expect(await the.api.operate('trust', 'show', 'org.iso.18013.5.1.mDL')).toEqual([])

  source.says(list({ services: [...services, { certificate: other.root.certificate }] }))
  const asked = source.asked()
  the.api.clock.advance(DAY / 4)
  await expect.poll(() => source.asked()).toBeGreaterThan(asked)
  await expect.poll(async () => (await the.api.operate('trust', 'list')).join()).toContain('2 certificates')
  expect(await answered(other)).toBe('accepted')
  expect((await the.api.operate('audit', 'search', '--kind', 'trust')).join()).toContain('trust.list_changed')
})

test('TRUST-05 a service that is withdrawn, or of another type, counts no more', async () => {
  const { certificate } = { certificate: office.root.certificate }
  for (const service of [{ status: WITHDRAWN }, { type: `${GRANTED}/other` }]) {
    expect(await refresh(list({ services: [{ certificate, ...service }] }))).toBe('')
    expect(await answered()).toBe('not_trusted')
  }
  expect(await refresh(list())).toBe('')
  expect(await answered()).toBe('accepted')
})

describe('what is not accepted leaves the list in force', () => {
  const evil = `<TSPService><ServiceInformation><ServiceTypeIdentifier>x</ServiceTypeIdentifier></ServiceInformation></TSPService>`
  const wrapped = (xml: string) => {
    const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/.exec(xml) ?? []
    return xml.replace(signature, `<Extra>${signature}</Extra>`)
  }
  test.each<[string, () => string, RegExp]>([
    ['a document type', () => list({ after: (xml) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}` }), /document type/],
    ['no XML', () => 'not <xml', /not well-formed|no root|Signature/],
    ['no signature', () => list({ after: (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, '') }), /0 elements/],
    [
      'two signatures',
      () => list({ after: (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, '$&$&') }),
      /2 elements/,
    ],
    ['a signature that is not in the root', () => list({ after: wrapped }), /not in the root/],
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
    ['another signer', () => list({ signer: stranger }), /signed by another certificate/],
    ['another key', () => list({ key: stranger.keys.privateKey }), /signature is wrong/],
    ['another list', () => list({ before: (text) => text.replaceAll('TSLSequenceNumber', 'Sequence') }), /0 elements/],
  ])('TRUST-02 %s', async (_, text, problem) => {
    await isKept(text(), problem)
  })

  test('TRUST-04 a list that is older, or says something else under its number', async () => {
    const now = list()
    const number = sequence
    expect(await refresh(now)).toBe('')
    await isKept(list({ sequence: number - 1 }), /older than/)
    await isKept(list({ sequence: number, services: [] }), /older than/)
    expect(await refresh(now)).toBe('')
  })

  test('TRUST-08 what is redirected, refused or too large', async () => {
    await isKept('', /not fetched/, 302)
    await isKept('', /answered 500/, 500)
    await isKept('x'.repeat(21 * 1_024 * 1_024), /more than 20 MB/)
  })
})

test('TRUST-04 past its next update and a day a list counts no more, and is not accepted', async () => {
  const next = new Date(the.api.clock.now().getTime() + DAY)
  const short = list({ next })
  expect(await refresh(short)).toBe('')
  the.api.clock.advance(2 * DAY - 60_000)
  expect(await answered()).toBe('accepted')
  the.api.clock.advance(60_000)
  expect(await answered()).toBe('not_trusted')
  expect(await refresh(short)).toBe('out of date')
  expect(await refresh(list())).toBe('')
  expect(await answered()).toBe('accepted')
})

test('TRUST-02 TRUST-06 lists are kept over a restart, and one whose signer is no longer pinned counts no more', async () => {
  expect(await refresh(list())).toBe('')
  source.says('', 500)
  await the.api.restart()
  expect(await answered()).toBe('accepted')
  source.pins(stranger)
  await the.api.restart()
  expect(await answered()).toBe('not_trusted')
  expect(await refresh(list({ signer: stranger }))).toBe('')
  expect(await answered()).toBe('accepted')
})

test('VP-16 without QR codes an app on another device is not asked', async () => {
  const { mintid } = await createIntent(the.api, { accept: ['proof_of_age'] })
  const asking = the.api.client('createPresentation', { body: { mintid, way: 'qr' } })
  await expect(asking).rejects.toMatchObject({ status: 422, code: 'method_not_possible' })
})
