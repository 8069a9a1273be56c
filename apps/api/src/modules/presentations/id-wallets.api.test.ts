import { Tag } from 'cbor2'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { arrival, verdictOf } from '#test/age-app.ts'
import { createOffice, show } from '#test/age-office.ts'
import {
  answerWallet,
  asking,
  beganWallet,
  fetchObject,
  fetchRequest,
  PID,
  postAnswer,
  readRequestObject,
} from '#test/id-wallet.ts'
import { encrypted, walletTranscript } from '#test/wallet-answers.ts'
import { issueSdJwt, type SdWish, showSdJwt } from '#test/sd-jwts.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { createDayOf } from '../../platform/birth-date.ts'

const office = createOffice()
const { settings } = asking([office.root])
const the = useTestApi(settings)

const follow = async (id: string) => (await the.api.client('followPresentation', { params: { id } })).data
const pid = (element: string, value: unknown) =>
  office.issue({
    docType: PID,
    shownSpace: PID,
    signedSpace: PID,
    element: { elementIdentifier: element, elementValue: value },
  })
const day = (text: string) => new Tag(1004, text)

test('An ID wallet on the same device fetches a signed request and answers encrypted [VP-21 VP-15]', async () => {
  const { id, url, qr_url, request, intent } = await beganWallet(the.api, 'link')
  expect([url.split('?')[0], qr_url, request]).toEqual(['openid4vp://', null, null])
  expect((await follow(id)).state).toBe('waiting')
  const asked = await fetchRequest(the.api, url)
  expect((await follow(id)).state).toBe('fetched')
  expect(asked.claims).toMatchObject({
    aud: 'https://self-issued.me/v2',
    response_type: 'vp_token',
    response_mode: 'direct_post.jwt',
  })
  expect(asked.claims).not.toHaveProperty('state')

  const answered = await answerWallet(the.api, asked, showSdJwt(issueSdJwt(office.signer), asked))
  expect(answered).toMatchObject({ status: 200 })
  expect((await follow(id)).state).toBe('checked')
  const body = { response_code: arrival(answered.data['redirect_uri']).response_code }
  const { data } = await the.api.client('finishPresentation', { params: { id }, body })
  expect(data).toEqual({ status: 'confirmed', data: { redirect_uri: intent.redirect_uri, result: true } })
  const { status, claims } = await verdictOf(the.api, intent.id)
  expect(status).toBe('confirmed')
  expect(claims).toMatchObject({ result: 'yes', method: 'id_wallet', minimum_age: 18, verified_on: null })
})

const dayOf = createDayOf('Europe/Berlin')
/** Today in AGE_TIME_ZONE, so many years ago, and some days more. A year without 29 February has the day before. */
function born(years: number, days = 0): string {
  const [year = 0, month = 0, day = 0] = dayOf(the.api.clock.now()).split('-').map(Number)
  const ofMonth = days === 0 && month === 2 && day === 29 ? 28 : day + days
  return new Date(Date.UTC(year - years, month - 1, ofMonth)).toISOString().slice(0, 10)
}
/** The verdict after an answer by QR code. */
async function answeredBy(
  minimumAge: number,
  make: (asked: Awaited<ReturnType<typeof fetchRequest>>) => string | Uint8Array,
) {
  const { id, url, intent } = await beganWallet(the.api, 'qr', minimumAge)
  const asked = await fetchRequest(the.api, url)
  const answer = await answerWallet(the.api, asked, make(asked))
  const { state, reason } = await follow(id)
  const { claims } = await verdictOf(the.api, intent.id)
  return { answer: answer.status, state, reason, result: claims['result'], method: claims['method'] }
}
const yes = { answer: 200, state: 'confirmed', reason: null, result: 'yes', method: 'id_wallet' }
const no = { ...yes, state: 'denied', result: 'no' }

test.each<[string, number, () => SdWish, object]>([
  ['18 or over', 18, () => ({}), yes],
  ['under 18', 18, () => ({ ages: { '18': false } }), no],
  ['digests of SHA-512', 18, () => ({ hash: ['sha-512', 'sha512'] }), yes],
  ['16 or over', 16, () => ({ ages: { '16': true, '18': false } }), yes],
  ['under 21', 21, () => ({ ages: { '18': true, '21': false } }), no],
  ['a birth date of 18 years ago today', 18, () => ({ ages: {}, birthDate: born(18) }), yes],
  ['a birth date of tomorrow 18 years ago', 18, () => ({ ages: {}, birthDate: born(18, 1) }), no],
])('Identity data as SD-JWT that say %s answer a request [VP-21]', async (_, age, wish, answer) => {
  const credential = issueSdJwt(office.signer, { shape: 'recursive', ...wish() }, the.api.clock.now())
  const shown = credential.disclosures.has(`${age}`)
  const names = shown ? [...(wish().shape === 'clear' ? [] : ['age_equal_or_over']), `${age}`] : ['birthdate']
  expect(await answeredBy(age, (asked) => showSdJwt(credential, asked, { shown: names }))).toEqual(answer)
})

