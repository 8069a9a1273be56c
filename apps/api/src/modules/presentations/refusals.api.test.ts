import { generateKeyPairSync } from 'node:crypto'
import type { PresentationReason } from '@avouch/contract'
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { beforeAll, expect, test } from 'vitest'
import { answer, answerByBrowser, began, post, sealed, type Sealing, trusting, verdictOf } from '#test/age-app.ts'
import { tokenOf, transcriptOf } from '#test/age-app-links.ts'
import { AV, createOffice, show, type Shown, type Wish } from '#test/age-office.ts'
import { makeCertificate } from '#test/certificates.ts'
import { useTestApi } from '#test/use-test-api.ts'

/** Ahead of the machine's clock, at which the product's stands: a slow machine changes nothing. */
const now = new Date((Math.floor(Date.now() / 1_000) + 600) * 1_000)
const office = createOffice(now)
const oldRoot = makeCertificate({ name: 'Old Root', isCa: true, until: new Date(now.getTime() - 1_000) }, now)
const the = useTestApi(trusting(office, oldRoot))
beforeAll(() => {
  const { clock } = the.api
  clock.hold()
  clock.advance(now.getTime() - clock.now().getTime())
})

type Begun = Awaited<ReturnType<typeof began>>
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const own = office.issue
const intents: string[] = []

/** The request is used up, its intent as before, and its provider has heard nothing. */
async function isUsedUp({ id, intent }: Begun, reason: PresentationReason) {
  const { data: progress } = await the.api.client('followPresentation', { params: { id } })
  expect(progress).toEqual({ state: 'refused', reason, redirect_uri: null })
  const { status, result, verdict } = await verdictOf(the.api, intent.id)
  expect({ status, result, verdict }).toEqual({ status: 'created', result: null, verdict: null })
  intents.push(intent.id)
}
/** Expects the refusal of an app's post; a good answer comes too late. */
async function isRefused(reason: PresentationReason, send: (url: string) => ReturnType<typeof post>) {
  const begun = await began(the.api, 'qr')
  const { status, data } = await send(begun.url)
  expect({ status, data }).toEqual({ status: 400, data: { error: 'invalid_request', error_description: reason } })
  await isUsedUp(begun, reason)
  expect((await answer(the.api, begun.url, own())).data).toMatchObject({ error_description: 'presentation_over' })
}
/** Expects the refusal of the page's post that asked its browser. */
async function isRefusedOfBrowser(reason: PresentationReason, make: (begun: Begun) => Promise<string>) {
  const begun = await began(the.api, 'dc_api')
  const refused = { status: 422, problem: { code: 'presentation_refused', reason } }
  await expect(answerByBrowser(the.api, begun.id, await make(begun))).rejects.toMatchObject(refused)
  await isUsedUp(begun, reason)
  const late = answerByBrowser(the.api, begun.id, await sealed(begun.request, own()))
  await expect(late).rejects.toMatchObject({ status: 410, code: 'presentation_over' })
}

const nested = (depth: number) => Uint8Array.from([...new Uint8Array(depth).fill(0x81), 0])
const bytesOf = (url: string, wrong: Shown = {}) => show(own(), transcriptOf(url), wrong)
const withEnd = (url: string) => Buffer.concat([bytesOf(url), Buffer.of(0)])
/** The response with its first key there twice: a map of four pairs in which the version comes again. */
const withTwice = (url: string) =>
  Buffer.concat([Buffer.of(0xa4), Buffer.from('6776657273696f6e63312e30', 'hex'), bytesOf(url).subarray(1)])

test.each<[string, (url: string) => string]>([
  ['bytes behind the end', (url) => tokenOf(withEnd(url))],
  ['a key that is there twice', (url) => tokenOf(withTwice(url))],
  ['too deep', () => tokenOf(nested(40))],
  ['another status', (url) => tokenOf(bytesOf(url, { status: 10 }))],
  ['another version', (url) => tokenOf(bytesOf(url, { version: '2.0' }))],
  ['a version in another form', (url) => tokenOf(bytesOf(url, { version: 1.1 }))],
  ['no list of documents', (url) => tokenOf(bytesOf(url, { response: (one) => one.delete('documents') }))],
  ['another query', (url) => tokenOf(bytesOf(url)).replace('proof_of_age', 'other')],
  ['two presentations', (url) => tokenOf(bytesOf(url)).replace('"]', '","oA"]')],
  ['padding', (url) => tokenOf(bytesOf(url)).replace('"]', '="]')],
  ['no JSON', () => 'oA'],
])("An app's answer with %s is refused [VP-06 VP-17]", async (_, token) => {
  await isRefused('malformed', (url) => post(the.api, url, { vp_token: token(url) }))
})

