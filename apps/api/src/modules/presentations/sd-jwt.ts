import { createHash } from 'node:crypto'
import { PRESENTATION_LIFE_MS, SECOND_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { compareBirthDate } from './ages.ts'
import { checkValidity, CLOCK_SKEW_MS, verifyChain } from './chain.ts'
import { isJwsBy, type JsonObject, readBase64Url, readJson, readJwk, readJws, readObject } from './jws.ts'
import type { Trusted } from './mdoc.ts'
import { must } from './refused.ts'

/** European identity data (PID) as SD-JWT VC. A country may have a type of its own, behind a colon. */
export const PID_VCT = 'urn:eudi:pid'
const MAX_LENGTH = 16 * 1_024
/** An age stands inside of an object that may have to be disclosed before it. */
const MOST_DISCLOSURES = 2
const DIGESTS: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }
export const AGES = 'age_equal_or_over'
export const BIRTH_DATE = 'birthdate'
/** The claims that may stand in the clear: about the document and its issuer. The ages may, as digests. */
const IN_THE_CLEAR = [
  'iss',
  'iat',
  'nbf',
  'exp',
  'vct',
  'vct#integrity',
  'cnf',
  'status',
  '_sd',
  '_sd_alg',
  'issuing_authority',
  'issuing_country',
  AGES,
]

/** The question to a holder, and who asks. */
export type Asked = { minimumAge: number; nonce: string; clientId: string; trusted: Trusted; now: Date; today: string }
type Disclosure = { name: string; value: unknown; digest: string }

/**
 * The one verifier of identity data as SD-JWT VC (RFC 9901): yes, no, or refused. Of the claims it looks at the age that is
 * asked for, or else the birth date, which goes no further. @throws Refused
 */
export function verifySdJwt(
  presentation: string,
  { minimumAge, nonce, clientId, trusted, now, today }: Asked,
): 'yes' | 'no' {
  must(presentation.length <= MAX_LENGTH, 'malformed', 'too many bytes')
  const parts = presentation.split('~')
  const [issued = '', binding = '', disclosed] = [parts[0], parts.at(-1), parts.slice(1, -1)]
  must(parts.length > 1 && binding !== '', 'not_of_this_request', 'no signature of the holder')
  const credential = readJws(issued, 'dc+sd-jwt', 'the credential')
  const { payload } = credential
  checkType(payload['vct'])
  const hash = hashOf(payload['_sd_alg'] ?? 'sha-256')
  const holder = readJwk(readObject(payload['cnf'], 'the key of the holder')['jwk'], 'the key of the holder')
  const held = readJws(binding, 'kb+jwt', 'the signature of the holder')
  must(disclosed.length <= MOST_DISCLOSURES, 'not_a_proof_of_age', 'more than the age')
  checkInTheClear(payload)
  const claim = readClaim(payload, disclosed, hash, minimumAge)

  const signer = verifyChain({ certificates: certificatesOf(credential.header['x5c']), ...trusted, now })
  must(isJwsBy(signer.publicKey, credential), 'not_trusted', 'the issuer has not signed')
  must(isJwsBy(holder, held), 'not_of_this_request', 'the holder has not signed')
  const { nonce: signedNonce, aud, iat, sd_hash: shown } = held.payload
  must(signedNonce === nonce, 'not_of_this_request', 'another nonce')
  must(aud === clientId, 'not_of_this_request', 'for another website')
  must(shown === hash(presentation.slice(0, -binding.length)), 'not_of_this_request', 'signed for another presentation')
  const madeAt = readTime(iat, 'the signature of the holder')
  checkValidity(readValidity(payload), signer, now)
  const earliest = later(now, -PRESENTATION_LIFE_MS - CLOCK_SKEW_MS)
  must(earliest <= madeAt && madeAt <= later(now, CLOCK_SKEW_MS), 'clock', 'signed at another time')
  if (claim.name === BIRTH_DATE) return compareBirthDate(claim.value, minimumAge, today)
  must(typeof claim.value === 'boolean', 'not_a_proof_of_age', 'neither true nor false')
  return claim.value ? 'yes' : 'no'
}

/** Demands the European type, in its first version or that of a country. */
function checkType(vct: unknown): void {
  must(typeof vct === 'string' && vct.startsWith(`${PID_VCT}:`), 'not_a_proof_of_age', 'another document')
}

