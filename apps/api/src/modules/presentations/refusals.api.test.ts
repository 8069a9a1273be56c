import { generateKeyPairSync } from 'node:crypto'
import type { PresentationReason } from '@avouch/contract'
import { Tag } from 'cbor2'
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  answer,
  answerByBrowser,
  arrival,
  began,
  browserTranscriptOf,
  post,
  sealed,
  type Sealing,
  trusting,
  verdictOf,
} from '#test/age-app.ts'
import { tokenOf, transcriptOf } from '#test/age-app-links.ts'
import { AV, createOffice, issue, show, type Shown, SIGNER_USAGE, type Wish } from '#test/age-office.ts'
import { makeCertificate } from '#test/certificates.ts'
import { type Begun, refusalsOf } from '#test/refused-proofs.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { writeCbor } from './cbor.ts'

/** Ahead of the machine's clock, at which the product's stands: a slow machine changes nothing. */
const now = new Date((Math.floor(Date.now() / 1_000) + 600) * 1_000)
const office = createOffice(now)
const { root } = office
const oldRoot = makeCertificate({ name: 'Old Root', isCa: true, until: new Date(now.getTime() - 1_000) }, now)
const the = useTestApi(trusting(office, oldRoot))
beforeAll(() => {
  const { clock } = the.api
  clock.hold()
  clock.advance(now.getTime() - clock.now().getTime())
})

const [MINUTE, DAY] = [60_000, 86_400_000]
const inZone = (at: Date) => `${at.toISOString().slice(0, 19)}+00:00`
const after = (ms: number) => new Date(now.getTime() + ms)
const MDL = 'org.iso.18013.5.1.mDL'
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signer = { name: 'Signer', usages: [SIGNER_USAGE], issuer: root }
const middle = makeCertificate({ name: 'Middle', issuer: root, isCa: true }, now)

/** Signed by a certificate of its own, whose chain is the one that the app shows. */
function signedBy(wish: Parameters<typeof makeCertificate>[0], ...issuers: Uint8Array[]) {
  const made = makeCertificate(wish, now)
  return (given: Wish = {}) => issue(made, { chain: [made.certificate, ...issuers], ...given }, now)
}
const own = office.issue
const element = (elementIdentifier: unknown, elementValue: unknown): Wish => ({
  element: { elementIdentifier, elementValue },
})

const { isRefused, isRefusedOfBrowser, told } = refusalsOf(the, () => own())

const nested = (depth: number) => Uint8Array.from([...new Uint8Array(depth).fill(0x81), 0])
const inLists = (depth: number): unknown[] => (depth === 0 ? [] : [inLists(depth - 1)])
const bytesOf = (url: string, wrong: Shown = {}) => show(own(), transcriptOf(url), wrong)
const withEnd = (url: string) => Buffer.concat([bytesOf(url), Buffer.of(0)])
/** The response with its first key there twice: a map of four pairs in which the version comes again. */
const withTwice = (url: string) =>
  Buffer.concat([Buffer.of(0xa4), Buffer.from('6776657273696f6e63312e30', 'hex'), bytesOf(url).subarray(1)])

/** The same map without its length at the beginning, and with a mark at the end. */
const asStream = (url: string) => Buffer.concat([Buffer.of(0xbf), bytesOf(url).subarray(1), Buffer.of(0xff)])

