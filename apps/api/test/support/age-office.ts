import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { embedded, writeCbor } from '../../src/modules/presentations/cbor.ts'
import { Tag } from 'cbor2'
import { type Authority, makeCertificate } from './certificates.ts'

export const AV = 'eu.europa.ec.av.1'
export const SIGNER_USAGE = '1.3.130.2.0.0.1.2'
const DAY_MS = 86_400_000

type Element = {
  digestID?: unknown
  random?: unknown
  elementIdentifier?: unknown
  elementValue?: unknown
  more?: unknown
}
/** The claims of a proof, and each of its parts put wrong. */
export type Wish = {
  age?: number
  over?: unknown
  element?: Element
  /** Further elements. */
  more?: Element[]
  docType?: string
  signedDocType?: string
  shownSpace?: string
  signedSpace?: string
  digestAlgorithm?: string
  digestName?: string
  signed?: Date
  validFrom?: Date
  validUntil?: Date
  algorithm?: number
  chain?: readonly Uint8Array[]
  issuerKey?: KeyObject
  /** Changes the key of the device that the issuer signed. */
  deviceKey?: (key: Map<number, unknown>) => Map<number, unknown>
  /** Changes what the issuer signed. */
  object?: (object: Map<string, unknown>) => void
  /** Further labels of the issuer's protected header. */
  header?: [number, unknown][]
  /** Further name spaces, added to what is shown. */
  spaces?: [string, unknown][]
  digest?: (digest: Buffer) => Buffer
}

const hashNames: Record<string, string> = {
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA-1': 'sha1',
}
const dateTime = (at: Date) => new Tag(0, `${at.toISOString().slice(0, 19)}Z`)
const header = (algorithm: number, more: [number, unknown][] = []) => writeCbor(new Map([[1, algorithm], ...more]))

const es256 = (key: KeyObject, protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array =>
  sign('sha256', writeCbor(['Signature1', protectedBytes, new Uint8Array(), payload]), {
    key,
    dsaEncoding: 'ieee-p1363',
  })

function coseKey(key: KeyObject): Map<number, unknown> {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, unknown>([
    [1, 2],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

/** An office that issues proofs of age: its authority, and the certificate that it signs with. */
export function createOffice(now = new Date()) {
  const root = makeCertificate({ name: 'Test Age Root', isCa: true }, now)
  const signer = makeCertificate({ name: 'Test Age Signer', issuer: root, usages: [SIGNER_USAGE] }, now)
  return { root, signer, issue: (wish: Wish = {}, at = now) => issue(signer, wish, at) }
}
export type Office = ReturnType<typeof createOffice>

/** A proof of age with its device key, as an app stores it. */
export function issue(signer: Authority, wish: Wish, now: Date) {
  const { age = 18, over = true, digestAlgorithm = 'SHA-256', shownSpace = AV, signedSpace = AV } = wish
  const device = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const elements: Element[] = [
    { elementIdentifier: `age_over_${age}`, elementValue: over, ...wish.element },
    ...(wish.more ?? []),
  ]
  const items = elements.map((element, n) =>
    embedded(writeCbor(new Map<string, unknown>(Object.entries({ digestID: n, random: randomBytes(32), ...element })))),
  )
  const digestOf = (item: Tag) =>
    createHash(hashNames[digestAlgorithm] ?? '')
      .update(writeCbor(item))
      .digest()
  const digests = new Map<unknown, unknown>(
    items.map((item, n) => [n, (wish.digest ?? ((one) => one))(digestOf(item))]),
  )
  const { signed = new Date(now.getTime() - DAY_MS), validUntil = new Date(now.getTime() + 60 * DAY_MS) } = wish
  const object = new Map<string, unknown>([
    ['version', '1.0'],
    ['digestAlgorithm', wish.digestName ?? digestAlgorithm],
    ['valueDigests', new Map([[signedSpace, digests]])],
    ['deviceKeyInfo', new Map([['deviceKey', (wish.deviceKey ?? ((key) => key))(coseKey(device.publicKey))]])],
    ['docType', wish.signedDocType ?? wish.docType ?? AV],
    [
      'validityInfo',
      new Map([
        ['signed', dateTime(signed)],
        ['validFrom', dateTime(wish.validFrom ?? signed)],
        ['validUntil', dateTime(validUntil)],
      ]),
    ],
  ])
  wish.object?.(object)
  const payload = writeCbor(embedded(writeCbor(object)))
  const protectedBytes = header(wish.algorithm ?? -7, wish.header)
  const chain = wish.chain ?? [signer.certificate]
  const unprotected = new Map<number, unknown>([[33, chain.length === 1 ? chain[0] : chain]])
  const signature = es256(wish.issuerKey ?? signer.keys.privateKey, protectedBytes, payload)
  const issuerSigned = new Map<string, unknown>([
    ['nameSpaces', new Map<string, unknown>([[shownSpace, items], ...(wish.spaces ?? [])])],
    ['issuerAuth', [protectedBytes, unprotected, payload, signature]],
  ])
  return { docType: wish.docType ?? AV, issuerSigned, deviceKey: device.privateKey }
}
export type Proof = ReturnType<typeof issue>

/** How an answer is put wrong. */
export type Shown = {
  status?: unknown
  version?: unknown
  deviceKey?: KeyObject
  deviceAlgorithm?: number
  deviceSpaces?: Map<string, unknown>
  devicePayload?: Uint8Array
  /** A MAC instead of the signature, or added to it. */
  mac?: boolean | 'beside'
  signedDocType?: string
  documents?: (document: Map<string, unknown>) => unknown[]
  response?: (response: Map<string, unknown>) => void
}

/** The DeviceResponse by which an app shows a proof for one request. */
export function show(proof: Proof, transcript: unknown, wrong: Shown = {}): Uint8Array {
  const nameSpaces = embedded(writeCbor(wrong.deviceSpaces ?? new Map()))
  const authenticated = writeCbor([
    'DeviceAuthentication',
    transcript,
    wrong.signedDocType ?? proof.docType,
    nameSpaces,
  ])
  const protectedBytes = header(wrong.deviceAlgorithm ?? -7)
  const signature = es256(wrong.deviceKey ?? proof.deviceKey, protectedBytes, writeCbor(embedded(authenticated)))
  const deviceSignature = [protectedBytes, new Map(), wrong.devicePayload ?? null, signature]
  const deviceAuth = new Map<string, unknown>([
    ...(wrong.mac === true ? [] : [['deviceSignature', deviceSignature] as const]),
    ...(wrong.mac === undefined ? [] : [['deviceMac', deviceSignature] as const]),
  ])
  const document = new Map<string, unknown>([
    ['docType', proof.docType],
    ['issuerSigned', proof.issuerSigned],
    [
      'deviceSigned',
      new Map<string, unknown>([
        ['nameSpaces', nameSpaces],
        ['deviceAuth', deviceAuth],
      ]),
    ],
  ])
  const response = new Map<string, unknown>([
    ['version', wrong.version ?? '1.0'],
    ['documents', wrong.documents?.(document) ?? [document]],
    ['status', wrong.status ?? 0],
  ])
  wrong.response?.(response)
  return writeCbor(response)
}
