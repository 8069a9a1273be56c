import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type Cbor, type CborMap, encode } from './cbor.ts'

const ALGORITHM = 1
const ES256 = -7
const X5CHAIN = 33
const PROTECTED = encode(new Map([[ALGORITHM, ES256]]))

/** Labels and values of COSE for a public key on P-256. */
const [KEY_TYPE, CURVE, X, Y] = [1, -1, -2, -3] as const
const [EC2, P256] = [2, 1] as const

export function coseKey(key: KeyObject): CborMap {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, Cbor>([
    [KEY_TYPE, EC2],
    [CURVE, P256],
    [X, Buffer.from(x, 'base64url')],
    [Y, Buffer.from(y, 'base64url')],
  ])
}

/** The public key that a map of COSE describes. @throws Error for every other kind of key */
export function readCoseKey(value: Cbor | undefined): KeyObject {
  if (!(value instanceof Map) || value.get(KEY_TYPE) !== EC2 || value.get(CURVE) !== P256) throw new Error('other key')
  const [x, y] = [value.get(X), value.get(Y)]
  if (!(x instanceof Uint8Array) || !(y instanceof Uint8Array)) throw new Error('other key')
  const part = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: part(x), y: part(y) } })
}

type Signing = {
  key: KeyObject
  payload: Uint8Array
  /** The payload is known to who checks the signature, and left out. */
  detached?: boolean
  /** Certificates in DER, the signer's first. */
  chain?: readonly Uint8Array[]
}

/** COSE_Sign1 with ES256. */
export function sign1({ key, payload, detached = false, chain = [] }: Signing): Cbor {
  const signed = encode(['Signature1', PROTECTED, Buffer.alloc(0), payload])
  const signature = sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })
  const [only] = chain
  const certificates: Cbor | undefined = chain.length > 1 ? [...chain] : only
  const unprotected: CborMap = new Map(certificates === undefined ? [] : [[X5CHAIN, certificates]])
  return [PROTECTED, unprotected, detached ? null : payload, signature]
}