describe('what an app sends', () => {
  test.each<[string, (url: string) => string]>([
    ['bytes behind the end', (url) => tokenOf(withEnd(url))],
    ['a key that is there twice', (url) => tokenOf(withTwice(url))],
    ['too deep', () => tokenOf(nested(40))],
    ['a list without its length', (url) => tokenOf(asStream(url))],
    ['another field', (url) => tokenOf(bytesOf(url, { response: (one) => one.set('zkDocuments', []) }))],
    [
      'errors beside the document',
      (url) => tokenOf(bytesOf(url, { response: (one) => one.set('documentErrors', []) })),
    ],
    ['another status', (url) => tokenOf(bytesOf(url, { status: 10 }))],
    ['another version', (url) => tokenOf(bytesOf(url, { version: '1.1' }))],
    ['no document', (url) => tokenOf(bytesOf(url, { documents: () => [] }))],
    ['two documents', (url) => tokenOf(bytesOf(url, { documents: (one) => [one, one] }))],
    ['another query', (url) => tokenOf(bytesOf(url)).replace('proof_of_age', 'other')],
    ['two queries', (url) => tokenOf(bytesOf(url)).replace('}', ',"other":["oA"]}')],
    ['two presentations', (url) => tokenOf(bytesOf(url)).replace('"]', '","oA"]')],
    ['a presentation that is no list', (url) => tokenOf(bytesOf(url)).replaceAll(/[[\]]/g, '')],
    ['a presentation that is no text', (url) => tokenOf(bytesOf(url)).replace(/"([^"]*)"]/, '["$1"]]')],
    ['padding', (url) => tokenOf(bytesOf(url)).replace('"]', '="]')],
    ['no JSON', () => 'oA'],
    ['nothing', () => ''],
  ])('VP-04 VP-17 %s is refused', async (_, token) => {
    await isRefused('malformed', (url) => post(the.api, url, { vp_token: token(url) }))
  })

  test.each<[string, Parameters<typeof transcriptOf>[1]]>([
    ['nonce', { nonce: 'A'.repeat(43) }],
    ['client', { clientId: 'redirect_uri:https://elsewhere.example/response' }],
    ['address', { responseUri: 'https://elsewhere.example/response' }],
    ['key for the answer', { thumbprint: new Uint8Array(32) }],
  ])('VP-02 an answer that is signed for another %s is refused', async (_, change) => {
    await isRefused('not_of_this_request', (url) =>
      post(the.api, url, { vp_token: tokenOf(show(own(), transcriptOf(url, change))) }),
    )
  })
})

describe('what a browser hands on', () => {
  const elsewhere = 'https://elsewhere.example'
  const bySealing = (_: string, reason: PresentationReason, wrong: Shown & Sealing) =>
    isRefusedOfBrowser(reason, ({ request }) => sealed(request, own(), wrong))
  const longerKeys = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM)

  test.each<[string, PresentationReason, Shown & Sealing]>([
    ['at another origin', 'not_of_this_request', { origin: elsewhere }],
    ['encrypted at another origin', 'not_of_this_request', { origin: elsewhere, signedOrigin: 'http://product.test' }],
    ['bound to nothing', 'not_of_this_request', { bound: new Uint8Array() }],
    ['with another cipher', 'not_of_this_request', { suite: longerKeys }],
    ['not encrypted', 'not_of_this_request', { isPlain: true }],
    ['of another kind', 'malformed', { name: 'openid4vp' }],
    ['with another field', 'malformed', { more: ['alg', 1] }],
  ])('VP-03 an answer %s is refused', bySealing)

  test.each<[string, PresentationReason, Shown & Sealing]>([
    ['signed for another origin', 'not_of_this_request', { signedOrigin: elsewhere }],
  ])('VP-02 an answer %s is refused', bySealing)

  test.each<[string, (begun: Begun) => Uint8Array]>([
    ['a proof in plain', ({ request }) => show(own(), browserTranscriptOf(request))],
    ['a proof in plain in a list', ({ request }) => writeCbor(['dcapi', show(own(), browserTranscriptOf(request))])],
  ])('VP-03 %s is refused', async (_, bytesFor) => {
    await isRefusedOfBrowser('malformed', (begun) => Buffer.from(bytesFor(begun)).toString('base64url'))
  })

  test('VP-03 an answer that is encrypted for another request is refused', async () => {
    const { request: to } = await began(the.api, 'dc_api')
    await isRefusedOfBrowser('not_of_this_request', ({ request }) => sealed(request, own(), { to }))
  })

  test('VP-01 the answer to another kind of request is refused, and that one is open as before', async () => {
    const [{ request }, { id, url, intent }] = [await began(the.api, 'dc_api'), await began(the.api)]
    const answering = answerByBrowser(the.api, id, await sealed(request, own()))
    await expect(answering).rejects.toMatchObject({ status: 410, code: 'presentation_over' })
    expect((await verdictOf(the.api, intent.id)).status).toBe('created')
    expect(await answer(the.api, url, own())).toMatchObject({ status: 200 })
  })
})