type Hash = (text: string) => string

function hashOf(name: unknown): Hash {
  const algorithm = typeof name === 'string' && Object.hasOwn(DIGESTS, name) ? DIGESTS[name] : undefined
  must(algorithm !== undefined, 'not_a_proof_of_age', 'another digest algorithm')
  return (text) => createHash(algorithm).update(text).digest('base64url')
}

/** DER, the signer's first; base64 with padding, as RFC 7515 has it. @throws Refused */
function certificatesOf(chain: unknown): Uint8Array[] {
  must(Array.isArray(chain) && chain.length > 0, 'not_trusted', 'no certificate')
  return chain.map((one: unknown) => {
    const bytes = Buffer.from(typeof one === 'string' ? one : '', 'base64')
    must(bytes.length > 0 && bytes.toString('base64') === one, 'malformed', 'a certificate is no base64')
    return bytes
  })
}

/** A claim of an object; an element of a list has no name, and is none that is asked for. */
function readDisclosure(text: string, hash: Hash): Disclosure {
  const parts = readJson(readBase64Url(text).toString())
  must(Array.isArray(parts) && parts.length === 3, 'not_a_proof_of_age', 'no claim')
  const [salt, name, value] = parts as unknown[]
  must(typeof salt === 'string' && typeof name === 'string', 'malformed', 'a claim without a name')
  return { name, value, digest: hash(text) }
}

/** The digests of what an object may disclose. */
function digestsIn(object: JsonObject): readonly unknown[] {
  const digests = object['_sd'] ?? []
  must(Array.isArray(digests), 'malformed', 'digests are no list')
  return digests as unknown[]
}

/** Ages as digests alone. @throws Refused for one that can be read */
function readAges(value: unknown): JsonObject {
  const ages = readObject(value, 'the ages')
  must(
    Object.keys(ages).every((key) => key === '_sd'),
    'not_a_proof_of_age',
    'other ages',
  )
  return ages
}

/** An issuer may have left claims in the clear: they would be shown beside the one that is disclosed. @throws Refused */
function checkInTheClear(payload: JsonObject): void {
  must(
    Object.keys(payload).every((name) => IN_THE_CLEAR.includes(name)),
    'not_a_proof_of_age',
    'a claim in the clear',
  )
  if (payload[AGES] !== undefined) readAges(payload[AGES])
}

/** The one claim that is disclosed: the age that is asked for, or the birth date. The issuer signed the digest of each. */
function readClaim(payload: JsonObject, disclosed: readonly string[], hash: Hash, asked: number): Disclosure {
  const [outer, inner] = disclosed.map((one) => readDisclosure(one, hash))
  must(outer !== undefined, 'age_not_shown', 'nothing is disclosed')
  const isSigned = ({ digest }: Disclosure, object: JsonObject) =>
    must(digestsIn(object).includes(digest), 'not_a_proof_of_age', 'another digest')
  if (inner !== undefined) {
    const [ages, age] = outer.name === AGES ? [outer, inner] : [inner, outer]
    must(ages.name === AGES && age.name === `${asked}`, 'not_a_proof_of_age', 'another claim')
    must(payload[AGES] === undefined, 'not_a_proof_of_age', 'the ages twice')
    isSigned(ages, payload)
    isSigned(age, readAges(ages.value))
    return age
  }
  if (outer.name === BIRTH_DATE) isSigned(outer, payload)
  else {
    must(outer.name === `${asked}`, 'not_a_proof_of_age', 'another claim')
    isSigned(outer, readAges(payload[AGES]))
  }
  return outer
}

/** Seconds since 1970, of which RFC 7519 allows parts. @throws Refused */
function readTime(value: unknown, what: string): Date {
  const date = new Date(typeof value === 'number' ? value * SECOND_MS : Number.NaN)
  must(!Number.isNaN(date.getTime()), 'malformed', `${what}: no time`)
  return date
}

/** Reads the validity: an end is required, a beginning is not. */
function readValidity({ iat, nbf, exp }: JsonObject) {
  const beginning = (value: unknown, name: string) => (value === undefined ? undefined : readTime(value, name))
  return { signed: beginning(iat, 'iat'), validFrom: beginning(nbf, 'nbf'), validUntil: readTime(exp, 'the end') }
}
