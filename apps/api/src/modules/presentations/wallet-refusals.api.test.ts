import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import type { PresentationReason } from '@avouch/contract'
import { Tag } from 'cbor2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, began, verdictOf } from '#test/age-app.ts'
import { createOffice, show, type Shown, SIGNER_USAGE, type Wish } from '#test/age-office.ts'
import { makeCertificate } from '#test/certificates.ts'
import { answerWallet, asking, beganWallet, fetchRequest, PID, postAnswer } from '#test/id-wallet.ts'
import { type Encrypting, encrypted, type WalletAsked, walletTranscript } from '#test/wallet-answers.ts'
import { issueSdJwt, type SdShown, type SdWish, showSdJwt } from '#test/sd-jwts.ts'
import { useTestApi } from '#test/use-test-api.ts'

/** Ahead of the machine's clock, at which the product's stands: a slow machine changes nothing. */
const now = new Date((Math.floor(Date.now() / 1_000) + 600) * 1_000)
const office = createOffice(now)
const { root, signer } = office
/** Trusted for proofs of age, and for nothing else. */
const ageOffice = createOffice(now)
const { settings } = asking([root], now, [ageOffice.root])
const the = useTestApi(settings)
beforeAll(() => {
  const { clock } = the.api
  clock.hold()
  clock.advance(now.getTime() - clock.now().getTime())
})

const [MINUTE, DAY] = [60_000, 86_400_000]
const seconds = (ms: number) => Math.floor((now.getTime() + ms) / 1_000)
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicOf = (curve: string) => generateKeyPairSync('ec', { namedCurve: curve }).publicKey.export({ format: 'jwk' })

/** Stand where a birth date was never entered, or is unknown in part. */
const [NEVER, UNKNOWN] = [
  ['0000-01-01', '0001-01-01', '1899-12-30', '1900-01-01', '1904-01-01'],
  ['1987-00-00', '1987-06-00'],
]
const UNSET = [...NEVER, ...UNKNOWN, '2999-01-01', '9999-12-31']

const credentialOf = (wish: SdWish = {}, by = signer) => issueSdJwt(by, wish, now)
const shownOf = (asked: WalletAsked, wish: SdWish = {}, wrong: SdShown = {}) =>
  showSdJwt(credentialOf(wish), asked, { ...wrong, binding: { iat: seconds(0), ...wrong.binding } })

const times: number[] = []
const intents: string[] = []
afterAll(() => {
  times.sort((one, other) => one - other)
  const [median, most] = [times[times.length >> 1], times.at(-1)].map((ms) => `${ms?.toFixed(1)} ms`)
  process.stdout.write(`VP-17: ${times.length} refusals of wallets, median ${median}, slowest ${most}\n`)
})

/** The request is used up, its intent as before, its provider has heard nothing, and a good answer comes too late. */
async function isRefused(reason: PresentationReason, send: (asked: WalletAsked) => ReturnType<typeof postAnswer>) {
  const { id, url, intent } = await beganWallet(the.api)
  const asked = await fetchRequest(the.api, url)
  const { status, data, ms } = await send(asked)
  expect({ status, data }).toEqual({ status: 400, data: { error: 'invalid_request', error_description: reason } })
  const { data: progress } = await the.api.client('followPresentation', { params: { id } })
  expect(progress).toEqual({ state: 'refused', reason, redirect_uri: null })
  const verdict = await verdictOf(the.api, intent.id)
  expect(verdict).toMatchObject({ status: 'created', result: null, verdict: null })
  expect(the.api.world.eventsOf(intent.id)).toEqual([])
  const late = await answerWallet(the.api, asked, shownOf(asked))
  expect(late.data).toMatchObject({ error_description: 'presentation_over' })
  intents.push(intent.id)
  times.push(ms)
}

type Row = [what: string, reason: PresentationReason, wish: SdWish, wrong?: SdShown]
const refuses = (_: string, reason: PresentationReason, wish: SdWish, wrong?: SdShown) =>
  isRefused(reason, (asked) => answerWallet(the.api, asked, shownOf(asked, wish, wrong)))

test('VP-20 VP-21 the answer that all others are changed from is accepted', async () => {
  const { url, intent } = await beganWallet(the.api)
  const asked = await fetchRequest(the.api, url)
  expect(await answerWallet(the.api, asked, shownOf(asked))).toMatchObject({ status: 200 })
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
})

