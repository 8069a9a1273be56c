import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import type { PresentationReason } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { answer, began, verdictOf } from '#test/age-app.ts'
import { createOffice, show } from '#test/age-office.ts'
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

const MINUTE = 60_000
const seconds = (ms: number) => Math.floor((now.getTime() + ms) / 1_000)
const publicOf = (curve: string) => generateKeyPairSync('ec', { namedCurve: curve }).publicKey.export({ format: 'jwk' })

const credentialOf = (wish: SdWish = {}, by = signer) => issueSdJwt(by, wish, now)
const shownOf = (asked: WalletAsked, wish: SdWish = {}, wrong: SdShown = {}) =>
  showSdJwt(credentialOf(wish), asked, { ...wrong, binding: { iat: seconds(0), ...wrong.binding } })

const intents: string[] = []

/** The request is used up, its intent as before, its provider has heard nothing, and a good answer comes too late. */
async function isRefused(reason: PresentationReason, send: (asked: WalletAsked) => ReturnType<typeof postAnswer>) {
  const { id, url, intent } = await beganWallet(the.api)
  const asked = await fetchRequest(the.api, url)
  const { status, data } = await send(asked)
  expect({ status, data }).toEqual({ status: 400, data: { error: 'invalid_request', error_description: reason } })
  const { data: progress } = await the.api.client('followPresentation', { params: { id } })
  expect(progress).toEqual({ state: 'refused', reason, redirect_uri: null })
  const verdict = await verdictOf(the.api, intent.id)
  expect(verdict).toMatchObject({ status: 'created', result: null, verdict: null })
  expect(the.api.world.eventsOf(intent.id)).toEqual([])
  const late = await answerWallet(the.api, asked, shownOf(asked))
  expect(late.data).toMatchObject({ error_description: 'presentation_over' })
  intents.push(intent.id)
}

type Row = [what: string, reason: PresentationReason, wish: SdWish, wrong?: SdShown]
const refuses = (_: string, reason: PresentationReason, wish: SdWish, wrong?: SdShown) =>
  isRefused(reason, (asked) => answerWallet(the.api, asked, shownOf(asked, wish, wrong)))

test.each<Row>([
  ['a type that only looks alike', 'not_a_proof_of_age', { vct: 'urn:eudi:pidx:1' }],
  ['a signature of the holder that is not there', 'not_of_this_request', {}, { unbound: true }],
  ['an age that is not shown', 'age_not_shown', {}, { shown: [] }],
  ['identity data that have run out', 'expired', { payload: { exp: seconds(-6 * MINUTE) } }],
])('A wallet hears why %s is refused, and the website hears nothing [VP-02 VP-21]', refuses)

const good = (asked: WalletAsked) => ({ vp_token: { pid_sd_jwt: [shownOf(asked)] } })
const fieldsOf = async (asked: WalletAsked, answer: object, wrong: Encrypting = {}) => ({
  response: await encrypted(asked, answer, wrong),
})
const tabbed = (jwe: string) => `${jwe.slice(0, -40)}\t${jwe.slice(-40)}`
type Case = [string, PresentationReason, (asked: WalletAsked) => Promise<Record<string, string>>]

test.each<Case>([
  ['in plain', 'malformed', async (asked) => ({ vp_token: JSON.stringify(good(asked).vp_token) })],
  [
    'in plain beside one that is encrypted',
    'malformed',
    async (asked) => ({ ...(await fieldsOf(asked, good(asked))), vp_token: '{}' }),
  ],
  ['with a state', 'not_of_this_request', async (asked) => fieldsOf(asked, { ...good(asked), state: '1' })],
  ['that is no JWE', 'malformed', async () => ({ response: 'x' })],
  ['that is too long', 'malformed', async (asked) => fieldsOf(asked, { more: 'x'.repeat(70_000), ...good(asked) })],
  ['without anything', 'malformed', async () => ({})],
  [
    'with a tab in its ciphertext',
    'malformed',
    async (asked) => ({ response: tabbed(await encrypted(asked, good(asked))) }),
  ],
  ['with a text', 'malformed', async (asked) => fieldsOf(asked, {}, { plaintext: 'x' })],
])("A wallet's answer %s is refused [VP-20]", async (_, reason, make) => {
  await isRefused(reason, async (asked) => postAnswer(the.api, asked.responseUri, await make(asked)))
})

test.each<[string, PresentationReason, Encrypting]>([
  ['for another key', 'not_of_this_request', { key: publicOf('P-256') }],
  ['for another key by name', 'not_of_this_request', { header: { kid: 'other' } }],
  ['with another cipher', 'malformed', { header: { enc: 'A128CBC-HS256' } }],
  ['with a key inside', 'malformed', { header: { alg: 'ECDH-ES+A128KW' } }],
  ['with a header that has to be understood', 'malformed', { header: { crit: ['exp'], exp: 1 } }],
  ['that is compressed', 'malformed', { header: { zip: 'DEF' } }],
])("A wallet's answer %s is refused [VP-20]", async (_, reason, wrong) => {
  await isRefused(reason, async (asked) =>
    postAnswer(the.api, asked.responseUri, await fieldsOf(asked, good(asked), wrong)),
  )
})

