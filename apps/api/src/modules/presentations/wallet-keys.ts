import { createECDH, createHash, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto'
import { compactDecrypt, decodeProtectedHeader } from 'jose'
import { type JsonObject, readBase64Url, readJson, readObject } from './jws.ts'
import { must, Refused } from './refused.ts'

/** The ciphers that a wallet may encrypt with (HAIP). */
export const ENCRYPTIONS = ['A128GCM', 'A256GCM']
const AGREEMENT = 'ECDH-ES'
/** Four times the largest answer that is read. */
const MAX_LENGTH = 64 * 1_024

const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const [SCALAR_BYTES, EXTRA_BYTES] = [32, 16]

/** A uniform number below the order of the curve (FIPS 186-5, A.2.1). */
function scalarOf(seed: Uint8Array): Buffer {
  const bytes = Buffer.from(hkdfSync('sha256', seed, '', 'answer of a wallet', SCALAR_BYTES + EXTRA_BYTES))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (CURVE_ORDER - 1n)) + 1n
  return Buffer.from(scalar.toString(16).padStart(2 * SCALAR_BYTES, '0'), 'hex')
}

export type AnswerKey = {
  privateKey: KeyObject
  /** The public key that the request names. */
  jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string; use: 'enc'; alg: string; kid: string }
  /** RFC 7638. */
  thumbprint: Buffer
}

/** The key for the answer to one request, which is in no row. */
export function answerKeyOf(seed: Uint8Array): AnswerKey {
  const scalar = scalarOf(seed)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 1 + SCALAR_BYTES), point.subarray(1 + SCALAR_BYTES)].map((one) =>
    one.toString('base64url'),
  ) as [string, string]
  const key = { kty: 'EC', crv: 'P-256', x, y } as const
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ crv: key.crv, kty: key.kty, x, y }))
    .digest()
  return {
    privateKey: createPrivateKey({ key: { ...key, d: scalar.toString('base64url') }, format: 'jwk' }),
    jwk: { ...key, use: 'enc', alg: AGREEMENT, kid: thumbprint.toString('base64url') },
    thumbprint,
  }
}

/** A decoder takes spaces between the letters, so that an answer could be changed and still be opened. @throws Refused */
function checkSpelling(answer: string): void {
  const [header = '', encryptedKey, ...sealed] = answer.split('.')
  must(encryptedKey === '' && sealed.length === 3, 'malformed', 'not encrypted for an agreed key')
  for (const part of [header, ...sealed]) readBase64Url(part)
}

/** @throws Refused for what is not encrypted as it was asked for */
function checkHeader(answer: string, kid: string): void {
  let header: JsonObject
  try {
    header = decodeProtectedHeader(answer)
  } catch {
    // No header in base64url.
    throw new Refused('malformed', 'not encrypted')
  }
  must(header['crit'] === undefined, 'malformed', 'an extension')
  must(header['zip'] === undefined, 'malformed', 'compressed')
  must(header['alg'] === AGREEMENT, 'malformed', 'another key agreement')
  must(typeof header['enc'] === 'string' && ENCRYPTIONS.includes(header['enc']), 'malformed', 'another cipher')
  must(header['kid'] === kid, 'not_of_this_request', 'encrypted for another key')
}

/** Decrypts the parameters of a wallet's answer to this request. @throws Refused */
export async function openEncrypted(answer: string, { privateKey, jwk }: AnswerKey): Promise<JsonObject> {
  must(answer.length <= MAX_LENGTH, 'malformed', 'too many bytes')
  checkSpelling(answer)
  checkHeader(answer, jwk.kid)
  const options = { keyManagementAlgorithms: [AGREEMENT], contentEncryptionAlgorithms: ENCRYPTIONS }
  // Encrypted for another key, or changed on its way.
  const opened = await compactDecrypt(answer, privateKey, options).catch(() => undefined)
  must(opened !== undefined, 'not_of_this_request', 'not encrypted for this request')
  return readObject(readJson(Buffer.from(opened.plaintext).toString()), 'the answer')
}
