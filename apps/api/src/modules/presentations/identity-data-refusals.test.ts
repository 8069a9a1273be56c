import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import type { PresentationReason } from '@avouch/contract'
import { Tag } from 'cbor2'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOffice, show, type Shown, SIGNER_USAGE, type Wish } from '#test/age-office.ts'
import { changed, someChanges } from '#test/changed-bytes.ts'
import { soak } from '#test/soak.ts'
import { makeCertificate } from '#test/certificates.ts'
import { issueSdJwt, type SdShown, type SdWish, showSdJwt } from '#test/sd-jwts.ts'
import { openId4VpTranscript, PID, verifyMdocPid } from './mdoc.ts'
import { Refused } from './refused.ts'
import { verifySdJwt } from './sd-jwt.ts'

const now = new Date(Math.floor(Date.now() / 1_000) * 1_000)
const office = createOffice(now)
const { root, signer } = office
const trusted = { anchors: [new X509Certificate(root.certificate)], usages: [SIGNER_USAGE] }
const question = { minimumAge: 18, trusted, now, today: '2026-06-15' }
const ASKED = { nonce: 'n', clientId: 'x509_hash:c' }
const transcript = openId4VpTranscript({ ...ASKED, thumbprint: null, responseUri: 'r' })

const [MINUTE, DAY] = [60_000, 86_400_000]
const seconds = (ms: number) => Math.floor((now.getTime() + ms) / 1_000)
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicOf = (curve: string) => generateKeyPairSync('ec', { namedCurve: curve }).publicKey.export({ format: 'jwk' })

/** Stand where a birth date was never entered, or is unknown in the part that decides. */
const [NEVER, UNKNOWN] = [
  ['0000-01-01', '0001-01-01', '1899-12-30', '1900-01-01', '1904-01-01'],
  ['2008-00-00', '2008-06-00', '2008-XX-XX'],
]
const UNSET = [...NEVER, ...UNKNOWN, '2999-01-01', '9999-12-31']

const credentialOf = (wish: SdWish = {}, by = signer) => issueSdJwt(by, wish, now)
const shownOf = (wish: SdWish = {}, wrong: SdShown = {}) =>
  showSdJwt(credentialOf(wish), ASKED, { ...wrong, binding: { iat: seconds(0), ...wrong.binding } })

/** @returns the answer, or why it is refused */
function outcomeOf(verify: () => string): string {
  try {
    return verify()
  } catch (error) {
    if (error instanceof Refused) return error.reason
    throw error
  }
}
const answerTo = (presentation: string) => outcomeOf(() => verifySdJwt(presentation, { ...question, ...ASKED }))

type Row = [what: string, reason: PresentationReason, wish: SdWish, wrong?: SdShown]
const refuses = (_: string, reason: PresentationReason, wish: SdWish, wrong?: SdShown) =>
  expect(answerTo(shownOf(wish, wrong))).toBe(reason)

test.each<Row>([
  ['another type', 'not_a_proof_of_age', { vct: 'urn:eudi:mdl:1' }],
  ['a type that only looks alike', 'not_a_proof_of_age', { vct: 'urn:eudi:pidx:1' }],
  ['another format', 'not_a_proof_of_age', { header: { typ: 'JWT' } }],
  ['another algorithm', 'not_a_proof_of_age', { header: { alg: 'ES384' } }],
  ['an extension that has to be understood', 'malformed', { header: { crit: ['b64'], b64: true } }],
  ['digests of SHA-1', 'not_a_proof_of_age', { hash: ['sha-1', 'sha1'] }],
  ['a key of the holder on another curve', 'not_a_proof_of_age', { payload: { cnf: { jwk: publicOf('P-384') } } }],
  [
    'a key of the holder with its private part',
    'malformed',
    { payload: { cnf: { jwk: { ...publicOf('P-256'), d: 'AA' } } } },
  ],
  ['what is too long', 'malformed', { payload: { more: 'x'.repeat(13_000) } }],
  ['no key of the holder', 'malformed', { payload: { cnf: undefined } }],
])('In identity data as SD-JWT %s is refused [VP-02]', refuses)

