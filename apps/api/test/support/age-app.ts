import { createHash } from 'node:crypto'
import { decode } from 'cbor2'
import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { writeCbor } from '../../src/modules/presentations/cbor.ts'
import { AV, type Office, type Proof, show, type Shown } from './age-office.ts'
import { readLink, tokenOf, transcriptOf } from './age-app-links.ts'
import { type Authority, pemOf } from './certificates.ts'
import { createIntent } from './builders.ts'
import type { TestApi } from './test-api.ts'

/** Settings of a server that accepts proofs of this office, and of further authorities, by fixed anchors. */
export function trusting({ root }: Office, ...others: readonly Authority[]): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-anchors-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const anchors = [root, ...others].map(({ certificate }, n) => {
    const file = `${n}.pem`
    writeFileSync(join(folder, file), pemOf(certificate))
    return { docTypes: [AV], file }
  })
  const path = join(folder, 'anchors.json')
  writeFileSync(path, JSON.stringify(anchors))
  return { TRUST_ANCHORS_FILE: path }
}

/** A browser that began, for an intent that accepts proofs of age. */
export async function began(api: TestApi, way: 'link' | 'qr' | 'dc_api' = 'link', minimum_age = 18) {
  const intent = await createIntent(api, { minimum_age, accept: ['proof_of_age'] })
  const { data } = await api.client('createPresentation', { body: { mintid: intent.mintid, way } })
  return { ...data, url: data.url ?? '', intent }
}

/** Posts an answer as an app does. */
export async function post(api: TestApi, url: string, fields: Record<string, string>) {
  const { pathname } = new URL(readLink(url).responseUri)
  api.secrets.saw(JSON.stringify(fields))
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

/** Reads what the app's redirect brings to the browser. */
export function arrival(redirectUri: string | undefined) {
  const fields = new URLSearchParams(new URL(redirectUri ?? '').hash.slice(1))
  const [refused, kind] = [fields.get('refused'), fields.get('kind')]
  return { response_code: fields.get('rc') ?? '', digits: fields.get('digits') ?? '', refused, kind }
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

type BrowserRequest = { data: { encryptionInfo: string } } | null
const PAGE = 'http://product.test'
const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** How an answer by the browser's API is put wrong. */
export type Sealing = {
  /** The page's origin, as the browser says it. */
  origin?: string
  /** The origin that the device signs for; that of the page when left out. */
  signedOrigin?: string
  /** The answer is encrypted for the key of this request. */
  to?: BrowserRequest
  /** Bound to the encryption. */
  bound?: Uint8Array
  suite?: CipherSuite
  /** Not encrypted, in the place of what is. */
  isPlain?: boolean
  name?: string
  /** Added to what is encrypted. */
  more?: readonly [string, unknown]
}

/** The transcript as ISO 18013-7 describes it, made without the product's code. */
const browserTranscriptOf = (request: BrowserRequest, origin = PAGE) => [
  null,
  null,
  ['dcapi', sha256(writeCbor([request?.data.encryptionInfo ?? '', origin]))],
]

/** An answer as an app behind the browser's API encrypts it. */
export async function sealed(request: BrowserRequest, proof: Proof, wrong: Shown & Sealing = {}): Promise<string> {
  const { origin = PAGE, signedOrigin = origin, to = request, name = 'dcapi', more } = wrong
  const info = Buffer.from(to?.data.encryptionInfo ?? '', 'base64url')
  const [, parameters] = decode<[string, Map<string, unknown>]>(info, { preferMap: true })
  const key = parameters.get('recipientPublicKey') as Map<number, Uint8Array>
  const point = Buffer.concat([Buffer.from([4]), key.get(-2) ?? Buffer.of(), key.get(-3) ?? Buffer.of()])
  const shown = show(proof, browserTranscriptOf(request, signedOrigin), wrong)
  const by = wrong.suite ?? suite
  const { encapsulatedSecret, ciphertext } = await by.Seal(await by.DeserializePublicKey(point), shown, {
    info: wrong.bound ?? writeCbor(browserTranscriptOf(request, origin)),
  })
  const parts = new Map<string, unknown>([
    ['enc', encapsulatedSecret],
    ['cipherText', wrong.isPlain === true ? shown : ciphertext],
    ...(more === undefined ? [] : [more]),
  ])
  return Buffer.from(writeCbor([name, parts])).toString('base64url')
}

/** Posts as the page that got an answer from its browser. */
export async function answerByBrowser(api: TestApi, id: string, response: string) {
  return api.client('answerByBrowser', { params: { id }, body: { response } })
}
