import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import type { PresentationReason } from '@avouch/contract'
import { Tag } from 'cbor2'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AV, createOffice, issue, type Proof, show, type Shown, SIGNER_USAGE, type Wish } from '#test/age-office.ts'
import { changed, someChanges } from '#test/changed-bytes.ts'
import { soak } from '#test/soak.ts'
import { makeCertificate } from '#test/certificates.ts'
import { openId4VpTranscript, verifyProofOfAge } from './mdoc.ts'
import { Refused } from './refused.ts'

const now = new Date()
const office = createOffice(now)
const { root } = office
const oldRoot = makeCertificate({ name: 'Old Root', isCa: true, until: new Date(now.getTime() - 1_000) }, now)
const transcript = openId4VpTranscript({ clientId: 'c', nonce: 'n', thumbprint: null, responseUri: 'r' })
const anchors = [root, oldRoot].map(({ certificate }) => new X509Certificate(certificate))
const question = { minimumAge: 18, transcript, trusted: { anchors, usages: [SIGNER_USAGE] }, now }

/** @returns the answer to the proof, or why it is refused */
function answerTo(proof: Proof, wrong?: Shown): string {
  try {
    return verifyProofOfAge(show(proof, transcript, wrong), question)
  } catch (error) {
    if (error instanceof Refused) return error.reason
    throw error
  }
}

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

const ofAge = (age: number, elementValue: boolean) => ({ elementIdentifier: `age_over_${age}`, elementValue })
const beside = (elementIdentifier: string, elementValue: unknown): Wish => ({
  more: [{ elementIdentifier, elementValue }],
})
/** Signed below a certificate of the root. */
const below = (wish: Parameters<typeof makeCertificate>[0]) => {
  const issuer = makeCertificate({ issuer: root, ...wish })
  return signedBy({ ...signer, issuer }, issuer.certificate)()
}

const inLists = (depth: number): unknown[] => (depth === 0 ? [] : [inLists(depth - 1)])

type Row = [string, PresentationReason, Wish, Shown?]
/** In one of the maps that the issuer signs. */
const signed = (name: string, [key, value]: [unknown, unknown]): Wish => ({
  object: (object) => void (object.get(name) as Map<unknown, unknown>).set(key, value),
})
const refuses = (_: string, reason: PresentationReason, wish: Wish, wrong?: Shown) =>
  expect(answerTo(own(wish), wrong)).toBe(reason)

test.each<Row>([
  ['too deep a value', 'malformed', { object: (object) => void object.set('more', inLists(20)) }],
  ['too long a value', 'malformed', { object: (object) => void object.set('more', new Uint8Array(20_000)) }],
  ['another version', 'malformed', { object: (object) => void object.set('version', '2.0') }],
])('A proof of age that has %s is refused [VP-06]', refuses)

test.each<Row>([
  ['another document', 'not_a_proof_of_age', { docType: MDL }],
  ['another document around it', 'not_a_proof_of_age', { docType: MDL, signedDocType: AV }, { signedDocType: AV }],
  ['another document that the issuer signed', 'not_a_proof_of_age', { signedDocType: MDL }],
  ['another document that the device signed', 'not_of_this_request', {}, { signedDocType: 'other' }],
])('A proof of age that names %s is refused [VP-06]', refuses)

test.each<Row>([
  ['a number for true', 'not_a_proof_of_age', { over: 1 }],
  ['an element that only looks alike', 'age_not_shown', element('age_over_180', true)],
  ['a birth date alone', 'age_not_shown', element('birth_date', new Tag(1004, '1987-06-05'))],
  ['the age twice, once true and once false', 'not_a_proof_of_age', beside('age_over_18', false)],
  ['that someone is under 18 and over 21', 'not_a_proof_of_age', { over: false, ...beside('age_over_21', true) }],
  ['another age beside the age, neither true nor false', 'not_a_proof_of_age', beside('age_over_21', 1)],
  ['another digest', 'not_a_proof_of_age', { digest: (digest) => Buffer.from(digest.map((byte) => byte ^ 1)) }],
  [
    'a claim of the device',
    'not_a_proof_of_age',
    {},
    { deviceSpaces: new Map([[AV, new Map([['age_over_18', true]])]]) },
  ],
])('A proof of age that shows %s is refused [VP-06]', refuses)

test.each<Row>([
  ['another algorithm of the issuer', 'not_a_proof_of_age', { algorithm: -35 }],
  ['another key of the issuer', 'not_trusted', { issuerKey: stranger.privateKey }],
  ['another key of the device', 'not_of_this_request', {}, { deviceKey: stranger.privateKey }],
  ['a label of the issuer that has to be understood', 'malformed', { header: [[2, [99]]] }],
  ['a key of a device on another curve', 'not_a_proof_of_age', { deviceKey: (key) => key.set(-1, 2) }],
  ['a key of a device with its private part', 'malformed', { deviceKey: (key) => key.set(-4, new Uint8Array(32)) }],
  ['a key of a device that is no point', 'malformed', { deviceKey: (key) => key.set(-3, new Uint8Array(32)) }],
  ['digests of SHA-1', 'not_a_proof_of_age', { digestAlgorithm: 'SHA-1' }],
  ['a MAC of the device', 'malformed', {}, { mac: true }],
])('A proof of age with %s is refused', refuses)

