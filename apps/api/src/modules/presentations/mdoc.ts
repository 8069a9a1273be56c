import { createHash, type X509Certificate } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { readAge } from './ages.ts'
import {
  type CborMap,
  embedded,
  embeddedIn,
  readArray,
  readBytes,
  readCbor,
  readDateTime,
  readMap,
  writeCbor,
} from './cbor.ts'
import { verifyChain } from './chain.ts'
import { certificatesOf, isSignedBy, readKey, readSign1 } from './cose.ts'
import { must } from './refused.ts'
import type { Transcript } from './transcripts.ts'

/** The document, and its one namespace. */
export const PROOF_OF_AGE = 'eu.europa.ec.av.1'

const VERSION = '1.0'
/** ISO 18013-5: everything went well. */
const OK = 0
const SKEW_MS = 60 * SECOND_MS
const LONGEST_LIFE_MS = 92 * 24 * HOUR_MS
const DIGESTS: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }

export type Trust = {
  anchors: readonly X509Certificate[]
  usages: readonly string[]
}
export type Question = { minimumAge: number; transcript: Transcript; trust: Trust; now: Date }

/** What the issuer signed, in the parts that are looked at. */
type SecurityObject = {
  digestAlgorithm: string
  digests: CborMap
  deviceKey: unknown
  signed: Date
  validFrom: Date
  validUntil: Date
}

/**
 * The one verifier of proofs of age: a DeviceResponse of ISO 18013-5 answers yes, no, or is refused. All that is looked at
 * before the first signature is bounded by the size of the answer. @throws Refused
 */
export function verifyProofOfAge(response: Uint8Array, { minimumAge, transcript, trust, now }: Question): 'yes' | 'no' {
  const { issuerSigned, deviceSigned } = readDocument(response)
  const issuerAuth = readSign1(issuerSigned.get('issuerAuth'), 'the issuer’s signature')
  const payload = readBytes(issuerAuth.payload, 'what the issuer signed')
  const object = readSecurityObject(payload)
  const item = readItem(issuerSigned.get('nameSpaces'))
  const deviceAuth = readDeviceAuth(deviceSigned)
  const deviceKey = readKey(object.deviceKey)
  must(isDigestRight(item.tagged, item.digestId, object), 'not_a_proof_of_age', 'another digest')

  const signer = verifyChain({ certificates: certificatesOf(issuerAuth), ...trust, now })
  must(isSignedBy(signer.publicKey, issuerAuth, payload), 'not_trusted', 'the issuer has not signed')
  const authenticated = writeCbor(['DeviceAuthentication', transcript, PROOF_OF_AGE, embedded(deviceAuth.nameSpaces)])
  const isOfRequest = isSignedBy(deviceKey, deviceAuth.signed, writeCbor(embedded(authenticated)))
  must(isOfRequest, 'not_of_this_request', 'the device has not signed this')

  checkTimes(object, signer, now)
  return readAge(item.element, item.value, minimumAge)
}

function readDocument(bytes: Uint8Array) {
  const response = readMap(readCbor(bytes), ['version', 'documents', 'status'], 'the response')
  must(response.get('version') === VERSION, 'malformed', 'a response of another version')
  must(response.get('status') === OK, 'malformed', 'another status')
  const [given] = readArray(response.get('documents'), 1, 'the documents')
  const document = readMap(given, ['docType', 'issuerSigned', 'deviceSigned'], 'the document')
  must(document.get('docType') === PROOF_OF_AGE, 'not_a_proof_of_age', 'another document')
  return {
    issuerSigned: readMap(document.get('issuerSigned'), ['nameSpaces', 'issuerAuth'], 'what the issuer signed'),
    deviceSigned: readMap(document.get('deviceSigned'), ['nameSpaces', 'deviceAuth'], 'what the device signed'),
  }
}

