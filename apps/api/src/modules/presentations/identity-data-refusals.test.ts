import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
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

const ALL = ['age_equal_or_over', '18', 'birthdate']
const IN_LIST = Buffer.from('["s",true]').toString('base64url')
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

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
  ['the name', 'age_not_shown', {}, { shown: ['family_name'] }],
  ['another age', 'age_not_shown', { ages: { '16': true } }, { shown: ['age_equal_or_over', '16'] }],
  ['the ages without one', 'age_not_shown', {}, { shown: ['age_equal_or_over'] }],
  ['ages in the clear beside those that are disclosed', 'not_a_proof_of_age', { payload: { age_equal_or_over: {} } }],
  ['the age twice', 'not_a_proof_of_age', { shape: 'clear' }, { shown: ['18', '18'] }],
  ['the age in the clear and disclosed', 'not_a_proof_of_age', { inTheClear: { '18': true } }],
  ['an age outside of the ages', 'not_a_proof_of_age', {}, { shown: ['18'] }],
  ['an age that the birth date contradicts', 'not_a_proof_of_age', { birthDate: '2010-01-01' }, { shown: ALL }],
  [
    'under 18, which the birth date contradicts',
    'not_a_proof_of_age',
    { ages: { '18': false }, birthDate: '1987-06-05' },
    { shown: ALL },
  ],
  ['a number for true', 'not_a_proof_of_age', { ages: { '18': 1 } }],
  ['another digest', 'not_a_proof_of_age', { otherDigests: true }],
  [
    'a claim of another person',
    'not_a_proof_of_age',
    { shape: 'clear' },
    { shown: [], more: [credentialOf().disclosures.get('18') ?? ''] },
  ],
  ['an element of a list', 'not_a_proof_of_age', {}, { shown: [], more: [IN_LIST] }],
  ['a birth date that there was not', 'age_not_shown', { ages: {}, birthDate: '1987-02-30' }],
  ...UNSET.map((birthDate): Row => [`the birth date ${birthDate}`, 'age_not_shown', { ages: {}, birthDate }]),
  ['a number for a birth date', 'age_not_shown', { ages: {}, birthDate: 19_870_605 }],
])('Identity data that show %s are refused [VP-21]', refuses)

test.each<[string, SdWish, SdShown?]>([
  ['the name beside the age', { shape: 'clear' }, { shown: ['18', 'family_name'] }],
  ['the birth date beside the age', {}, { shown: ALL }],
  ['a birth date beside the age that is unknown', { birthDate: '0000-00-00' }, { shown: ALL }],
  ['a birth date beside the age of another form', { birthDate: 19_870_605 }, { shown: ALL }],
  ['the birth date in the clear beside the age', { payload: { birthdate: '1987-06-05' } }],
  ['other ages beside it', { inTheClear: { '21': true } }],
  ['all ages at once', { shape: 'flat', ages: { '18': true, '21': false } }, { shown: ['age_equal_or_over'] }],
  ['a name in the clear', { payload: { family_name: 'Sample' } }],
  ['a subject in the clear', { payload: { sub: 'u1' } }],
  ['an element of a list', { payload: { nationalities: [{ '...': hashOf(IN_LIST) }] } }, { more: [IN_LIST] }],
])('Identity data that show %s say yes: nothing but the age and the birth date is read [VP-21]', (_, wish, wrong) => {
  expect(answerTo(shownOf({ birthDate: '1987-06-05', ...wish }, wrong))).toBe('yes')
})

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
const birth = (day: string) => ({ elementIdentifier: 'birth_date', elementValue: new Tag(1004, day) })
test.each<[string, PresentationReason, Wish, Shown?]>([
  ['a proof of age', 'not_a_proof_of_age', { docType: 'eu.europa.ec.av.1' }],
  ['another namespace', 'age_not_shown', { shownSpace: 'eu.europa.ec.av.1' }],
  ['another age', 'age_not_shown', { age: 16 }],
  ['the name', 'age_not_shown', element('family_name', 'Sample')],
  ['an age that the birth date contradicts', 'not_a_proof_of_age', { more: [birth('2010-01-01')] }],
  ['under 18, which the birth date contradicts', 'not_a_proof_of_age', { over: false, more: [birth('1987-06-05')] }],
  ['a birth date that there was not', 'age_not_shown', element('birth_date', new Tag(1004, '1987-02-30'))],
])('Identity data that show %s are refused [VP-21]', refusesMdoc)

test.each<[string, Wish]>([
  ['the name beside the age', { more: [{ elementIdentifier: 'family_name', elementValue: 'X' }] }],
  ['the birth date beside the age', { more: [birth('1987-06-05')] }],
  ['a birth date beside the age that is unknown', { more: [birth('0000-01-01')] }],
  ['a birth date beside the age of another form', { more: [{ ...birth(''), elementValue: '1987-06-05' }] }],
  ['a higher age', { age: 21 }],
])('Identity data as mdoc that show %s say yes: nothing but ages and the birth date is read [VP-21]', (_, wish) => {
  const shown = show(pid(wish), transcript)
  expect(outcomeOf(() => verifyMdocPid(shown, { ...question, transcript }))).toBe('yes')
})

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
