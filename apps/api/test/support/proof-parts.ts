import { createHash } from 'node:crypto'
import { decode, Tag } from 'cbor2'

/** Shorter ones occur by chance. */
const LEAST_BYTES = 16
/** Certificates are of who issued a proof, and may be known. */
const X5CHAIN = 33

function read(bytes: Uint8Array): unknown {
  try {
    return decode(bytes, { preferMap: true, ignoreGlobalTags: true })
  } catch {
    return undefined
  }
}

function inside(value: unknown): Uint8Array[] {
  if (value instanceof Uint8Array) return value.length < LEAST_BYTES ? [] : [value, ...inside(read(value))]
  if (value instanceof Tag) return inside(value.contents)
  if (Array.isArray(value)) return value.flatMap(inside)
  if (!(value instanceof Map)) return []
  const given: unknown = value.get('elementValue')
  const claim: unknown = given instanceof Tag ? given.contents : given
  const said = typeof claim === 'string' ? [Buffer.from(claim)] : []
  return [...said, ...[...value].flatMap(([key, inner]) => (key === X5CHAIN ? [] : inside(inner)))]
}

/** All that tells one proof, or one request for it, from another: keys, digests, signatures, random values, claims in words. */
export const partsOf = (bytes: Uint8Array): Uint8Array[] => [bytes, ...inside(read(bytes))]

/** Those of a `vp_token` of OpenID4VP; none of what is no such token. */
export function partsOfToken(token: string): Uint8Array[] {
  try {
    const answers = Object.values(JSON.parse(token) as object).flat()
    return answers.flatMap((one) => (typeof one === 'string' ? partsOf(Buffer.from(one, 'base64url')) : []))
  } catch {
    return []
  }
}

/** Those of identity data as SD-JWT: what is signed, signatures, digests, salts, and the claims in words. */
export function partsOfSdJwt(text: string): Uint8Array[] {
  return text.split('~').flatMap((part) => {
    const pieces = part.split('.').map((piece) => Buffer.from(piece, 'base64url'))
    const [, ...claims] = pieces.length === 1 ? claimsIn(pieces[0]) : []
    const words = claims.filter((claim) => typeof claim === 'string').map((claim) => Buffer.from(claim))
    const digest = Buffer.from(createHash('sha256').update(part).digest('base64url'), 'base64url')
    return [...(pieces.length === 3 ? pieces.slice(1) : pieces), digest, ...words.slice(1)]
  })
}

function claimsIn(bytes: Buffer | undefined): unknown[] {
  try {
    return JSON.parse(String(bytes)) as unknown[]
  } catch {
    return []
  }
}