describe('how it is encrypted', () => {
  const good = (asked: WalletAsked) => ({ vp_token: { pid_sd_jwt: [shownOf(asked)] } })
  const fieldsOf = async (asked: WalletAsked, answer: object, wrong: Encrypting = {}) => ({
    response: await encrypted(asked, answer, wrong),
  })
  type Case = [string, PresentationReason, (asked: WalletAsked) => Promise<Record<string, string>>]

  test.each<Case>([
    ['in plain', 'malformed', async (asked) => ({ vp_token: JSON.stringify(good(asked).vp_token) })],
    [
      'in plain beside one that is encrypted',
      'malformed',
      async (asked) => ({ ...(await fieldsOf(asked, good(asked))), vp_token: '{}' }),
    ],
    ['signed, and not encrypted', 'malformed', async () => ({ response: 'eyJhbGciOiJFUzI1NiJ9.e30.AAAA' })],
    ['that is no JWE', 'malformed', async () => ({ response: 'x' })],
    ['that is empty', 'malformed', async () => ({ response: '' })],
    ['that is too long', 'malformed', async (asked) => fieldsOf(asked, { more: 'x'.repeat(70_000), ...good(asked) })],
    ['without anything', 'malformed', async () => ({})],
    [
      'for another key',
      'not_of_this_request',
      async (asked) => fieldsOf(asked, good(asked), { key: publicOf('P-256') }),
    ],
    [
      'for another key by name',
      'not_of_this_request',
      async (asked) => fieldsOf(asked, good(asked), { header: { kid: 'other' } }),
    ],
    [
      'with another cipher',
      'malformed',
      async (asked) => fieldsOf(asked, good(asked), { header: { enc: 'A128CBC-HS256' } }),
    ],
    [
      'with a key inside',
      'malformed',
      async (asked) => fieldsOf(asked, good(asked), { header: { alg: 'ECDH-ES+A128KW' } }),
    ],
    [
      'with a header that has to be understood',
      'malformed',
      async (asked) => fieldsOf(asked, good(asked), { header: { crit: ['exp'], exp: 1 } }),
    ],
    ['that is compressed', 'malformed', async (asked) => fieldsOf(asked, good(asked), { header: { zip: 'DEF' } })],
    ['with a text', 'malformed', async (asked) => fieldsOf(asked, {}, { plaintext: 'x' })],
    ['with a list', 'malformed', async (asked) => fieldsOf(asked, {}, { plaintext: '[]' })],
  ])('VP-20 an answer %s is refused', async (_, reason, make) => {
    await isRefused(reason, async (asked) => postAnswer(the.api, asked.responseUri, await make(asked)))
  })

  const [VECTOR, CIPHERTEXT, TAG] = [2, 3, 4]
  test.each<[string, number, (part: string) => string]>([
    ['a tab in its initialization vector', VECTOR, (part) => `${part.slice(0, 3)}\t${part.slice(3)}`],
    ['a tab in its ciphertext', CIPHERTEXT, (part) => `${part.slice(0, 3)}\t${part.slice(3)}`],
    ['padding behind its tag', TAG, (part) => `${part}==`],
    [
      'its tag in another spelling',
      TAG,
      (part) => part.slice(0, -1) + { A: 'B', Q: 'R', g: 'h', w: 'x' }[part.slice(-1)],
    ],
    ['a line break behind it', TAG, (part) => `${part}\n`],
  ])('VP-17 VP-20 an answer with %s is refused', async (_, place, change) => {
    await isRefused('malformed', async (asked) => {
      const parts = (await encrypted(asked, good(asked))).split('.')
      const response = parts.map((part, index) => (index === place ? change(part) : part)).join('.')
      return postAnswer(the.api, asked.responseUri, { response })
    })
  })

  test('VP-20 an answer that is encrypted for another request is refused', async () => {
    const other = await fetchRequest(the.api, (await beganWallet(the.api)).url)
    await isRefused('not_of_this_request', async (asked) =>
      postAnswer(the.api, asked.responseUri, await fieldsOf(other, good(asked))),
    )
  })

  test.each<[string, PresentationReason, (asked: WalletAsked) => object]>([
    ['another query', 'malformed', (asked) => ({ vp_token: { other: [shownOf(asked)] } })],
    ['the other format', 'malformed', (asked) => ({ vp_token: { pid_mdoc: [shownOf(asked)] } })],
    ['both formats', 'malformed', (asked) => ({ vp_token: { pid_sd_jwt: [shownOf(asked)], pid_mdoc: ['oA'] } })],
    ['two presentations', 'malformed', (asked) => ({ vp_token: { pid_sd_jwt: [shownOf(asked), shownOf(asked)] } })],
    ['no presentation', 'malformed', () => ({ vp_token: { pid_sd_jwt: [] } })],
    ['a presentation that is no list', 'malformed', (asked) => ({ vp_token: { pid_sd_jwt: shownOf(asked) } })],
    ['no token', 'malformed', () => ({})],
    ['a token that is no object', 'malformed', (asked) => ({ vp_token: shownOf(asked) })],
    ['an error that is no text', 'malformed', (asked) => ({ ...good(asked), error: 1 })],
    ['an error beside the token', 'malformed', (asked) => ({ ...good(asked), error: 'access_denied' })],
  ])('VP-04 %s is refused', async (_, reason, make) => {
    await isRefused(reason, async (asked) => postAnswer(the.api, asked.responseUri, await fieldsOf(asked, make(asked))))
  })

  test('VP-19 an answer with a state is refused, because no request has one', async () => {
    await isRefused('not_of_this_request', (asked) =>
      answerWallet(the.api, asked, shownOf(asked), { more: { state: '1' } }),
    )
  })
})