describe('what a proof says', () => {
  type Row = [string, PresentationReason, Wish, Shown?]
  /** In one of the maps that the issuer signs. */
  const signed = (name: string, [key, value]: [unknown, unknown]): Wish => ({
    object: (object) => void (object.get(name) as Map<unknown, unknown>).set(key, value),
  })
  const refuses = (_: string, reason: PresentationReason, wish: Wish, wrong?: Shown) =>
    isRefused(reason, (url) => answer(the.api, url, own(wish), wrong))

  test.each<Row>([
    ['too deep a value', 'malformed', { object: (object) => void object.set('more', inLists(20)) }],
    ['too long a value', 'malformed', { object: (object) => void object.set('more', new Uint8Array(20_000)) }],
    ['another field of the element', 'malformed', { element: { more: true } }],
    [
      'another version of what the issuer signed',
      'malformed',
      { object: (object) => void object.set('version', '2.0') },
    ],
  ])('VP-04 %s is refused', refuses)

  test.each<Row>([
    ['another document', 'not_a_proof_of_age', { docType: MDL }],
    ['another document around it', 'not_a_proof_of_age', { docType: MDL, signedDocType: AV }, { signedDocType: AV }],
    ['another document that the issuer signed', 'not_a_proof_of_age', { signedDocType: MDL }],
    ['another document that the device signed', 'not_of_this_request', {}, { signedDocType: 'other' }],
    ['another name space', 'not_a_proof_of_age', { shownSpace: 'org.iso.18013.5.1' }],
    ['another name space beside it', 'not_a_proof_of_age', { spaces: [['org.iso.18013.5.1', []]] }],
    ['another name space of the issuer', 'malformed', { signedSpace: 'org.iso.18013.5.1' }],
    [
      'another name space of the issuer beside it',
      'malformed',
      signed('valueDigests', ['org.iso.18013.5.1', new Map()]),
    ],
  ])('VP-05 %s is refused', refuses)

  test.each<Row>([
    ['a number for true', 'not_a_proof_of_age', { over: 1 }],
    ['a text for true', 'not_a_proof_of_age', { over: 'true' }],
    ['another element', 'not_a_proof_of_age', element('age_in_years', 34)],
    ['an element that only looks alike', 'not_a_proof_of_age', element('age_over_180', true)],
    [
      'a name for an element',
      'not_a_proof_of_age',
      { more: [{ elementIdentifier: 'family_name', elementValue: 'X' }] },
    ],
    [
      'a birth date beside the age',
      'not_a_proof_of_age',
      { more: [{ elementIdentifier: 'birth_date', elementValue: '1987-06-05' }] },
    ],
    ['the age twice', 'not_a_proof_of_age', { more: [{ elementIdentifier: 'age_over_18', elementValue: true }] }],
    ['another digest', 'not_a_proof_of_age', { digest: (digest) => Buffer.from(digest.map((byte) => byte ^ 1)) }],
    ['a digest of another element', 'not_a_proof_of_age', { element: { digestID: 1 } }],
    [
      'a claim of the device',
      'not_a_proof_of_age',
      {},
      { deviceSpaces: new Map([[AV, new Map([['age_over_18', true]])]]) },
    ],
  ])('VP-06 %s is refused', refuses)

  test.each<Row>([
    ['true for a lower age', 'age_not_shown', { age: 16 }],
    ['false for a higher age', 'age_not_shown', { age: 21, over: false }],
  ])('VP-07 %s is refused', refuses)

  test.each<Row>([
    ['another algorithm of the issuer', 'not_a_proof_of_age', { algorithm: -35 }],
    ['another algorithm of the device', 'not_a_proof_of_age', {}, { deviceAlgorithm: -35 }],
    ['another key of the issuer', 'not_trusted', { issuerKey: stranger.privateKey }],
    ['another key of the device', 'not_of_this_request', {}, { deviceKey: stranger.privateKey }],
    ['a label of the issuer that has to be understood', 'malformed', { header: [[2, [99]]] }],
    ['a key of a device on another curve', 'not_a_proof_of_age', { deviceKey: (key) => key.set(-1, 2) }],
    ['a key of a device of another type', 'not_a_proof_of_age', { deviceKey: (key) => key.set(1, 1) }],
    ['a key of a device with its private part', 'malformed', { deviceKey: (key) => key.set(-4, new Uint8Array(32)) }],
    ['a key of a device that is no point', 'malformed', { deviceKey: (key) => key.set(-3, new Uint8Array(32)) }],
    ['digests of SHA-1', 'not_a_proof_of_age', { digestAlgorithm: 'SHA-1' }],
    ['a MAC of the device', 'malformed', {}, { mac: true }],
    ['a MAC beside the signature of the device', 'malformed', {}, { mac: 'beside' }],
    ['a payload in the signature of the device', 'malformed', {}, { devicePayload: new Uint8Array(4) }],
  ])('VP-08 %s is refused', refuses)

  test.each<Row>([
    ['a proof that has run out', 'expired', { validUntil: after(-6 * MINUTE) }],
    ['a proof that is not valid yet', 'not_valid_yet', { validFrom: after(6 * MINUTE) }],
    ['a proof that will be signed', 'not_valid_yet', { signed: after(6 * MINUTE), validFrom: now }],
    ['a proof for 93 days', 'not_a_proof_of_age', { signed: after(-DAY), validUntil: after(92 * DAY + MINUTE) }],
    ['a time that is no time', 'malformed', signed('validityInfo', ['signed', 0])],
    ['a time of another zone', 'malformed', signed('validityInfo', ['signed', new Tag(0, inZone(after(-DAY)))])],
  ])('VP-09 %s is refused', refuses)

  const isNotTrusted = (_: string, make: () => ReturnType<typeof own>) =>
    isRefused('not_trusted', (url) => answer(the.api, url, make()))

  test.each<[string, () => ReturnType<typeof own>]>([
    ['a stranger’s root', createOffice(now).issue],
    [
      'a stranger’s root in the chain',
      () => {
        const other = createOffice(now)
        return other.issue({ chain: [other.signer.certificate, other.root.certificate] })
      },
    ],
    ['an authority that signs proofs', signedBy({ ...signer, isCa: true })],
    [
      'an issuer that is no authority',
      () => {
        const leaf = makeCertificate({ name: 'No authority', issuer: root, signs: true })
        return signedBy({ ...signer, issuer: leaf }, leaf.certificate)()
      },
    ],
    ['a certificate that has run out', signedBy({ ...signer, until: after(-MINUTE) })],
    ['a certificate of tomorrow', signedBy({ ...signer, from: after(DAY) })],
    [
      'an issuer whose certificate has run out',
      () => {
        const old = makeCertificate({ name: 'Old', issuer: root, isCa: true, until: after(-MINUTE) })
        return signedBy({ ...signer, issuer: old }, old.certificate)()
      },
    ],
    ['an anchor that has run out', signedBy({ ...signer, issuer: oldRoot })],
    ['an issuer by another name', signedBy({ ...signer, issuer: { ...root, name: 'Another Root' } })],
    ['a certificate for another use', signedBy({ ...signer, usages: ['1.3.6.1.5.5.7.3.1'] })],
    ['a certificate without a use', signedBy({ ...signer, usages: [] })],
    ['an issuer that has not issued', signedBy(signer, middle.certificate)],
    [
      'four certificates below the anchor',
      () => {
        const second = makeCertificate({ name: 'Second', issuer: middle, isCa: true })
        const third = makeCertificate({ name: 'Third', issuer: second, isCa: true })
        return signedBy({ ...signer, issuer: third }, third.certificate, second.certificate, middle.certificate)()
      },
    ],
    [
      'five certificates with the anchor',
      () => {
        const second = makeCertificate({ name: 'Second', issuer: middle, isCa: true })
        const third = makeCertificate({ name: 'Third', issuer: second, isCa: true })
        const issuers = [third, second, middle, root].map(({ certificate }) => certificate)
        return signedBy({ ...signer, issuer: third }, ...issuers)()
      },
    ],
  ])('VP-10 %s is refused', isNotTrusted)

  test.each<[string, () => ReturnType<typeof own>]>([
    ['a signer on another curve', signedBy({ ...signer, curve: 'secp256k1' })],
  ])('VP-08 %s is refused', isNotTrusted)

  test.each<[string, () => ReturnType<typeof own>]>([
    [
      'a signature of before its certificate',
      () => signedBy({ ...signer, from: after(-MINUTE) })({ signed: after(-DAY) }),
    ],
  ])('VP-09 %s is refused', isNotTrusted)

  test('VP-10 what is no certificate is refused', async () => {
    await isRefused('malformed', (url) => answer(the.api, url, own({ chain: [new Uint8Array(300)] })))
  })
})

