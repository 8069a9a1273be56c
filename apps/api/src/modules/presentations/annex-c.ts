import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { readArray, readBytes, readCbor, readMap, writeCbor } from './cbor.ts'
import { readBase64Url } from './jws.ts'
import { browserTranscript, type Transcript } from './mdoc.ts'
import { deviceRequest } from './queries.ts'
import { must, Refused } from './refused.ts'

const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM)
const COORDINATE_BYTES = 32
const PROTOCOL = 'org-iso-mdoc'
const NAME = 'dcapi'

/** The secrets of one request by the browser's API. `seed` makes the key for its answer; no row has it. */
export type BrowserSecrets = { nonce: Buffer; seed: Buffer }

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

async function encryptionInfoOf({ nonce, seed }: BrowserSecrets) {
  const { publicKey, privateKey } = await suite.DeriveKeyPair(seed, true)
  // Uncompressed: a marker byte, and the two coordinates.
  const point = await suite.SerializePublicKey(publicKey)
  const [x, y] = [point.slice(1, 1 + COORDINATE_BYTES), point.slice(1 + COORDINATE_BYTES)]
  const key = new Map<number, unknown>([
    [1, 2],
    [-1, 1],
    [-2, x],
    [-3, y],
  ])
  const info = base64url(
    writeCbor([
      NAME,
      new Map<string, unknown>([
        ['nonce', nonce],
        ['recipientPublicKey', key],
      ]),
    ]),
  )
  return { info, privateKey }
}

/** The request of ISO 18013-7, Annex C. */
export async function browserRequest(minimumAge: number, secrets: BrowserSecrets) {
  const { info } = await encryptionInfoOf(secrets)
  const data = { deviceRequest: base64url(deviceRequest(minimumAge)), encryptionInfo: info }
  return { protocol: PROTOCOL, data } as const
}

/** Opens an answer that was encrypted for this request, at our origin. @throws Refused */
export async function openAnswer(
  response: string,
  secrets: BrowserSecrets,
  origin: string,
): Promise<{ response: Uint8Array; transcript: Transcript }> {
  const [name, sealed] = readArray(readCbor(readBase64Url(response)), 2, 'the answer')
  must(name === NAME, 'malformed', 'an answer of another kind')
  const parts = readMap(sealed, 'the answer')
  const enc = readBytes(parts.get('enc'), 'the key of the answer')
  const ciphertext = readBytes(parts.get('cipherText'), 'the answer')
  const { info, privateKey } = await encryptionInfoOf(secrets)
  const transcript = browserTranscript(info, origin)
  try {
    return { response: await suite.Open(privateKey, enc, ciphertext, { info: writeCbor(transcript) }), transcript }
  } catch (error) {
    throw new Refused('not_of_this_request', 'not encrypted for this request', { cause: error })
  }
}
