import 'reflect-metadata'
import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto'
import { DataItem } from '@auth0/mdl'
import { cborDecode, cborEncode } from '@auth0/mdl/lib/cbor/index.js'
import * as HPKE from 'hpke'
import { calculateJwkThumbprint, CompactEncrypt, type JWK, SignJWT } from 'jose'
import { digestOf, type Identity, type SdJwt } from '../../age-office/identity-data.ts'
import { PROOF_OF_AGE } from '../../age-office/office-keys.ts'
import { deviceResponse, elementsOf, type Proof } from '../../age-office/proofs.ts'
import type { ProofRequest, WalletAsk, WalletQuery } from './request.ts'

/** Binds an answer to its request: the kind of handover, and the digest of what was asked. */
const transcript = (kind: string, asked: readonly unknown[]): unknown => [
  null,
  null,
  [kind, createHash('sha256').update(cborEncode(asked)).digest()],
]

type Asked = {
  clientId: string
  nonce: string
  responseUri: string
  thumbprint?: Uint8Array
}

/** Binds an answer to its address (OpenID4VP). */
export const transcriptOfRequest = ({ clientId, nonce, responseUri, thumbprint }: Asked): unknown =>
  transcript('OpenID4VPHandover', [clientId, nonce, thumbprint ?? null, responseUri])

/** Reads the value at a path in maps, lists and embedded bytes. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  const inside = value instanceof DataItem ? (value.data as unknown) : value
  const [key, ...rest] = path
  if (key === undefined) return inside
  if (inside instanceof Map) return at(inside.get(key), ...rest)
  return Array.isArray(inside) ? at(inside[Number(key)], ...rest) : undefined
}
const decoded = (text: string): unknown => cborDecode(Buffer.from(text, 'base64url'))

/** Reads a COSE key on P-256. @throws Error for every other kind of key */
function readKey(value: unknown): Promise<CryptoKey> {
  const [x, y] = [at(value, -2), at(value, -3)]
  if (!(x instanceof Uint8Array) || !(y instanceof Uint8Array)) throw new Error('other key')
  const point = Buffer.concat([Buffer.of(4), x, y])
  return crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, true, [])
}

type BrowserRequest = { deviceRequest: string; encryptionInfo: string; origin: string }

/** Answers by way of the browser, encrypted (ISO 18013-7, Annex C). @throws Error unless a proof of age is asked for */
export async function browserResponse(proof: Proof, request: BrowserRequest): Promise<string> {
  const { deviceRequest, encryptionInfo, origin } = request
  const items = at(decoded(deviceRequest), 'docRequests', 0, 'itemsRequest')
  const elements = at(items, 'nameSpaces', PROOF_OF_AGE)
  if (at(items, 'docType') !== PROOF_OF_AGE || !(elements instanceof Map)) throw new Error('no proof of age')
  const asked = transcript('dcapi', [encryptionInfo, origin])
  const answer = await deviceResponse(proof, [...elements.keys()].map(String).slice(0, 1), asked)
  const suite = new HPKE.CipherSuite(HPKE.KEM_DHKEM_P256_HKDF_SHA256, HPKE.KDF_HKDF_SHA256, HPKE.AEAD_AES_128_GCM)
  const recipient = await readKey(at(decoded(encryptionInfo), 1, 'recipientPublicKey'))
  const sealed = await suite.Seal(recipient, answer, { info: cborEncode(asked) })
  const parts = { enc: sealed.encapsulatedSecret, cipherText: sealed.ciphertext }
  return cborEncode(['dcapi', parts]).toString('base64url')
}

const encryptTo = (key: JsonWebKey & { kid: string }, content: object): Promise<string> =>
  new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
    .encrypt(createPublicKey({ key, format: 'jwk' }))

/** Names the disclosures of a path, with those of the objects around it. */
const namesOf = (path: readonly string[]) => path.map((_, end) => path.slice(0, end + 1).join('.'))

/** Presents the first set of claims that the credential has (RFC 9901). */
async function showSdJwt(
  { token, disclosures, holderKey }: SdJwt,
  query: WalletQuery,
  request: ProofRequest,
  now: Date,
) {
  const sets = query.sets.map((paths) => paths.flatMap(namesOf))
  const names = sets.find((set) => set.every((name) => disclosures.has(name))) ?? []
  const shown = [token, ...names.map((name) => disclosures.get(name)), ''].join('~')
  const binding = await new SignJWT({ nonce: request.nonce, sd_hash: digestOf(shown) })
    .setProtectedHeader({ alg: 'ES256', typ: 'kb+jwt' })
    .setAudience(request.clientId)
    .setIssuedAt(now)
    .sign(holderKey)
  return shown + binding
}

/** Answers as an ID wallet, encrypted, to the query for the format of the identity data. */
export async function walletResponse(
  request: ProofRequest,
  ask: WalletAsk,
  identity: Identity,
  now: Date,
): Promise<string> {
  const { queries, encryptTo: key } = ask
  const query = queries.find(({ format }) => format === ('sdJwt' in identity ? 'dc+sd-jwt' : 'mso_mdoc'))
  if (query === undefined) return encryptTo(key, { vp_token: {} })
  if ('sdJwt' in identity)
    return encryptTo(key, { vp_token: { [query.id]: [await showSdJwt(identity.sdJwt, query, request, now)] } })
  const held = elementsOf(identity.mdoc)
  const sets = query.sets.map((paths) => paths.map((path) => path.at(-1) ?? ''))
  const names = sets.find((set) => set.every((name) => held.includes(name))) ?? []
  const thumbprint = Buffer.from(await calculateJwkThumbprint(key as JWK), 'base64url')
  const shown = await deviceResponse(identity.mdoc, names, transcriptOfRequest({ ...request, thumbprint }))
  return encryptTo(key, { vp_token: { [query.id]: [Buffer.from(shown).toString('base64url')] } })
}