test.each<[string, PresentationReason, (asked: WalletAsked) => object]>([
  ['the other format', 'malformed', (asked) => ({ vp_token: { pid_mdoc: [shownOf(asked)] } })],
  ['both formats', 'malformed', (asked) => ({ vp_token: { pid_sd_jwt: [shownOf(asked)], pid_mdoc: ['oA'] } })],
  ['two presentations', 'malformed', (asked) => ({ vp_token: { pid_sd_jwt: [shownOf(asked), shownOf(asked)] } })],
  ['a presentation that is no list', 'malformed', (asked) => ({ vp_token: { pid_sd_jwt: shownOf(asked) } })],
  ['no token', 'malformed', () => ({})],
  ['an error beside the token', 'malformed', (asked) => ({ ...good(asked), error: 'access_denied' })],
])("A wallet's answer that holds %s is refused [VP-06]", async (_, reason, make) => {
  await isRefused(reason, async (asked) => postAnswer(the.api, asked.responseUri, await fieldsOf(asked, make(asked))))
})

test('Identity data of who may issue proofs of age alone are refused, as SD-JWT and as mdoc [TRUST-01 VP-10]', async () => {
  const mdoc = ageOffice.issue({ docType: PID, shownSpace: PID, signedSpace: PID })
  const binding = { iat: seconds(0) }
  for (const shown of [
    (asked: WalletAsked) => showSdJwt(credentialOf({}, ageOffice.signer), asked, { binding }),
    (asked: WalletAsked) => show(mdoc, walletTranscript(asked)),
  ])
    await isRefused('not_trusted', async (asked) => answerWallet(the.api, asked, shown(asked)))
})

test('A wallet fetches no request to an age app, and none that does not exist', async () => {
  const { url } = await began(the.api, 'qr')
  const path = new URL(new URLSearchParams(new URL(url).search).get('response_uri') ?? '').pathname
  for (const route of [path.split('/').at(-1), 'A'.repeat(43)]) {
    const response = await fetch(`${the.api.baseUrl}/openid4vp/request/${route}`)
    expect(response.status).toBe(404)
  }
  expect(await answer(the.api, url, ageOffice.issue())).toMatchObject({ status: 200 })
})

const pid = office.issue({ docType: PID, shownSpace: PID, signedSpace: PID })
const otherKey = publicOf('P-256') as JsonWebKey & { kid: string }

test.each<[string, PresentationReason, Partial<WalletAsked>]>([
  ['nonce', 'not_of_this_request', { nonce: 'A'.repeat(43) }],
  ['website', 'not_of_this_request', { clientId: 'x509_hash:other' }],
  ['address', 'not_of_this_request', { responseUri: 'https://elsewhere.example/response' }],
  ['key for the answer', 'not_of_this_request', { key: otherKey }],
])("A wallet's answer that is signed for another %s is refused [VP-02]", (_, reason, other) =>
  isRefused(reason, (asked) => answerWallet(the.api, asked, show(pid, walletTranscript(asked, other)))),
)

test.each([-9, 5])('What is signed by a phone whose clock is %d minutes off is accepted [APP-21]', async (off) => {
  const asked = await fetchRequest(the.api, (await beganWallet(the.api)).url)
  const shown = shownOf(asked, {}, { binding: { iat: seconds(off * MINUTE) } })
  expect(await answerWallet(the.api, asked, shown)).toMatchObject({ status: 200 })
})

test.each([-11, 6])(
  'A phone whose clock is %d minutes off is refused for its clock, and may answer the same request again [APP-21]',
  async (off) => {
    const { id, url, intent } = await beganWallet(the.api)
    const state = async () => (await the.api.client('followPresentation', { params: { id } })).data
    const first = await fetchRequest(the.api, url)
    const shown = shownOf(first, {}, { binding: { iat: seconds(off * MINUTE) } })
    for (let n = 0; n < 2; n++)
      expect(await answerWallet(the.api, first, shown)).toMatchObject({
        status: 400,
        data: { error: 'invalid_request', error_description: 'clock' },
      })
    expect(await state()).toEqual({ state: 'refused', reason: 'clock', redirect_uri: null })
    const again = await fetchRequest(the.api, url)
    expect(await state()).toMatchObject({ state: 'fetched', reason: null })
    expect(await answerWallet(the.api, again, shownOf(again))).toMatchObject({ status: 200 })
    expect((await state()).state).toBe('confirmed')
    expect((await verdictOf(the.api, intent.id)).claims).toMatchObject({ result: 'yes' })
  },
)

test('A provider hears nothing of answers of wallets that were refused, also later [VP-01]', async () => {
  const { url, intent } = await beganWallet(the.api)
  const asked = await fetchRequest(the.api, url)
  expect(await answerWallet(the.api, asked, shownOf(asked))).toMatchObject({ status: 200 })
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
  expect(intents.flatMap((id) => the.api.world.eventsOf(id))).toEqual([])
})