test.each<Row>([
  ['a proof that has run out', 'expired', { validUntil: after(-6 * MINUTE) }],
  ['a proof that is not valid yet', 'not_valid_yet', { validFrom: after(6 * MINUTE) }],
  ['a proof for 93 days', 'not_a_proof_of_age', { signed: after(-DAY), validUntil: after(92 * DAY + MINUTE) }],
  ['a time that is no time', 'malformed', signed('validityInfo', ['signed', 0])],
  ['a time of another zone', 'malformed', signed('validityInfo', ['signed', new Tag(0, inZone(after(-DAY)))])],
])('As a proof of age, %s is refused [VP-10]', refuses)

const isNotTrusted = (_: string, make: () => ReturnType<typeof own>) => expect(answerTo(make())).toBe('not_trusted')

test.each<[string, () => ReturnType<typeof own>]>([
  ['a stranger’s root', createOffice(now).issue],
  ['an authority that signs proofs', signedBy({ ...signer, isCa: true })],
  ['an issuer that is no authority', () => below({ name: 'No authority', signs: true })],
  ['an issuer that has run out', () => below({ name: 'Old', isCa: true, until: after(-MINUTE) })],
  ['a signer on another curve', signedBy({ ...signer, curve: 'secp256k1' })],
  [
    'a signature of before its certificate',
    () => signedBy({ ...signer, from: after(-MINUTE) })({ signed: after(-DAY) }),
  ],
  ['a certificate that has run out', signedBy({ ...signer, until: after(-MINUTE) })],
  ['a certificate of tomorrow', signedBy({ ...signer, from: after(DAY) })],
  ['an anchor that has run out', signedBy({ ...signer, issuer: oldRoot })],
  ['an issuer by another name', signedBy({ ...signer, issuer: { ...root, name: 'Another Root' } })],
  ['a certificate for another use', signedBy({ ...signer, usages: ['1.3.6.1.5.5.7.3.1'] })],
  ['an issuer that has not issued', signedBy(signer, middle.certificate)],
  [
    'four certificates below the anchor',
    () => {
      const second = makeCertificate({ name: 'Second', issuer: middle, isCa: true })
      const third = makeCertificate({ name: 'Third', issuer: second, isCa: true })
      return signedBy({ ...signer, issuer: third }, third.certificate, second.certificate, middle.certificate)()
    },
  ],
])('A proof of age that rests on %s is refused [VP-10]', isNotTrusted)

test.each<[string, () => ReturnType<typeof own>]>([
  ['digests of SHA-512', () => own({ digestAlgorithm: 'SHA-512' })],
  ['a proof that has run out half a minute ago', () => own({ validUntil: after(-MINUTE / 2) })],
  ['a clock that is four minutes ahead', () => own({ signed: after(4 * MINUTE), validFrom: after(4 * MINUTE) })],
  [
    'a certificate of this moment, by an authority whose clock is 100 s ahead',
    () => signedBy({ ...signer, from: after(100_000) })({ signed: after(100_000), validFrom: after(100_000) }),
  ],
  ['an authority between', () => below({ name: 'Middle', isCa: true })],
  ['the anchor in the chain', () => own({ chain: [office.signer.certificate, root.certificate] })],
  ['a certificate with an extension that strict parsers refuse', () => signedBy({ ...signer, odd: true })()],
  ['another name space beside it', () => own({ spaces: [['org.iso.18013.5.1', []]] })],
  ['another name space of the issuer', () => own(signed('valueDigests', ['org.iso.18013.5.1', new Map()]))],
  ['a birth date beside the age, which is not read', () => own(beside('birth_date', '2020-06-05'))],
  ['a name beside the age', () => own(beside('family_name', 'Sample'))],
  ['further ages that agree', () => own({ more: [16, 18, 21, 65].map((age) => ofAge(age, age < 30)) })],
  ['another field of the element', () => own({ element: { more: 'x' } })],
  ['a newer version of what the issuer signed', () => own({ object: (object) => void object.set('version', '1.1') })],
  ['more of the key of the device', () => own({ deviceKey: (key) => key.set(-70_000, 'x') })],
  ['a name of its key in the header of the issuer', () => own({ header: [[4, new Uint8Array(4)]] })],
  [
    'a status list',
    () => own({ object: (object) => void object.set('status', new Map([['uri', 'https://x.invalid']])) }),
  ],
])('A proof with %s is accepted [VP-06 VP-10]', (_, make) => {
  expect(answerTo(make())).toBe('yes')
})

test('A good answer is accepted, and none that is changed anywhere but in the number of its edition [VP-17]', () => {
  const good = show(own(), transcript)
  const edition = Buffer.from(good).indexOf('1.0') + 2
  const signed = (bytes: Uint8Array) => Buffer.concat([bytes.subarray(0, edition), bytes.subarray(edition + 1)])
  expect(verifyProofOfAge(good, question)).toBe('yes')
  fc.assert(
    fc.property(someChanges, (changes) => {
      const bytes = changed(good, changes)
      if (bytes !== undefined && !signed(bytes).equals(signed(good)))
        expect(() => verifyProofOfAge(bytes, question)).toThrow(Refused)
    }),
    { numRuns: soak(500, 20_000) },
  )
})
