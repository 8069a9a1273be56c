import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type CborMap, readArray, readBytes, readCbor, readMap, writeCbor } from './cbor.ts'
import { must } from './refused.ts'

const [ALGORITHM, CRITICAL, X5CHAIN] = [1, 2, 33]
const ES256 = -7
const SIGNATURE_BYTES = 64
const COORDINATE_BYTES = 32
/** Labels of a COSE key. */
const KEY = { type: 1, curve: -1, x: -2, y: -3, d: -4 } as const
const [EC2, P256] = [2, 1]

export type Signed = {
  protectedBytes: Uint8Array
  unprotected: CborMap
  payload: Uint8Array | null
  signature: Uint8Array
}

/** A COSE_Sign1 with ES256, which its protected header says. @throws Refused */
export function readSign1(value: unknown, what: string): Signed {
  const [header, unprotected, payload, signature] = readArray(value, 4, what)
  const protectedBytes = readBytes(header, `${what}: header`)
  const labels = readCbor(protectedBytes)
  must(labels instanceof Map && !labels.has(CRITICAL), 'malformed', `${what}: header`)
  must(labels.get(ALGORITHM) === ES256, 'not_a_proof_of_age', `${what}: not ES256`)
  const bytes = readBytes(signature, `${what}: signature`)
  must(bytes.length === SIGNATURE_BYTES, 'malformed', `${what}: signature of another length`)
  must(unprotected instanceof Map, 'malformed', `${what}: no unprotected header`)
  return {
    protectedBytes,
    unprotected,
    payload: payload === null ? null : readBytes(payload, `${what}: payload`),
    signature: bytes,
  }
}

/** Verifies a signature of the payload with ECDSA on P-256 and SHA-256. */
export function isSignedBy(key: KeyObject, { protectedBytes, signature }: Signed, payload: Uint8Array): boolean {
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false
  const signed = writeCbor(['Signature1', protectedBytes, new Uint8Array(), payload])
  return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** The certificates of a signature, the signer's first. @throws Refused */
export function certificatesOf({ unprotected }: Signed): Uint8Array[] {
  const chain = unprotected.get(X5CHAIN)
  const certificates = Array.isArray(chain) ? (chain as unknown[]) : [chain]
  return certificates.map((one) => readBytes(one, 'a certificate'))
}

/** A public key on P-256. @throws Refused */
export function readKey(value: unknown): KeyObject {
  const key = readMap(value, 'the key of the device')
  must(!key.has(KEY.d), 'malformed', 'a device key with its private part')
  must(key.get(KEY.type) === EC2 && key.get(KEY.curve) === P256, 'not_a_proof_of_age', 'a device key of another curve')
  const coordinates = [key.get(KEY.x), key.get(KEY.y)].map((one) => readBytes(one, 'a coordinate'))
  for (const { length } of coordinates) must(length === COORDINATE_BYTES, 'malformed', 'a coordinate of another length')
  const [x = '', y = ''] = coordinates.map((one) => Buffer.from(one).toString('base64url'))
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  } catch {
    // OpenSSL refuses what is not on the curve.
    must(false, 'malformed', 'a device key that is no point')
  }
}