test.each<[string, number, string, () => unknown, object]>([
  ['18 or over', 18, 'age_over_18', () => true, yes],
  ['under 18', 18, 'age_over_18', () => false, no],
  ['a birth date of 18 years ago today', 18, 'birth_date', () => day(born(18)), yes],
  ['a birth date of tomorrow 18 years ago', 18, 'birth_date', () => day(born(18, 1)), no],
])('Identity data as mdoc that say %s answer a request [VP-21]', async (_, age, element, value, answer) => {
  const proof = pid(element, value())
  expect(await answeredBy(age, (asked) => show(proof, walletTranscript(asked)))).toEqual(answer)
})

test.each<[string, (asked: Awaited<ReturnType<typeof fetchRequest>>) => string | Uint8Array]>([
  [
    'SD-JWT',
    (asked) =>
      showSdJwt(issueSdJwt(office.signer, {}, the.api.clock.now()), asked, {
        shown: ['age_equal_or_over', '18', 'birthdate', 'family_name'],
      }),
  ],
  [
    'mdoc',
    (asked) => {
      const more = [
        { elementIdentifier: 'birth_date', elementValue: day('1987-06-05') },
        { elementIdentifier: 'family_name', elementValue: 'Sample of nowhere' },
      ]
      const proof = office.issue({ docType: PID, shownSpace: PID, signedSpace: PID, more })
      return show(proof, walletTranscript(asked))
    },
  ],
])(
  'A wallet that shows age, birth date and name as %s answers, and nothing of them is kept [VP-21 VP-12]',
  async (_, make) => {
    expect(await answeredBy(18, make)).toEqual(yes)
  },
)

test('A wallet is asked for the age, or else for the birth date, in one of two formats [VP-21]', async () => {
  const { claims } = await fetchRequest(the.api, (await beganWallet(the.api, 'qr', 16)).url)
  expect(claims['dcql_query']).toMatchObject({
    credentials: [
      { format: 'dc+sd-jwt', claims: [{ path: ['age_equal_or_over', '16'] }, { path: ['birthdate'] }] },
      {
        format: 'mso_mdoc',
        claims: [
          { path: [PID, 'age_over_16'], intent_to_retain: false },
          { path: [PID, 'birth_date'], intent_to_retain: false },
        ],
      },
    ],
    credential_sets: [{ options: [['pid_sd_jwt'], ['pid_mdoc']] }],
  })
})

