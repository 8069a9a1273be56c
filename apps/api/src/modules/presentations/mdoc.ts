import { createHash, type X509Certificate } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import { compareBirthDate, elementOf, readAge } from './ages.ts'
import {
  type CborMap,
  embedded,
  embeddedIn,
  readArray,
  readBytes,
  readCbor,
  readDateTime,
  readFullDate,
  readMap,
  writeCbor,
} from './cbor.ts'
import { checkValidity, verifyChain } from './chain.ts'
import { certificatesOf, isSignedBy, readKey, readSign1 } from './cose.ts'
import { must } from './refused.ts'

/** The European proof of age (mdoc): the document, and its one namespace. */
export const PROOF_OF_AGE = 'eu.europa.ec.av.1'
/** European identity data (PID) as mdoc: the document, and the namespace that is asked. */
export const PID = 'eu.europa.ec.eudi.pid.1'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/** The session that a device signs with its proof. It is made from what we sent, never from an answer or a header. */
export type Transcript = readonly [null, null, readonly [string, Uint8Array]]

/** OpenID4VP 1.0, B.2.6.1. `thumbprint`: of the key for an encrypted answer; null: the answer comes in plain. */
export const openId4VpTranscript = (request: {
  clientId: string
  nonce: string
  thumbprint: Uint8Array | null
  responseUri: string
}): Transcript => {
  const { clientId, nonce, thumbprint, responseUri } = request
  return [null, null, ['OpenID4VPHandover', sha256(writeCbor([clientId, nonce, thumbprint, responseUri]))]]
}

/** ISO 18013-7, Annex C. */
export const browserTranscript = (encryptionInfo: string, origin: string): Transcript => [
  null,
  null,
  ['dcapi', sha256(writeCbor([encryptionInfo, origin]))],
]

const VERSION = '1.0'
/** The status of a response without an error (ISO 18013-5). */
const OK = 0
const LONGEST_LIFE_MS = 92 * 24 * HOUR_MS
const DIGESTS: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }

/** Whom a proof is accepted from: certificates, and the usages of which a signer's must have one. */
export type Trusted = {
  anchors: readonly X509Certificate[]
  usages: readonly string[]
}
export type Question = {
  minimumAge: number
  transcript: Transcript
  trusted: Trusted
  now: Date
  /** The day that birth dates are compared with. */
  today: string
}

/** The parts that are read of what the issuer signed. */
type SecurityObject = {
  digestAlgorithm: string
  digests: CborMap
  deviceKey: unknown
  signed: Date
  validFrom: Date
  validUntil: Date
}

/** The demands on a kind of document in addition to its signatures. */
type Profile = {
  /** The kind of document, and the namespace of what it shows. */
  docType: string
  /** A proof of age says nothing else; identity data may have namespaces of a country, of which nothing is shown. */
  hasOneSpace: boolean
  longestLifeMs: number
  read: (element: unknown, value: unknown, question: Question) => 'yes' | 'no'
}

const AGE_PROFILE: Profile = {
  docType: PROOF_OF_AGE,
  hasOneSpace: true,
  longestLifeMs: LONGEST_LIFE_MS,
  read: (element, value, { minimumAge }) => readAge(element, value, minimumAge),
}

export const MDOC_BIRTH_DATE = 'birth_date'

const PID_PROFILE: Profile = {
  docType: PID,
  hasOneSpace: false,
  longestLifeMs: Number.POSITIVE_INFINITY,
  read: (element, value, { minimumAge, today }) => {
    if (element === MDOC_BIRTH_DATE) return compareBirthDate(readFullDate(value), minimumAge, today)
    must(element === elementOf(minimumAge), 'not_a_proof_of_age', 'another element')
    return readAge(element, value, minimumAge)
  },
}

/** A proof of age, as an age app shows it. @throws Refused */
export const verifyProofOfAge = (response: Uint8Array, question: Question): 'yes' | 'no' =>
  verifyDocument(response, AGE_PROFILE, question)