describe('identity data as SD-JWT', () => {
  test.each<Row>([
    ['another type', 'not_a_proof_of_age', { vct: 'urn:eudi:mdl:1' }],
    ['a type that only looks alike', 'not_a_proof_of_age', { vct: 'urn:eudi:pidx:1' }],
    ['no type', 'not_a_proof_of_age', { payload: { vct: 1 } }],
    ['another format', 'not_a_proof_of_age', { header: { typ: 'JWT' } }],
    ['another algorithm', 'not_a_proof_of_age', { header: { alg: 'ES384' } }],
    ['no algorithm', 'not_a_proof_of_age', { header: { alg: 'none' } }],
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
  ])('VP-11 %s is refused', refuses)

  test.each<Row>([
    ['another nonce', 'not_of_this_request', {}, { binding: { nonce: 'A'.repeat(43) } }],
    ['another website', 'not_of_this_request', {}, { binding: { aud: 'x509_hash:other' } }],
    ['a list of websites', 'not_of_this_request', {}, { binding: { aud: ['x509_hash:other'] } }],
    ['another presentation', 'not_of_this_request', {}, { binding: { sd_hash: 'A'.repeat(43) } }],
    ['no moment', 'malformed', {}, { binding: { iat: 'now' } }],
  ])('VP-11 what the holder signed for %s is refused', refuses)

  test.each<Row>([
    ['by another key', 'not_of_this_request', {}, { holderKey: stranger.privateKey }],
    [
      'by another key, at another time',
      'not_of_this_request',
      {},
      { holderKey: stranger.privateKey, binding: { iat: seconds(DAY) } },
    ],
    ['of another type', 'not_a_proof_of_age', {}, { header: { typ: 'JWT' } }],
    ['with another algorithm', 'not_a_proof_of_age', {}, { header: { alg: 'none' } }],
    ['that is not there', 'not_of_this_request', {}, { unbound: true }],
  ])('VP-11 a signature of the holder %s is refused', refuses)

  test.each<Row>([
    ['nothing', 'age_not_shown', {}, { shown: [] }],
    ['the name', 'not_a_proof_of_age', {}, { shown: ['family_name'] }],
    ['the name beside the age', 'not_a_proof_of_age', { shape: 'clear' }, { shown: ['18', 'family_name'] }],
    ['the name beside the birth date', 'not_a_proof_of_age', {}, { shown: ['birthdate', 'family_name'] }],
    ['the birth date beside the age', 'not_a_proof_of_age', { shape: 'clear' }, { shown: ['18', 'birthdate'] }],
    ['three claims', 'not_a_proof_of_age', {}, { shown: ['age_equal_or_over', '18', 'birthdate'] }],
    ['another age', 'not_a_proof_of_age', { ages: { '16': true } }, { shown: ['age_equal_or_over', '16'] }],
    ['the ages without one', 'not_a_proof_of_age', {}, { shown: ['age_equal_or_over'] }],
    ['all ages at once', 'not_a_proof_of_age', { shape: 'flat' }, { shown: ['age_equal_or_over'] }],
    ['other ages beside it', 'not_a_proof_of_age', { inTheClear: { '21': true } }],
    [
      'other ages beside the birth date',
      'not_a_proof_of_age',
      { ages: {}, payload: { age_equal_or_over: { 21: true } } },
    ],
    ['other ages in the clear', 'not_a_proof_of_age', { shape: 'clear', inTheClear: { '21': true } }],
    ['ages in the clear beside those that are disclosed', 'not_a_proof_of_age', { payload: { age_equal_or_over: {} } }],
    ['ages in the clear that are no object', 'malformed', { ages: {}, payload: { age_equal_or_over: [18] } }],
    ['a name in the clear', 'not_a_proof_of_age', { payload: { family_name: 'Sample' } }],
    ['a birth date in the clear', 'not_a_proof_of_age', { payload: { birthdate: '1987-06-05' } }],
    ['a subject in the clear', 'not_a_proof_of_age', { payload: { sub: 'u1' } }],
    ['the age twice', 'not_a_proof_of_age', { shape: 'clear' }, { shown: ['18', '18'] }],
    ['an age outside of the ages', 'malformed', {}, { shown: ['18'] }],
    ['a number for true', 'not_a_proof_of_age', { ages: { '18': 1 } }],
    ['a text for true', 'not_a_proof_of_age', { ages: { '18': 'true' } }],
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
    ['a claim that is no JSON', 'malformed', {}, { shown: [], more: ['eA'] }],
    ['a birth date without a day', 'age_not_shown', { ages: {}, birthDate: '1987-06' }],
    ['a birth date that there was not', 'age_not_shown', { ages: {}, birthDate: '1987-02-30' }],
    ...UNSET.map((birthDate): Row => [`the birth date ${birthDate}`, 'age_not_shown', { ages: {}, birthDate }]),
    ['a number for a birth date', 'age_not_shown', { ages: {}, birthDate: 19_870_605 }],
  ])('VP-21 %s is refused', refuses)

  test.each<Row>([
    ['that have run out', 'expired', { payload: { exp: seconds(-6 * MINUTE) } }],
    ['without an end', 'malformed', { payload: { exp: undefined } }],
    ['that are not valid yet', 'not_valid_yet', { payload: { nbf: seconds(6 * MINUTE) } }],
    ['that will be issued', 'not_valid_yet', { payload: { iat: seconds(6 * MINUTE) } }],
    ['of before their certificate', 'not_trusted', { payload: { iat: seconds(-40 * DAY) } }],
    ['whose end is no time', 'malformed', { payload: { exp: 'tomorrow' } }],
  ])('VP-09 identity data %s are refused', refuses)

  test.each<[string, PresentationReason, () => ReturnType<typeof credentialOf>]>([
    ['of a stranger', 'not_trusted', () => credentialOf({}, createOffice(now).signer)],
    [
      'of a stranger with its root',
      'not_trusted',
      () => {
        const other = createOffice(now)
        return credentialOf({ chain: [other.signer.certificate, other.root.certificate] }, other.signer)
      },
    ],
    ['that another key signed', 'not_trusted', () => credentialOf({ issuerKey: stranger.privateKey })],
    ['without a certificate', 'not_trusted', () => credentialOf({ header: { x5c: undefined } })],
    ['with what is no certificate', 'malformed', () => credentialOf({ chain: [new Uint8Array(300)] })],
    [
      'of a certificate for another use',
      'not_trusted',
      () => credentialOf({}, makeCertificate({ name: 'Other', issuer: root, usages: ['1.3.6.1.5.5.7.3.1'] }, now)),
    ],
    [
      'of a certificate that has run out',
      'not_trusted',
      () =>
        credentialOf(
          {},
          makeCertificate(
            { name: 'Old', issuer: root, usages: [SIGNER_USAGE], until: new Date(now.getTime() - MINUTE) },
            now,
          ),
        ),
    ],
  ])('VP-10 identity data %s are refused', async (_, reason, make) => {
    const made = make()
    await isRefused(reason, (asked) =>
      answerWallet(the.api, asked, showSdJwt(made, asked, { binding: { iat: seconds(0) } })),
    )
  })

  test('TRUST-01 VP-10 identity data of who may issue proofs of age alone are refused', async () => {
    await isRefused('not_trusted', (asked) => {
      const made = credentialOf({}, ageOffice.signer)
      return answerWallet(the.api, asked, showSdJwt(made, asked, { binding: { iat: seconds(0) } }))
    })
  })

  test.each<[string, (presentation: string) => string]>([
    ['cut', (one) => one.slice(0, -4)],
    ['padded', (one) => `${one}=`],
    ['of four parts', (one) => one.replace('~', '.AA~')],
  ])('VP-11 VP-17 a presentation that is %s is refused', async (_, change) => {
    await isRefused('malformed', (asked) => answerWallet(the.api, asked, shownOf(asked, {}, { change })))
  })
})

