import { createHash } from 'node:crypto'
import { decode } from 'cbor2'
import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { writeCbor } from '../../src/modules/presentations/cbor.ts'
import { AV, type Office, type Proof, show, type Shown } from './age-office.ts'
import { pemOf } from './certificates.ts'
import { createIntent } from './builders.ts'
import type { TestApi } from './test-api.ts'

/** Settings of a server that accepts proofs of this office, by a fixed anchor. */
export function trusting(office: Office): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-anchors-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'root.pem'), pemOf(office.root.certificate))
  const path = join(folder, 'anchors.json')
  writeFileSync(path, JSON.stringify([{ docTypes: [AV], file: 'root.pem' }]))
  return { TRUST_ANCHORS_FILE: path }
}

/** What an app reads out of a link. */
function readLink(url: string) {
  const fields = new URLSearchParams(url.slice(url.indexOf('?')))
  const field = (name: string) => fields.get(name) ?? ''
  return { nonce: field('nonce'), clientId: field('client_id'), responseUri: field('response_uri'), fields }
}

/** The transcript as OpenID4VP describes it, made without the product's code. */
export function transcriptOf(
  url: string,
  change: Partial<{ nonce: string; clientId: string; responseUri: string; thumbprint: Uint8Array }> = {},
) {
  const { nonce, clientId, responseUri, thumbprint = null } = { ...readLink(url), ...change }
  const info = writeCbor([clientId, nonce, thumbprint, responseUri])
  return [null, null, ['OpenID4VPHandover', createHash('sha256').update(info).digest()]]
}

export const tokenOf = (response: Uint8Array): string =>
  JSON.stringify({ proof_of_age: [Buffer.from(response).toString('base64url')] })

/** A browser that began, for an intent that accepts proofs of age. */
export async function began(api: TestApi, way: 'link' | 'qr' | 'dc_api' = 'link', minimum_age = 18) {
  const intent = await createIntent(api, { minimum_age, accept: ['proof_of_age'] })
  const { data } = await api.client('createPresentation', { body: { mintid: intent.mintid, way } })
  api.secrets.saw(JSON.stringify({ nonce: readLink(data.url ?? '').nonce }))
  return { ...data, url: data.url ?? '', intent }
}

/** Posts an answer as an app does. */
export async function post(api: TestApi, url: string, fields: Record<string, string>) {
  const { pathname } = new URL(readLink(url).responseUri)
  for (const said of Object.values(fields)) api.secrets.saw(JSON.stringify({ token: said }))
  const begun = performance.now()
  const response = await fetch(api.baseUrl + pathname, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': api.place.address },
  })
  const data = JSON.parse(await response.text()) as Record<string, string>
  return { status: response.status, data, headers: response.headers, ms: performance.now() - begun }
}

export const answer = (api: TestApi, url: string, proof: Proof, wrong: Shown = {}) =>
  post(api, url, { vp_token: tokenOf(show(proof, transcriptOf(url), wrong)) })

/** What the app's redirect brings to the browser. */
export function arrival(redirectUri: string | undefined) {
  const fields = new URLSearchParams(new URL(redirectUri ?? '').hash.slice(1))
  return { response_code: fields.get('rc') ?? '', digits: fields.get('digits') ?? '' }
}

/** The verdict that the provider reads. */
export async function verdictOf(api: TestApi, id: string) {
  const { data } = await api.client('readIntent', { params: { id } }, { bearer: api.credentials.provider.apiKey })
  const claims = JSON.parse(Buffer.from(data.verdict?.split('.')[1] ?? 'e30', 'base64url').toString()) as Record<
    string,
    unknown
  >
  return { ...data, claims }
}

const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM)
type BrowserRequest = { data: { encryptionInfo: string } } | null

/** Encrypts an answer as an app behind the browser's API does. `origin`: of the page, as the browser says it. */
async function encrypted(
  request: BrowserRequest,
  proof: Proof,
  wrong: Shown = {},
  origin = 'http://product.test',
): Promise<string> {
  const info = request?.data.encryptionInfo ?? ''
  const [, parameters] = decode<[string, Map<string, unknown>]>(Buffer.from(info, 'base64url'), { preferMap: true })
  const key = parameters.get('recipientPublicKey') as Map<number, Uint8Array>
  const point = Buffer.concat([Buffer.from([4]), key.get(-2) ?? Buffer.of(), key.get(-3) ?? Buffer.of()])
  const transcript = [
    null,
    null,
    [
      'dcapi',
      createHash('sha256')
        .update(writeCbor([info, origin]))
        .digest(),
    ],
  ]
  const { encapsulatedSecret, ciphertext } = await suite.Seal(
    await suite.DeserializePublicKey(point),
    show(proof, transcript, wrong),
    { info: writeCbor(transcript) },
  )
  const sealed = new Map([
    ['enc', encapsulatedSecret],
    ['cipherText', ciphertext],
  ])
  return Buffer.from(writeCbor(['dcapi', sealed])).toString('base64url')
}

export async function answerByBrowser(
  api: TestApi,
  id: string,
  request: BrowserRequest,
  proof: Proof,
  ...how: [Shown?, string?]
) {
  const response = await encrypted(request, proof, ...how)
  api.secrets.saw(JSON.stringify({ token: response }))
  return api.client('answerByBrowser', { params: { id }, body: { response } })
}