test('A request to a wallet is fetched once, also at the same moment, and each has a nonce, an address and a key of its own', async () => {
  const [one, two] = [await beganWallet(the.api), await beganWallet(the.api)]
  const [first, second] = [await fetchRequest(the.api, one.url), await fetchRequest(the.api, two.url)]
  for (const name of ['nonce', 'responseUri'] as const) expect(first[name]).not.toBe(second[name])
  expect(first.key.kid).not.toBe(second.key.kid)
  const again = await Promise.all([fetchObject(the.api, one.url), fetchObject(the.api, one.url, {})])
  expect(again.map(({ status }) => status)).toEqual([404, 404])
  const third = await beganWallet(the.api)
  const all = await Promise.all(Array.from({ length: 8 }, () => fetchObject(the.api, third.url)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  // The first one goes on.
  expect(await answerWallet(the.api, first, showSdJwt(issueSdJwt(office.signer), first))).toMatchObject({ status: 200 })
})

test('A wallet that posts gets its own nonce back, and a nonce that is too long is refused', async () => {
  const { url } = await beganWallet(the.api)
  expect((await fetchObject(the.api, url, { wallet_nonce: 'n'.repeat(300) })).status).toBe(400)
  const response = await fetchObject(the.api, url, { wallet_nonce: 'of-the-wallet', wallet_metadata: '{}' })
  const { claims } = readRequestObject(await response.text(), url)
  expect(claims['wallet_nonce']).toBe('of-the-wallet')
})

test('The address in a QR code leads a phone to the wallet, and leaves the request to be fetched', async () => {
  const { id, url, qr_url } = await beganWallet(the.api)
  const scanned = await fetch(the.api.baseUrl + new URL(qr_url ?? '').pathname, { redirect: 'manual' })
  expect([scanned.status, scanned.headers.get('location')]).toEqual([303, url])
  expect((await follow(id)).state).toBe('waiting')
  await fetchRequest(the.api, url)
})

test('The visitor cancels in the wallet, in plain or encrypted, and what an error says more changes nothing [VP-01]', async () => {
  for (const isPlain of [true, false]) {
    const { id, url, intent } = await beganWallet(the.api)
    const asked = await fetchRequest(the.api, url)
    const more = { error_description: 'cancelled', vp_token: '', state: '', iss: WALLET, more: 'x' }
    const error = { error: 'access_denied', ...(isPlain ? {} : more) }
    const fields = isPlain ? error : { response: await encrypted(asked, error) }
    expect(await postAnswer(the.api, asked.responseUri, fields)).toMatchObject({ status: 200, data: {} })
    expect(await follow(id)).toEqual({ state: 'refused', reason: 'cancelled', redirect_uri: null })
    expect((await verdictOf(the.api, intent.id)).status).toBe('created')
  }
})

const [MOMENT, WALLET] = [Math.floor(Date.now() / 1_000), 'https://wallet.example']
test.each<[string, SdWish, { more?: object; header?: Record<string, unknown> }]>([
  [
    'who answers whom, and when',
    {},
    { more: { iss: WALLET, aud: 'x509_hash:any', exp: MOMENT, iat: MOMENT, nbf: 'x' } },
  ],
  ['other tokens', {}, { more: { id_token: 'a.b.c', access_token: null, presentation_submission: { id: '1' } } }],
  ['fields without a value', {}, { more: { state: '', error: '', error_description: null } }],
  [
    'a time and a type in its header',
    {},
    { header: { iat: MOMENT, exp: MOMENT, x5c: ['x'], typ: 'JWT', aud: WALLET } },
  ],
  ['more of its holder’s key', { ofKey: { iat: MOMENT, x5u: WALLET, ext: true } }, {}],
])('An answer of a wallet that has %s too is taken', async (_, wish, wrong) => {
  const { id, url } = await beganWallet(the.api)
  const response = await fetchObject(the.api, url, { wallet_nonce: '', wallet_metadata: '', more: 'x' })
  const asked = readRequestObject(await response.text(), url)
  expect(asked.claims).not.toHaveProperty('wallet_nonce')
  const shown = showSdJwt(issueSdJwt(office.signer, wish, the.api.clock.now()), asked)
  expect(await answerWallet(the.api, asked, shown, wrong)).toMatchObject({ status: 200 })
  expect((await follow(id)).state).toBe('confirmed')
})

test('A request that accepts ID wallets alone asks no age app, and no wallet by the browser’s API [VP-21]', async () => {
  const { intent } = await beganWallet(the.api)
  const refused = { status: 422, code: 'method_not_possible' }
  for (const body of [
    { mintid: intent.mintid, way: 'dc_api', kind: 'id_wallet' } as const,
    { mintid: intent.mintid, way: 'qr' } as const,
  ])
    await expect(the.api.client('createPresentation', { body })).rejects.toMatchObject(refused)
})

test.each([
  ['urn:eudi:pid', 'pid_sd_jwt', 'dc+sd-jwt', 'pid_mdoc'],
  [PID, 'pid_mdoc', 'mso_mdoc', 'pid_sd_jwt'],
])('Where %s alone is trusted, a wallet is asked for that alone [VP-21]', async (docType, id, format, other) => {
  const before = the.api.settings['TRUST_ANCHORS_FILE'] ?? ''
  const path = join(dirname(before), `${id}.json`)
  writeFileSync(path, JSON.stringify([{ docTypes: [docType], file: '0.pem' }]))
  onTestFinished(async () => {
    the.api.settings['TRUST_ANCHORS_FILE'] = before
    await the.api.restart()
  })
  the.api.settings['TRUST_ANCHORS_FILE'] = path
  await the.api.restart()

  const asked = await fetchRequest(the.api, (await beganWallet(the.api)).url)
  expect(asked.claims).toMatchObject({
    dcql_query: { credentials: [{ id, format }], credential_sets: [{ options: [[id]] }] },
    client_metadata: { vp_formats_supported: { [format]: expect.any(Object) as object } },
  })
  expect(Object.keys(asked.claims.client_metadata.vp_formats_supported)).toEqual([format])
  const query = { query: other }
  const answered = await answerWallet(the.api, asked, showSdJwt(issueSdJwt(office.signer), asked), query)
  expect(answered).toMatchObject({ status: 400, data: { error_description: 'malformed' } })
})