test('TRUST-01 VP-10 an mdoc with identity data of who may issue proofs of age alone is refused', async () => {
  await isRefused('not_trusted', (asked) => {
    const made = ageOffice.issue({ docType: PID, shownSpace: PID, signedSpace: PID })
    return answerWallet(the.api, asked, show(made, walletTranscript(asked)))
  })
})

test('VP-19 a request to an age app is not fetched, nor is one that there is not', async () => {
  const { url } = await began(the.api, 'qr')
  const path = new URL(new URLSearchParams(new URL(url).search).get('response_uri') ?? '').pathname
  for (const route of [path.split('/').at(-1), 'A'.repeat(43)]) {
    const response = await fetch(`${the.api.baseUrl}/openid4vp/request/${route}`)
    expect(response.status).toBe(404)
  }
  expect(await answer(the.api, url, ageOffice.issue())).toMatchObject({ status: 200 })
})

describe('identity data as mdoc', () => {
  const pid = (wish: Wish = {}) => office.issue({ docType: PID, shownSpace: PID, signedSpace: PID, ...wish })
  const refusesMdoc = (_: string, reason: PresentationReason, wish: Wish, change: Change = {}) =>
    isRefused(reason, (asked) =>
      answerWallet(the.api, asked, show(pid(wish), walletTranscript(asked, change.asked), change.shown)),
    )
  type Change = { asked?: Partial<WalletAsked>; shown?: Shown }
  const element = (elementIdentifier: string, elementValue: unknown): Wish => ({
    element: { elementIdentifier, elementValue },
  })
  const otherKey = publicOf('P-256') as JsonWebKey & { kid: string }

  test.each<[string, PresentationReason, Wish, Change?]>([
    ['nonce', 'not_of_this_request', {}, { asked: { nonce: 'A'.repeat(43) } }],
    ['website', 'not_of_this_request', {}, { asked: { clientId: 'x509_hash:other' } }],
    ['address', 'not_of_this_request', {}, { asked: { responseUri: 'https://elsewhere.example/response' } }],
    ['key for the answer', 'not_of_this_request', {}, { asked: { key: otherKey } }],
  ])('VP-02 an answer of a wallet that is signed for another %s is refused', refusesMdoc)

  test.each<[string, PresentationReason, Wish, Change?]>([
    ['a proof of age', 'not_a_proof_of_age', { docType: 'eu.europa.ec.av.1' }],
    ['another document that the issuer signed', 'not_a_proof_of_age', { signedDocType: 'eu.europa.ec.av.1' }],
    ['another namespace', 'not_a_proof_of_age', { shownSpace: 'eu.europa.ec.av.1' }],
    ['another age', 'not_a_proof_of_age', { age: 16 }],
    ['the name', 'not_a_proof_of_age', element('family_name', 'Sample')],
    [
      'a name beside the age',
      'not_a_proof_of_age',
      { more: [{ elementIdentifier: 'family_name', elementValue: 'X' }] },
    ],
    ['a text for a birth date', 'not_a_proof_of_age', element('birth_date', '1987-06-05')],
    ['a birth date that there was not', 'age_not_shown', element('birth_date', new Tag(1004, '1987-02-30'))],
    ...UNSET.map((day): [string, PresentationReason, Wish] => [
      `the birth date ${day}`,
      'age_not_shown',
      element('birth_date', new Tag(1004, day)),
    ]),
    ['a number for true', 'not_a_proof_of_age', { over: 1 }],
    ['another digest', 'not_a_proof_of_age', { digest: (one) => Buffer.from(one.map((byte) => byte ^ 1)) }],
    ['another key of the device', 'not_of_this_request', {}, { shown: { deviceKey: stranger.privateKey } }],
    ['another key of the issuer', 'not_trusted', { issuerKey: stranger.privateKey }],
    ['data that have run out', 'expired', { validUntil: new Date(now.getTime() - 6 * MINUTE) }],
    ['data that are not valid yet', 'not_valid_yet', { validFrom: new Date(now.getTime() + 6 * MINUTE) }],
  ])('VP-21 %s is refused', refusesMdoc)
})

test('VP-01 a provider hears nothing of answers of wallets that were refused, also later', async () => {
  const { url, intent } = await beganWallet(the.api)
  const asked = await fetchRequest(the.api, url)
  expect(await answerWallet(the.api, asked, shownOf(asked))).toMatchObject({ status: 200 })
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
  expect(intents.flatMap((id) => the.api.world.eventsOf(id))).toEqual([])
})