test.each<Row>([
  ['another nonce', 'not_of_this_request', {}, { binding: { nonce: 'A'.repeat(43) } }],
  ['another website', 'not_of_this_request', {}, { binding: { aud: 'x509_hash:other' } }],
  ['another presentation', 'not_of_this_request', {}, { binding: { sd_hash: 'A'.repeat(43) } }],
  ['no moment', 'malformed', {}, { binding: { iat: 'now' } }],
])('What the holder of an SD-JWT signed for %s is refused [VP-02]', refuses)

test.each<Row>([
  ['by another key', 'not_of_this_request', {}, { holderKey: stranger.privateKey }],
  ['of another type', 'not_a_proof_of_age', {}, { header: { typ: 'JWT' } }],
  ['with another algorithm', 'not_a_proof_of_age', {}, { header: { alg: 'none' } }],
  ['that is not there', 'not_of_this_request', {}, { unbound: true }],
])('Under an SD-JWT a signature of the holder %s is refused [VP-02]', refuses)

test.each<Row>([
  ['nothing', 'age_not_shown', {}, { shown: [] }],
  ['the name', 'not_a_proof_of_age', {}, { shown: ['family_name'] }],
  ['the name beside the age', 'not_a_proof_of_age', { shape: 'clear' }, { shown: ['18', 'family_name'] }],
  ['the birth date beside the age', 'not_a_proof_of_age', { shape: 'clear' }, { shown: ['18', 'birthdate'] }],
  ['another age', 'not_a_proof_of_age', { ages: { '16': true } }, { shown: ['age_equal_or_over', '16'] }],
  ['the ages without one', 'not_a_proof_of_age', {}, { shown: ['age_equal_or_over'] }],
  ['other ages beside it', 'not_a_proof_of_age', { inTheClear: { '21': true } }],
  ['ages in the clear beside those that are disclosed', 'not_a_proof_of_age', { payload: { age_equal_or_over: {} } }],
  ['a name in the clear', 'not_a_proof_of_age', { payload: { family_name: 'Sample' } }],
  ['a subject in the clear', 'not_a_proof_of_age', { payload: { sub: 'u1' } }],
  ['the age twice', 'not_a_proof_of_age', { shape: 'clear' }, { shown: ['18', '18'] }],
  ['an age outside of the ages', 'malformed', {}, { shown: ['18'] }],
  ['a number for true', 'not_a_proof_of_age', { ages: { '18': 1 } }],
  ['another digest', 'not_a_proof_of_age', { otherDigests: true }],
  [
    'a claim of another person',
    'not_a_proof_of_age',
    { shape: 'clear' },
    { shown: [], more: [credentialOf().disclosures.get('18') ?? ''] },
  ],
  [
    'an element of a list',
    'not_a_proof_of_age',
    {},
    { shown: [], more: [Buffer.from('["s",true]').toString('base64url')] },
  ],
  ['a birth date that there was not', 'age_not_shown', { ages: {}, birthDate: '1987-02-30' }],
  ...UNSET.map((birthDate): Row => [`the birth date ${birthDate}`, 'age_not_shown', { ages: {}, birthDate }]),
  ['a number for a birth date', 'age_not_shown', { ages: {}, birthDate: 19_870_605 }],
])('Identity data that show %s are refused [VP-21]', refuses)

test.each([
  ['1987-00-00', 'yes'],
  ['2008-05-00', 'yes'],
  ['2008-07-XX', 'no'],
  ['2009', 'no'],
])('A birth date of %s, of which the unknown part decides nothing, is the answer %s [VP-25]', (birthDate, answer) => {
  expect(answerTo(shownOf({ ages: {}, birthDate }))).toBe(answer)
})

test.each<Row>([
  ['that have run out', 'expired', { payload: { exp: seconds(-6 * MINUTE) } }],
  ['without an end', 'malformed', { payload: { exp: undefined } }],
  ['that are not valid yet', 'not_valid_yet', { payload: { nbf: seconds(6 * MINUTE) } }],
  ['that will be issued', 'not_valid_yet', { payload: { iat: seconds(6 * MINUTE) } }],
  ['of before their certificate', 'not_trusted', { payload: { iat: seconds(-40 * DAY) } }],
])('Identity data as SD-JWT %s are refused for their time [VP-10]', refuses)

