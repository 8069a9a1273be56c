import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { must, Refused } from './refused.ts'

const BASE64URL = /^[A-Za-z0-9_-]+$/
const SIGNATURE_BYTES = 64
const COORDINATE_BYTES = 32

export type JsonObject = Readonly<Record<string, unknown>>
export type Jws = { header: JsonObject; payload: JsonObject; signed: string; signature: Uint8Array }

/** The bytes of base64url without padding, in its one spelling. @throws Refused */
export function readBase64Url(text: string): Buffer {
  const bytes = BASE64URL.test(text) ? Buffer.from(text, 'base64url') : Buffer.of()
  must(bytes.length > 0 && bytes.toString('base64url') === text, 'malformed', 'no base64url')
  return bytes
}

/** @throws Refused */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not as the cause: the message of the parser has words of the text.
    throw new Refused('malformed', 'no JSON')
  }
}

/** @throws Refused for what is no object */
export function readObject(value: unknown, what: string): JsonObject {
  must(typeof value === 'object' && value !== null && !Array.isArray(value), 'malformed', `${what} is no object`)
  return value as JsonObject
}

/** A compact JWS of this type with ES256, not yet verified. @throws Refused */
export function readJws(text: string, type: string, what: string): Jws {
  const [header = '', payload = '', signature = '', ...more] = text.split('.')
  must(more.length === 0, 'malformed', `${what} has more than three parts`)
  const [head, body] = [header, payload].map((part) => readObject(readJson(readBase64Url(part).toString()), what))
  must(head !== undefined && body !== undefined, 'malformed', what)
  must(head['typ'] === type, 'not_a_proof_of_age', `${what} of another type`)
  must(head['alg'] === 'ES256', 'not_a_proof_of_age', `${what}: not ES256`)
  must(head['crit'] === undefined, 'malformed', `${what} needs an extension`)
  const bytes = readBase64Url(signature)
  must(bytes.length === SIGNATURE_BYTES, 'malformed', `${what}: signature of another length`)
  return { header: head, payload: body, signed: `${header}.${payload}`, signature: bytes }
}

/** Verifies its signature with ECDSA on P-256 and SHA-256. */
export function isJwsBy(key: KeyObject, { signed, signature }: Jws): boolean {
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** A public key on P-256. @throws Refused */
export function readJwk(value: unknown, what: string): KeyObject {
  const jwk = readObject(value, what)
  must(jwk['d'] === undefined, 'malformed', `${what} has its private part`)
  must(jwk['kty'] === 'EC' && jwk['crv'] === 'P-256', 'not_a_proof_of_age', `${what} of another curve`)
  const [x, y] = [jwk['x'], jwk['y']].map((one) => {
    must(
      typeof one === 'string' && readBase64Url(one).length === COORDINATE_BYTES,
      'malformed',
      `${what}: a coordinate`,
    )
    return one
  })
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  } catch {
    // OpenSSL refuses what is not on the curve.
    throw new Refused('malformed', `${what} is no point`)
  }
}