const isAccepted = async (_: string, make: () => ReturnType<typeof own>, status: string) => {
  const { id, url } = await began(the.api)
  const { data } = await answer(the.api, url, make())
  const { response_code } = arrival(data['redirect_uri'])
  const finished = await the.api.client('finishPresentation', { params: { id }, body: { response_code } })
  expect(finished.data.status).toBe(status)
}

test.each<[string, () => ReturnType<typeof own>, string]>([
  ['true for a higher age', () => own({ age: 21 }), 'confirmed'],
  ['false for a lower age', () => own({ age: 16, over: false }), 'denied'],
])('VP-07 %s is no reason to refuse', isAccepted)

test.each<[string, () => ReturnType<typeof own>, string]>([
  ['digests of SHA-384', () => own({ digestAlgorithm: 'SHA-384' }), 'confirmed'],
  ['digests of SHA-512', () => own({ digestAlgorithm: 'SHA-512' }), 'confirmed'],
])('VP-08 %s is no reason to refuse', isAccepted)

test.each<[string, () => ReturnType<typeof own>, string]>([
  ['a proof that has run out half a minute ago', () => own({ validUntil: after(-MINUTE / 2) }), 'confirmed'],
  ['a proof of a clock that is half a minute ahead', () => own({ signed: after(MINUTE / 2) }), 'confirmed'],
  [
    'a proof of a clock that is four minutes ahead',
    () => own({ signed: after(4 * MINUTE), validFrom: after(4 * MINUTE) }),
    'confirmed',
  ],
])('VP-09 %s is no reason to refuse', isAccepted)

