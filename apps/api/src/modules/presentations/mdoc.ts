import { createHash, type X509Certificate } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import { agreed, compareBirthDate, readAge } from './ages.ts'
import {
  type CborMap,
  embedded,
  embeddedIn,
  fullDateIn,
  readBytes,
  readCbor,
  readDateTime,
  readMap,
  writeCbor,
} from './cbor.ts'
import { checkValidity, verifyCertificates } from './chain.ts'
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

/** A newer edition only adds fields; only a new major version changes those that are read here. */
const VERSION = /^1\.\d+$/
/** The status of a response without an error (ISO 18013-5). */
const OK = 0
const LONGEST_LIFE_MS = 92 * 24 * HOUR_MS
const DIGESTS: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }

/** Accepted issuers: certificates, and the extended key usages of which a signer needs one. */
export type Trusted = {
  anchors: readonly X509Certificate[]
  usages: readonly string[]
}
export type Question = { minimumAge: number; transcript: Transcript; trusted: Trusted; now: Date }

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
  longestLifeMs: number
  /** Reads the answer of an element; undefined for elements that decide nothing. */
  says: (element: unknown, value: unknown) => 'yes' | 'no' | undefined
}

/** A proof of age, as an age app shows it. @throws Refused */
export const verifyProofOfAge = (response: Uint8Array, question: Question): 'yes' | 'no' =>
  verifyDocument(response, question, {
    docType: PROOF_OF_AGE,
    longestLifeMs: LONGEST_LIFE_MS,
    says: (element, value) => readAge(element, value, question.minimumAge),
  })

export const MDOC_BIRTH_DATE = 'birth_date'

/**
 * Identity data, as an ID wallet shows them: an age that decides, or else the birth date. @throws Refused
 * @param today the day that the birth date is compared with
 */
export const verifyMdocPid = (
  response: Uint8Array,
  { today, ...question }: Question & { today: string },
): 'yes' | 'no' =>
  verifyDocument(response, question, {
    docType: PID,
    longestLifeMs: Number.POSITIVE_INFINITY,
    says: (element, value) =>
      element === MDOC_BIRTH_DATE
        ? compareBirthDate(fullDateIn(value), question.minimumAge, today)
        : readAge(element, value, question.minimumAge),
  })

/**
 * The one verifier of mdocs: a DeviceResponse of ISO 18013-5 answers yes, no, or is refused. All that is looked at before the
 * first signature is bounded by the size of the answer. @throws Refused
 */
function verifyDocument(response: Uint8Array, question: Question, profile: Profile): 'yes' | 'no' {
  const { transcript, trusted, now } = question
  const { docType } = profile
  const { issuerSigned, deviceSigned } = readDocument(response, docType)
  const issuerAuth = readSign1(issuerSigned.get('issuerAuth'), 'the issuer’s signature')
  const payload = readBytes(issuerAuth.payload, 'what the issuer signed')
  const object = readSecurityObject(payload, profile)
  const shown = readItems(issuerSigned.get('nameSpaces'), profile)
  const deviceAuth = readDeviceAuth(deviceSigned)
  const deviceKey = readKey(object.deviceKey)
  for (const { tagged, digestId } of shown)
    must(isDigestRight(tagged, digestId, object), 'not_a_proof_of_age', 'another digest')

  const signer = verifyCertificates({ certificates: certificatesOf(issuerAuth), ...trusted, now })
  must(isSignedBy(signer.publicKey, issuerAuth, payload), 'not_trusted', 'the issuer has not signed')
  const authenticated = writeCbor(['DeviceAuthentication', transcript, docType, embedded(deviceAuth.nameSpaces)])
  const isOfRequest = isSignedBy(deviceKey, deviceAuth.signed, writeCbor(embedded(authenticated)))
  must(isOfRequest, 'not_of_this_request', 'the device has not signed this')

  checkValidity(object, signer, now)
  checkLife(object, profile)
  return agreed(shown.map(({ said }) => said))
}

/** The one document of the kind that was asked for. Others, and reports of what an app does not show, are not read. */
function readDocument(bytes: Uint8Array, docType: string) {
  const response = readMap(readCbor(bytes), 'the response')
  checkVersion(response, 'a response of another version')
  must(response.get('status') === OK, 'malformed', 'another status')
  const documents: unknown = response.get('documents')
  must(Array.isArray(documents), 'malformed', 'no documents')
  const [document, ...others] = documents
    .map((one) => readMap(one, 'the document'))
    .filter((one) => one.get('docType') === docType)
  must(document !== undefined && others.length === 0, 'not_a_proof_of_age', 'not one document of this kind')
  return {
    issuerSigned: readMap(document.get('issuerSigned'), 'what the issuer signed'),
    deviceSigned: readMap(document.get('deviceSigned'), 'what the device signed'),
  }
}

function checkVersion(of: CborMap, refusal: string): void {
  const version = of.get('version')
  must(typeof version === 'string' && VERSION.test(version), 'malformed', refusal)
}

/** Other fields, which each edition adds to, decide nothing; a status list is not fetched. */
function readSecurityObject(payload: Uint8Array, { docType }: Profile): SecurityObject {
  const object = readCbor(embeddedIn(readCbor(payload), 'the security object'))
  must(object instanceof Map, 'malformed', 'no security object')
  checkVersion(object, 'a security object of another version')
  must(object.get('docType') === docType, 'not_a_proof_of_age', 'a security object of another document')
  const spaces: unknown = object.get('valueDigests')
  must(spaces instanceof Map, 'malformed', 'no name spaces of digests')
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

/** The elements that decide. `tagged`: as a digest is about it. */
function readItems(nameSpaces: unknown, { docType, says }: Profile) {
  const items = readMap(nameSpaces, 'the name spaces').get(docType)
  must(Array.isArray(items), 'age_not_shown', 'no element')
  return items.flatMap((one: unknown) => {
    const bytes = embeddedIn(one, 'the element')
    const item = readMap(readCbor(bytes), 'the element')
    const said = says(item.get('elementIdentifier'), item.get('elementValue'))
    return said === undefined ? [] : [{ said, tagged: writeCbor(embedded(bytes)), digestId: item.get('digestID') }]
  })
}

function isDigestRight(tagged: Uint8Array, digestId: unknown, { digests, digestAlgorithm }: SecurityObject): boolean {
  const expected = digests.get(digestId)
  if (typeof digestId !== 'number' || !(expected instanceof Uint8Array)) return false
  return createHash(DIGESTS[digestAlgorithm] ?? '')
    .update(tagged)
    .digest()
    .equals(expected)
}

/** Signed by the device, without device-signed claims. */
function readDeviceAuth(deviceSigned: CborMap) {
  const nameSpaces = embeddedIn(deviceSigned.get('nameSpaces'), 'what the device says')
  const claims = readCbor(nameSpaces)
  must(claims instanceof Map && claims.size === 0, 'not_a_proof_of_age', 'the device says something by itself')
  const auth = readMap(deviceSigned.get('deviceAuth'), 'the device’s signature')
  const signed = readSign1(auth.get('deviceSignature'), 'the device’s signature')
  must(signed.payload === null, 'malformed', 'the device’s signature has a payload')
  return { nameSpaces, signed }
}

function checkLife({ signed, validFrom, validUntil }: SecurityObject, { longestLifeMs }: Profile): void {
  const first = Math.min(signed.getTime(), validFrom.getTime())
  must(validUntil.getTime() - first <= longestLifeMs, 'not_a_proof_of_age', 'valid for too long')
}