test.each<[string, Shown]>([
  ['no document', { documents: () => [] }],
  ['the document twice', { documents: (one) => [one, one] }],
  ['a document of another kind alone', { documents: (one) => [new Map([...one, ['docType', 'other']])] }],
])("An app's answer with %s is refused, because it is not one proof [VP-06]", async (_, wrong) => {
  await isRefused('not_a_proof_of_age', (url) => answer(the.api, url, own(), wrong))
})

const beside = (document: Map<string, unknown>) => [new Map([...document, ['docType', 'eu.europa.ec.eudi.pid.1']])]
test.each<[string, Shown]>([
  ['a newer version', { version: '1.1' }],
  ['reports of what it does not show', { response: (one) => one.set('documentErrors', [new Map([['other', 0]])]) }],
  ['reports of elements', { documents: (one) => [one.set('errors', new Map([[AV, new Map([['age_over_21', -1]])]]))] }],
  ['documents of another technique', { response: (one) => one.set('zkDocuments', [new Map([['proof', own()]])]) }],
  ['a document of another kind', { documents: (one) => [...beside(one), one] }],
  ['a MAC beside the signature', { mac: 'beside' }],
])("An app's answer with %s is taken: what was not asked for is not read [VP-06]", async (_, more) => {
  const { id, url } = await began(the.api, 'qr')
  expect(await answer(the.api, url, own(), more)).toMatchObject({ status: 200 })
  expect((await the.api.client('followPresentation', { params: { id } })).data.state).toBe('confirmed')
})

test.each<[string, Parameters<typeof transcriptOf>[1]]>([
  ['nonce', { nonce: 'A'.repeat(43) }],
  ['client', { clientId: 'redirect_uri:https://elsewhere.example/response' }],
  ['address', { responseUri: 'https://elsewhere.example/response' }],
  ['key for the answer', { thumbprint: new Uint8Array(32) }],
])("An app's answer that is signed for another %s is refused [VP-02]", async (_, change) => {
  await isRefused('not_of_this_request', (url) =>
    post(the.api, url, { vp_token: tokenOf(show(own(), transcriptOf(url, change))) }),
  )
})

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
])("A browser's answer %s is refused [VP-20]", bySealing)

test("A browser's answer that is encrypted for another request is refused [VP-20]", async () => {
  const { request: to } = await began(the.api, 'dc_api')
  await isRefusedOfBrowser('not_of_this_request', ({ request }) => sealed(request, own(), { to }))
})

test("A browser's answer to another kind of request is refused, and that one is open as before [VP-01]", async () => {
  const [{ request }, { id, url, intent }] = [await began(the.api, 'dc_api'), await began(the.api)]
  const answering = answerByBrowser(the.api, id, await sealed(request, own()))
  await expect(answering).rejects.toMatchObject({ status: 410, code: 'presentation_over' })
  expect((await verdictOf(the.api, intent.id)).status).toBe('created')
  expect(await answer(the.api, url, own())).toMatchObject({ status: 200 })
})

test.each<[string, PresentationReason, Wish, Shown?]>([
  ['a signature of another device', 'not_of_this_request', {}, { deviceKey: stranger.privateKey }],
  ['a stranger’s signature', 'not_trusted', { issuerKey: stranger.privateKey }],
  ['a proof that has run out', 'expired', { validUntil: new Date(now.getTime() - 6 * 60_000) }],
  ['another age', 'age_not_shown', { age: 16 }],
])('An app hears why %s is refused, and the website hears nothing [VP-06 VP-12]', (_, reason, wish, wrong) =>
  isRefused(reason, (url) => answer(the.api, url, own(wish), wrong)),
)

test('An age app may post more, and fields without a value', async () => {
  const { id, url } = await began(the.api, 'qr')
  const fields = { response: '', error: '', state: '', iss: 'https://wallet.example', presentation_submission: '{}' }
  expect(await post(the.api, url, { vp_token: tokenOf(bytesOf(url)), ...fields })).toMatchObject({ status: 200 })
  expect((await the.api.client('followPresentation', { params: { id } })).data.state).toBe('confirmed')
})

test('A provider hears nothing of answers that were refused, also later [VP-01]', async () => {
  const { url, intent } = await began(the.api, 'qr')
  expect(await answer(the.api, url, own())).toMatchObject({ status: 200 })
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
  expect(intents.flatMap((id) => the.api.world.eventsOf(id))).toEqual([])
})
