import { createHash, verify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { afterAll, expect } from 'vitest'
import { createIntent } from './builders.ts'
import { AV } from './age-office.ts'
import { type Authority, makeCertificate, pemOf } from './certificates.ts'
import { partsOf, partsOfSdJwt } from './proof-parts.ts'
import type { TestApi } from './test-api.ts'
import { askedIn, encrypted, type Encrypting, requestUriOf, type WalletAsked } from './wallet-answers.ts'

export const PID = 'eu.europa.ec.eudi.pid.1'
const PID_TYPES = [PID, 'urn:eudi:pid']

/** Settings of a server that asks ID wallets, and accepts what these authorities issue; `forAges`: proofs of age alone. */
export function asking(roots: readonly Authority[], now = new Date(), forAges: readonly Authority[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-wallets-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = (name: string, content: string, mode = 0o644) => {
    writeFileSync(join(folder, name), content, { mode })
    return join(folder, name)
  }
  const own = makeCertificate({ name: 'Avouch' }, now)
  const anchors = [...roots, ...forAges].map(({ certificate }, n) => {
    file(`${n}.pem`, pemOf(certificate))
    return { docTypes: n < roots.length ? PID_TYPES : [AV], file: `${n}.pem` }
  })
  return {
    own,
    settings: {
      ID_WALLET: 'on',
      ID_WALLET_CERT_FILE: file('own.pem', pemOf(own.certificate)),
      ID_WALLET_KEY_FILE: file(
        'own-key.pem',
        String(own.keys.privateKey.export({ format: 'pem', type: 'pkcs8' })),
        0o600,
      ),
      TRUST_ANCHORS_FILE: file('anchors.json', JSON.stringify(anchors)),
    },
  }
}

/** A browser that began, for an intent that accepts ID wallets. */
export async function beganWallet(api: TestApi, way: 'link' | 'qr' = 'qr', minimum_age = 18) {
  const intent = await createIntent(api, { minimum_age, accept: ['id_wallet'] })
  const body = { mintid: intent.mintid, way, kind: 'id_wallet' } as const
  const { data } = await api.client('createPresentation', { body })
  return { ...data, url: data.url ?? '', intent }
}

const ask = (api: TestApi, address: string, init: RequestInit = {}) =>
  fetch(api.baseUrl + new URL(address).pathname, {
    ...init,
    headers: { 'x-forwarded-for': api.place.address, ...(init.headers as Record<string, string>) },
  })

/** Fetches the request as a wallet does, by reference. */
export const fetchObject = (api: TestApi, url: string, fields?: Record<string, string>) =>
  ask(api, requestUriOf(url), fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) })

/** The request, once its signature and the name of the website are verified by another implementation than the product's. */
export async function fetchRequest(api: TestApi, url: string): Promise<WalletAsked> {
  const response = await fetchObject(api, url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/oauth-authz-req+jwt'])
  return readRequestObject(await response.text(), url)
}

export function readRequestObject(object: string, url: string): WalletAsked {
  const [header = '', payload = '', signature = ''] = object.split('.')
  const { alg, typ, x5c = [] } = decodeProtectedHeader(object)
  expect({ alg, typ }).toEqual({ alg: 'ES256', typ: 'oauth-authz-req+jwt' })
  const certificate = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  const asked = askedIn(object)
  expect(asked.clientId).toBe(`x509_hash:${createHash('sha256').update(certificate.raw).digest('base64url')}`)
  expect(new URL(url).searchParams.get('client_id')).toBe(asked.clientId)
  return asked
}

/** Posts an answer as a wallet does. */
export async function postAnswer(api: TestApi, responseUri: string, fields: Record<string, string>) {
  const begun = performance.now()
  const response = await ask(api, responseUri, { method: 'POST', body: new URLSearchParams(fields) })
  const data = JSON.parse(await response.text()) as Record<string, string>
  return { status: response.status, data, ms: performance.now() - begun }
}

/** Answers by one presentation, which the search for leaks then looks for. */
export async function answerWallet(
  api: TestApi,
  asked: WalletAsked,
  shown: string | Uint8Array,
  wrong: Encrypting & { query?: string; more?: object } = {},
) {
  const isText = typeof shown === 'string'
  const presentation = isText ? shown : Buffer.from(shown).toString('base64url')
  api.secrets.sawProof(isText ? partsOfSdJwt(shown) : partsOf(shown))
  api.secrets.saw(JSON.stringify({ nonce: asked.nonce }))
  const vp_token = { [wrong.query ?? (isText ? 'pid_sd_jwt' : 'pid_mdoc')]: [presentation] }
  return postAnswer(api, asked.responseUri, { response: await encrypted(asked, { vp_token, ...wrong.more }, wrong) })
}
