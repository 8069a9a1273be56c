import { createHash } from 'node:crypto'
import { PRESENTATION_LIFE_MS, SECOND_MS } from '@avouch/contract'
import { later, PARTNER_CLOCK_MS } from '../../platform/clock.ts'
import { agreed, compareBirthDate } from './ages.ts'
import { checkValidity, verifyCertificates } from './chain.ts'
import { isJwsBy, type JsonObject, readBase64Url, readJson, readJwk, readJws, readObject } from './jws.ts'
import type { Trusted } from './mdoc.ts'
import { must } from './refused.ts'

/** European identity data (PID) as SD-JWT VC. A country may append its type after a colon. */
export const PID_VCT = 'urn:eudi:pid'
const MAX_LENGTH = 16 * 1_024
const DIGESTS: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }
export const AGES = 'age_equal_or_over'
export const BIRTH_DATE = 'birthdate'
/** The question to a holder, and who asks. */
export type AgeQuestion = {
  minimumAge: number
  nonce: string
  clientId: string
  trusted: Trusted
  now: Date
  today: string
}
type Disclosure = { text: string; name: unknown; value: unknown; digest: string }

/**
 * The one verifier of identity data as SD-JWT VC (RFC 9901): yes, no, or refused. Of the claims it looks at the age that is
 * asked for and at the birth date, which goes no further. @throws Refused
 */
export function verifySdJwt(
  presentation: string,
  { minimumAge, nonce, clientId, trusted, now, today }: AgeQuestion,
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
  const disclosures = disclosed.map((one) => readDisclosure(one, hash))
  checkDigests(credential.signed, disclosures)

  const signer = verifyCertificates({ certificates: certificatesOf(credential.header['x5c']), ...trusted, now })
  must(isJwsBy(signer.publicKey, credential), 'not_trusted', 'the issuer has not signed')
  must(isJwsBy(holder, held), 'not_of_this_request', 'the holder has not signed')
  const { nonce: signedNonce, aud, iat, sd_hash: shown } = held.payload
  must(signedNonce === nonce, 'not_of_this_request', 'another nonce')
  must(aud === clientId, 'not_of_this_request', 'for another website')
  must(shown === hash(presentation.slice(0, -binding.length)), 'not_of_this_request', 'signed for another presentation')
  const madeAt = readTime(iat, 'the signature of the holder')
  checkValidity(readValidity(payload), signer, now)
  const earliest = later(now, -PRESENTATION_LIFE_MS - PARTNER_CLOCK_MS)
  must(earliest <= madeAt && madeAt <= later(now, PARTNER_CLOCK_MS), 'clock', 'signed at another time')

  const ages = claimIn(payload, AGES, disclosures)
  const age = ages === undefined ? undefined : claimIn(readObject(ages, 'the ages'), `${minimumAge}`, disclosures)
  must(age === undefined || typeof age === 'boolean', 'not_a_proof_of_age', 'neither true nor false')
  const birthDate = claimIn(payload, BIRTH_DATE, disclosures)
  return agreed([age === undefined ? undefined : age ? 'yes' : 'no', compareBirthDate(birthDate, minimumAge, today)])
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

/** A claim of an object, or an element of a list, which has no name. */
function readDisclosure(one: string, hash: Hash): Disclosure {
  const text = readBase64Url(one).toString()
  const parts = readJson(text)
  must(Array.isArray(parts) && (parts.length === 2 || parts.length === 3), 'not_a_proof_of_age', 'no claim')
  const [name, value] = (parts.length === 3 ? parts.slice(1) : [undefined, parts[1]]) as unknown[]
  return { text, name, value, digest: hash(one) }
}

/** Demands that the issuer signed the digest of each, also inside of another one (RFC 9901, 7.1), and that none is there twice. */
function checkDigests(signed: string, disclosures: readonly Disclosure[]): void {
  const [, payload = ''] = signed.split('.')
  const texts = [Buffer.from(payload, 'base64url').toString(), ...disclosures.map(({ text }) => text)].join()
  const isSigned = ({ digest }: Disclosure) => texts.includes(`"${digest}"`)
  const digests = new Set(disclosures.map(({ digest }) => digest))
  must(digests.size === disclosures.length && disclosures.every(isSigned), 'not_a_proof_of_age', 'another digest')
}

/** The value of a claim of an object, in the clear or behind one of its digests. @throws Refused if it is there twice */
function claimIn(object: JsonObject, name: string, disclosures: readonly Disclosure[]): unknown {
  const digests = object['_sd'] ?? []
  must(Array.isArray(digests), 'malformed', 'digests are no list')
  const disclosed = disclosures.filter((one) => one.name === name && digests.includes(one.digest))
  const [value, ...others] = [
    ...(Object.hasOwn(object, name) ? [object[name]] : []),
    ...disclosed.map((one) => one.value),
  ]
  must(others.length === 0, 'not_a_proof_of_age', 'a claim twice')
  return value
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