/** Other fields, of which there are more with each edition, say nothing that is decided by; a status list is not fetched. */
function readSecurityObject(payload: Uint8Array): SecurityObject {
  const object = readCbor(embeddedIn(readCbor(payload), 'the security object'))
  must(object instanceof Map, 'malformed', 'no security object')
  must(object.get('version') === VERSION, 'malformed', 'a security object of another version')
  must(object.get('docType') === PROOF_OF_AGE, 'not_a_proof_of_age', 'a security object of another document')
  const spaces = readMap(object.get('valueDigests'), [PROOF_OF_AGE], 'the digests')
  const digests: unknown = spaces.get(PROOF_OF_AGE)
  must(digests instanceof Map, 'malformed', 'no digests')
  const times: unknown = object.get('validityInfo')
  must(times instanceof Map, 'malformed', 'no times')
  const keyInfo: unknown = object.get('deviceKeyInfo')
  must(keyInfo instanceof Map, 'malformed', 'no device key')
  const digestAlgorithm = object.get('digestAlgorithm') as unknown
  const isKnown = typeof digestAlgorithm === 'string' && Object.hasOwn(DIGESTS, digestAlgorithm)
  must(isKnown, 'not_a_proof_of_age', 'another digest algorithm')
  return {
    digestAlgorithm,
    digests,
    deviceKey: keyInfo.get('deviceKey'),
    signed: readDateTime(times.get('signed'), 'signed'),
    validFrom: readDateTime(times.get('validFrom'), 'valid from'),
    validUntil: readDateTime(times.get('validUntil'), 'valid until'),
  }
}

/** The one element that is disclosed. `tagged`: as its digest is about it. */
function readItem(nameSpaces: unknown) {
  must(nameSpaces instanceof Map, 'malformed', 'no name spaces')
  for (const name of nameSpaces.keys()) must(name === PROOF_OF_AGE, 'not_a_proof_of_age', 'another name space')
  const items: unknown = nameSpaces.get(PROOF_OF_AGE)
  must(Array.isArray(items) && items.length > 0, 'age_not_shown', 'no element')
  must(items.length === 1, 'not_a_proof_of_age', 'more than one element')
  const bytes = embeddedIn(items[0], 'the element')
  const item = readMap(readCbor(bytes), ['digestID', 'random', 'elementIdentifier', 'elementValue'], 'the element')
  return {
    tagged: writeCbor(embedded(bytes)),
    digestId: item.get('digestID'),
    element: item.get('elementIdentifier'),
    value: item.get('elementValue'),
  }
}

function isDigestRight(tagged: Uint8Array, digestId: unknown, { digests, digestAlgorithm }: SecurityObject): boolean {
  const expected = digests.get(digestId)
  if (typeof digestId !== 'number' || !(expected instanceof Uint8Array)) return false
  return createHash(DIGESTS[digestAlgorithm] ?? '')
    .update(tagged)
    .digest()
    .equals(expected)
}

/** Signed by the device, without a claim of its own. */
function readDeviceAuth(deviceSigned: CborMap) {
  const nameSpaces = embeddedIn(deviceSigned.get('nameSpaces'), 'what the device says')
  const claims = readCbor(nameSpaces)
  must(claims instanceof Map && claims.size === 0, 'not_a_proof_of_age', 'the device says something by itself')
  const auth = readMap(deviceSigned.get('deviceAuth'), ['deviceSignature'], 'the device’s signature')
  const signed = readSign1(auth.get('deviceSignature'), 'the device’s signature')
  must(signed.payload === null, 'malformed', 'the device’s signature has a payload')
  return { nameSpaces, signed }
}

function checkTimes({ signed, validFrom, validUntil }: SecurityObject, signer: X509Certificate, now: Date): void {
  must(later(now, SKEW_MS) >= signed && later(now, SKEW_MS) >= validFrom, 'expired', 'not valid yet')
  must(later(now, -SKEW_MS) <= validUntil, 'expired', 'no longer valid')
  const first = Math.min(signed.getTime(), validFrom.getTime())
  must(validUntil.getTime() - first <= LONGEST_LIFE_MS, 'not_a_proof_of_age', 'valid for too long')
  const isInTime = signer.validFromDate <= signed && signed <= signer.validToDate
  must(isInTime, 'not_trusted', 'signed out of the time of the certificate')
}
