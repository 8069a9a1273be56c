import { createHash, type KeyObject } from 'node:crypto'
import { at, type Cbor, decode, embed, encode, mapOf, openEmbedded } from '../../age-office/cbor.ts'
import { readCoseKey, sign1 } from '../../age-office/cose.ts'
import { PROOF_OF_AGE } from '../../age-office/doc-type.ts'
import { issuerSigned, type Proof } from '../../age-office/proofs.ts'
import * as HPKE from 'hpke'

const sha256 = (value: Cbor) => createHash('sha256').update(encode(value)).digest()

type Asked = {
  clientId: string
  nonce: string
  responseUri: string
  /** Of the key that the answer is encrypted with. */
  thumbprint?: Uint8Array
}

/** To which request an answer belongs, where it is sent to an address (OpenID4VP). */
export const transcriptOfRequest = ({ clientId, nonce, responseUri, thumbprint }: Asked): Cbor => [
  null,
  null,
  ['OpenID4VPHandover', sha256([clientId, nonce, thumbprint ?? null, responseUri])],
]

/** The same where a browser takes it (ISO 18013-7, Annex C). */
const transcriptOfBrowser = (encryptionInfo: string, origin: string): Cbor => [
  null,
  null,
  ['dcapi', sha256([encryptionInfo, origin])],
]

/** An answer that shows these elements of a proof, signed with the phone's key for this one request. */
export function deviceResponse(proof: Proof, shown: readonly string[], transcript: Cbor): Buffer {
  const nameSpaces = embed(new Map())
  const signed = embed(['DeviceAuthentication', transcript, proof.docType, nameSpaces])
  const deviceSignature = sign1({ key: proof.deviceKey, payload: encode(signed), detached: true })
  const document = mapOf({
    docType: proof.docType,
    issuerSigned: issuerSigned(proof, shown),
    deviceSigned: mapOf({ nameSpaces, deviceAuth: mapOf({ deviceSignature }) }),
  })
  return encode(mapOf({ version: '1.0', documents: [document], status: 0 }))
}

/** Of the elements that a website takes, the first one that the proof has. */
export const firstHeld = (proof: Proof, elements: readonly string[]): string[] =>
  elements.filter((name) => proof.elements.has(name)).slice(0, 1)

export type BrowserRequest = { deviceRequest: string; encryptionInfo: string; origin: string }

/** What a browser's request asks a proof of age for. @throws Error when it asks for anything else */
function elementsAsked({ deviceRequest }: Pick<BrowserRequest, 'deviceRequest'>): string[] {
  const requests = at(decode(Buffer.from(deviceRequest, 'base64url')), 'docRequests')
  const items = openEmbedded(at(Array.isArray(requests) ? (requests as Cbor[])[0] : undefined, 'itemsRequest'))
  const elements = at(items, 'nameSpaces', PROOF_OF_AGE)
  if (at(items, 'docType') !== PROOF_OF_AGE || !(elements instanceof Map))
    throw new Error('no proof of age is asked for')
  return [...elements.keys()].map(String)
}

const AGE = /^age_over_(\d{2})$/

/**
 * The element that answers a request for an age (ISO 18013-5, 7.2.5): itself, else the nearest higher one that is true, else the
 * nearest lower one that is false.
 */
export function nearest(proof: Proof, asked: string): string[] {
  if (proof.elements.has(asked)) return [asked]
  const age = Number(AGE.exec(asked)?.[1])
  const held = [...proof.elements].map(([name, item]) => ({
    name,
    age: Number(AGE.exec(name)?.[1]),
    isOver: at(openEmbedded(item), 'elementValue') === true,
  }))
  const higher = held.filter((one) => one.isOver && one.age > age).sort((one, other) => one.age - other.age)
  const lower = held.filter((one) => !one.isOver && one.age < age).sort((one, other) => other.age - one.age)
  return [...higher, ...lower].slice(0, 1).map(({ name }) => name)
}

const asCryptoKey = (key: KeyObject) =>
  crypto.subtle.importKey('jwk', key.export({ format: 'jwk' }), { name: 'ECDH', namedCurve: 'P-256' }, true, [])

/** Encrypted for who asked, as the browser hands it on. */
export async function browserResponse(proof: Proof, request: BrowserRequest): Promise<string> {
  const { encryptionInfo, origin } = request
  const info = decode(Buffer.from(encryptionInfo, 'base64url'))
  const recipient = readCoseKey(at(Array.isArray(info) ? (info as Cbor[])[1] : undefined, 'recipientPublicKey'))
  const transcript = transcriptOfBrowser(encryptionInfo, origin)
  const suite = new HPKE.CipherSuite(HPKE.KEM_DHKEM_P256_HKDF_SHA256, HPKE.KDF_HKDF_SHA256, HPKE.AEAD_AES_128_GCM)
  const answer = deviceResponse(proof, nearest(proof, elementsAsked(request)[0] ?? ''), transcript)
  const sealed = await suite.Seal(await asCryptoKey(recipient), answer, { info: encode(transcript) })
  const parts = mapOf({ enc: sealed.encapsulatedSecret, cipherText: sealed.ciphertext })
  return encode(['dcapi', parts]).toString('base64url')
}