const from = new Date(now.getTime() - 1_000)
const fresh = makeCertificate({ name: 'Fresh', issuer: root, usages: [SIGNER_USAGE], from }, now)
test.each<[string, SdWish['payload']]>([
  ['by a clock some minutes ahead', { iat: seconds(4 * MINUTE), nbf: seconds(4 * MINUTE) }],
  ['without a time of issue', { iat: undefined }],
  ['until the end of all years', { iat: seconds(0), exp: 253_402_300_799 }],
  [
    'with a status that is not fetched',
    { iat: seconds(0), status: { status_list: { idx: 0, uri: 'https://x.example' } } },
  ],
  ['on the day of a new certificate, as issuers round it', { iat: seconds(-(now.getTime() % DAY)) }],
])('Identity data that are issued %s are accepted [VP-10]', (_, payload = {}) => {
  expect(answerTo(showSdJwt(credentialOf({ payload }, fresh), ASKED, { binding: { iat: seconds(0) } }))).toBe('yes')
})

test.each<[string, PresentationReason, () => ReturnType<typeof credentialOf>]>([
  ['of a stranger', 'not_trusted', () => credentialOf({}, createOffice(now).signer)],
  ['that another key signed', 'not_trusted', () => credentialOf({ issuerKey: stranger.privateKey })],
  ['without a certificate', 'not_trusted', () => credentialOf({ header: { x5c: undefined } })],
  ['with what is no certificate', 'malformed', () => credentialOf({ chain: [new Uint8Array(300)] })],
  [
    'of a certificate for another use',
    'not_trusted',
    () => credentialOf({}, makeCertificate({ name: 'Other', issuer: root, usages: ['1.3.6.1.5.5.7.3.1'] }, now)),
  ],
])('Identity data as SD-JWT %s are refused for their signer [VP-10]', (_, reason, make) => {
  expect(answerTo(showSdJwt(make(), ASKED, { binding: { iat: seconds(0) } }))).toBe(reason)
})

test.each<[string, (presentation: string) => string]>([
  ['cut', (one) => one.slice(0, -4)],
  ['of four parts', (one) => one.replace('~', '.AA~')],
])('A presentation of an SD-JWT that is %s is refused [VP-02 VP-17]', (_, change) => {
  expect(answerTo(shownOf({}, { change }))).toBe('malformed')
})

const pid = (wish: Wish = {}) => office.issue({ docType: PID, shownSpace: PID, signedSpace: PID, ...wish })
const refusesMdoc = (_: string, reason: PresentationReason, wish: Wish, shown?: Shown) =>
  expect(outcomeOf(() => verifyMdocPid(show(pid(wish), transcript, shown), { ...question, transcript }))).toBe(reason)
const element = (elementIdentifier: string, elementValue: unknown): Wish => ({
  element: { elementIdentifier, elementValue },
})
test.each<[string, PresentationReason, Wish, Shown?]>([
  ['a proof of age', 'not_a_proof_of_age', { docType: 'eu.europa.ec.av.1' }],
  ['another namespace', 'not_a_proof_of_age', { shownSpace: 'eu.europa.ec.av.1' }],
  ['another age', 'not_a_proof_of_age', { age: 16 }],
  ['the name', 'not_a_proof_of_age', element('family_name', 'Sample')],
  ['a name beside the age', 'not_a_proof_of_age', { more: [{ elementIdentifier: 'family_name', elementValue: 'X' }] }],
  ['a birth date that there was not', 'age_not_shown', element('birth_date', new Tag(1004, '1987-02-30'))],
])('Identity data that show %s are refused [VP-21]', refusesMdoc)

test('Identity data as SD-JWT that are changed anywhere are refused [VP-17 VP-21]', () => {
  const good = shownOf()
  expect(answerTo(good)).toBe('yes')
  fc.assert(
    fc.property(someChanges, (changes) => {
      const other = changed(Buffer.from(good), changes)?.toString('latin1')
      if (other !== undefined) expect(['yes', 'no']).not.toContain(answerTo(other))
    }),
    { numRuns: soak(300, 10_000) },
  )
})