/** Identity data, as an ID wallet shows them: the age that is asked for, or else the birth date. @throws Refused */
export const verifyMdocPid = (response: Uint8Array, question: Question): 'yes' | 'no' =>
  verifyDocument(response, PID_PROFILE, question)

/**
 * The one verifier of mdocs: a DeviceResponse of ISO 18013-5 answers yes, no, or is refused. All that is looked at before the
 * first signature is bounded by the size of the answer. @throws Refused
 */
function verifyDocument(response: Uint8Array, profile: Profile, question: Question): 'yes' | 'no' {
  const { transcript, trusted, now } = question
  const { docType } = profile
  const { issuerSigned, deviceSigned } = readDocument(response, docType)
  const issuerAuth = readSign1(issuerSigned.get('issuerAuth'), 'the issuer’s signature')
  const payload = readBytes(issuerAuth.payload, 'what the issuer signed')
  const object = readSecurityObject(payload, profile)
  const item = readItem(issuerSigned.get('nameSpaces'), docType)
  const deviceAuth = readDeviceAuth(deviceSigned)
  const deviceKey = readKey(object.deviceKey)
  must(isDigestRight(item.tagged, item.digestId, object), 'not_a_proof_of_age', 'another digest')

  const signer = verifyChain({ certificates: certificatesOf(issuerAuth), ...trusted, now })
  must(isSignedBy(signer.publicKey, issuerAuth, payload), 'not_trusted', 'the issuer has not signed')
  const authenticated = writeCbor(['DeviceAuthentication', transcript, docType, embedded(deviceAuth.nameSpaces)])
  const isOfRequest = isSignedBy(deviceKey, deviceAuth.signed, writeCbor(embedded(authenticated)))
  must(isOfRequest, 'not_of_this_request', 'the device has not signed this')

  checkValidity(object, signer, now)
  checkLife(object, profile)
  return profile.read(item.element, item.value, question)
}

function readDocument(bytes: Uint8Array, docType: string) {
  const response = readMap(readCbor(bytes), ['version', 'documents', 'status'], 'the response')
  must(response.get('version') === VERSION, 'malformed', 'a response of another version')
  must(response.get('status') === OK, 'malformed', 'another status')
  const [given] = readArray(response.get('documents'), 1, 'the documents')
  const document = readMap(given, ['docType', 'issuerSigned', 'deviceSigned'], 'the document')
  must(document.get('docType') === docType, 'not_a_proof_of_age', 'another document')
  return {
    issuerSigned: readMap(document.get('issuerSigned'), ['nameSpaces', 'issuerAuth'], 'what the issuer signed'),
    deviceSigned: readMap(document.get('deviceSigned'), ['nameSpaces', 'deviceAuth'], 'what the device signed'),
  }
}

/** Other fields, of which there are more with each edition, say nothing that is decided by; a status list is not fetched. */
function readSecurityObject(payload: Uint8Array, { docType, hasOneSpace }: Profile): SecurityObject {
  const object = readCbor(embeddedIn(readCbor(payload), 'the security object'))
  must(object instanceof Map, 'malformed', 'no security object')
  must(object.get('version') === VERSION, 'malformed', 'a security object of another version')
  must(object.get('docType') === docType, 'not_a_proof_of_age', 'a security object of another document')
  const spaces: unknown = object.get('valueDigests')
  must(spaces instanceof Map, 'malformed', 'no name spaces of digests')
  must(!hasOneSpace || [...spaces.keys()].every((name) => name === docType), 'malformed', 'another name space signed')
  const digests: unknown = spaces.get(docType)
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
function readItem(nameSpaces: unknown, docType: string) {
  must(nameSpaces instanceof Map, 'malformed', 'no name spaces')
  for (const name of nameSpaces.keys()) must(name === docType, 'not_a_proof_of_age', 'another name space')
  const items: unknown = nameSpaces.get(docType)
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

function checkLife({ signed, validFrom, validUntil }: SecurityObject, { longestLifeMs }: Profile): void {
  const first = Math.min(signed.getTime(), validFrom.getTime())
  must(validUntil.getTime() - first <= longestLifeMs, 'not_a_proof_of_age', 'valid for too long')
}