test.each<[string, () => ReturnType<typeof own>, string]>([
  ['an authority between', () => signedBy({ ...signer, issuer: middle }, middle.certificate)(), 'confirmed'],
  ['the anchor in the chain', () => own({ chain: [office.signer.certificate, root.certificate] }), 'confirmed'],
])('VP-10 %s is no reason to refuse', isAccepted)

test.each<[string, () => ReturnType<typeof own>, string]>([
  [
    'a certificate with an extension that strict parsers refuse',
    () => signedBy({ ...signer, odd: true })(),
    'confirmed',
  ],
])('VP-10 TRUST-07 %s is no reason to refuse', isAccepted)

test.each<[string, () => ReturnType<typeof own>, string]>([
  [
    'a name, a type and a certificate’s hash in the header of the issuer',
    () =>
      own({
        header: [
          [4, new Uint8Array(4)],
          [16, 'mso'],
          [34, [-16, new Uint8Array(32)]],
        ],
      }),
    'confirmed',
  ],
])('VP-24 %s is no reason to refuse', isAccepted)

test('VP-24 an age app may post more, and fields without a value', async () => {
  const { id, url } = await began(the.api, 'qr')
  const fields = { response: '', error: '', state: '', iss: 'https://wallet.example', presentation_submission: '{}' }
  expect(await post(the.api, url, { vp_token: tokenOf(bytesOf(url)), ...fields })).toMatchObject({ status: 200 })
  expect((await the.api.client('followPresentation', { params: { id } })).data.state).toBe('confirmed')
})

test.each<[string, () => ReturnType<typeof own>, string]>([
  [
    'a status list',
    () => own({ object: (object) => void object.set('status', new Map([['uri', 'https://issuer.invalid/list']])) }),
    'confirmed',
  ],
])('VP-14 %s is no reason to refuse', isAccepted)

test('VP-01 a provider hears nothing of answers that were refused, also later', async () => {
  const { url, intent } = await began(the.api, 'qr')
  expect(await answer(the.api, url, own())).toMatchObject({ status: 200 })
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
  expect(told()).toEqual([])
})
