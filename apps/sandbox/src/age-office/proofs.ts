import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { HOUR_MS, MINIMUM_AGE, OLDEST_AGE, YOUNGEST_AGE } from '@avouch/contract'
import { type Cbor, type CborMap, embed, encode, mapOf, Tagged } from './cbor.ts'
import { coseKey, sign1 } from './cose.ts'
import { PROOF_OF_AGE } from './doc-type.ts'
import type { Signer } from './office-keys.ts'

/** Proofs of one visit to the office; each is shown once, so that websites can't compare them. */
const BATCH = 30
const DAY_MS = 24 * HOUR_MS
const LIFE_MS = 60 * DAY_MS

/** A proof, and the key of the phone that it was made for. */
export type Proof = {
  docType: string
  /** By its name, as bytes that hold the value: a digest of exactly these is signed. */
  elements: ReadonlyMap<string, Tagged>
  issuerAuth: Cbor
  deviceKey: KeyObject
}

export type Person = {
  age: number
  issuer: 'listed' | 'unlisted'
  expired?: boolean
  proves?: readonly number[]
  /** Identity data are an SD-JWT with ages, unless they are this. */
  identity?: 'birth date' | 'mdoc'
}

/** To whom the office issues proofs. */
export const PEOPLE = {
  adult: { age: 34, issuer: 'listed' },
  /** Whose identity data say the birth date alone, as those of most countries. */
  teenager: { age: 16, issuer: 'listed', identity: 'birth date' },
  /** Of a country whose proofs have the one element that all have. */
  only18: { age: 34, issuer: 'listed', proves: [MINIMUM_AGE], identity: 'mdoc' },
  expired: { age: 34, issuer: 'listed', expired: true },
  unlisted: { age: 34, issuer: 'unlisted' },
} as const satisfies Readonly<Record<string, Person>>
export type PersonName = keyof typeof PEOPLE
export const PERSON_NAMES = Object.keys(PEOPLE) as PersonName[]
export const isPersonName = (value: unknown): value is PersonName => PERSON_NAMES.some((name) => name === value)

const AGES = Array.from({ length: OLDEST_AGE - YOUNGEST_AGE + 1 }, (_, index) => YOUNGEST_AGE + index)

const DATE_TIME = 0
/** Without parts of a second, which the standard forbids. */
const dateTime = (at: number) => new Tagged(DATE_TIME, `${new Date(at).toISOString().slice(0, 19)}Z`)

const digestOf = (item: Tagged) => createHash('sha256').update(encode(item)).digest()

export type Elements = readonly (readonly [name: string, value: Cbor])[]

const agesOf = ({ age, proves = AGES }: Person): Elements =>
  proves.map((asked) => [`age_over_${asked}`, age >= asked] as const)

function itemsFor(elements: Elements): Map<string, Tagged> {
  const items = elements.map(([elementIdentifier, elementValue], digestID): [string, Tagged] => [
    elementIdentifier,
    embed(mapOf({ digestID, random: randomBytes(32), elementIdentifier, elementValue })),
  ])
  return new Map(items)
}

/** Signed at the full hour, so that the moment tells proofs of one batch from others less. */
export function timesOf({ expired = false }: Person, now: Date): { from: number; until: number } {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const from = expired ? hour - LIFE_MS - DAY_MS : hour
  return { from, until: from + LIFE_MS }
}

function validity(person: Person, now: Date): CborMap {
  const { from, until } = timesOf(person, now)
  return mapOf({ signed: dateTime(from), validFrom: dateTime(from), validUntil: dateTime(until) })
}

type Issuing = { person: Person; docType: string; shows: Elements; signer: Signer; now: Date }

/** A document that is signed as an mdoc (ISO 18013-5). */
export function issueMdoc({ person, docType, shows, signer, now }: Issuing): Proof {
  const { certificate, privateKey } = signer
  const { privateKey: deviceKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const elements = itemsFor(shows)
  const digests: CborMap = new Map([...elements.values()].map((item, digestID) => [digestID, digestOf(item)]))
  const mobileSecurityObject = mapOf({
    version: '1.0',
    digestAlgorithm: 'SHA-256',
    valueDigests: mapOf({ [docType]: digests }),
    deviceKeyInfo: mapOf({ deviceKey: coseKey(deviceKey) }),
    docType,
    validityInfo: validity(person, now),
  })
  const key = createPrivateKey(privateKey)
  const chain = [new X509Certificate(certificate).raw]
  const issuerAuth = sign1({ key, payload: encode(embed(mobileSecurityObject)), chain })
  return { docType, elements, issuerAuth, deviceKey }
}

/** One visit of a person to the office. */
export const issueProofs = (name: PersonName, signers: Record<Person['issuer'], Signer>, now: Date): Proof[] => {
  const person: Person = PEOPLE[name]
  const issuing = { person, docType: PROOF_OF_AGE, shows: agesOf(person), signer: signers[person.issuer], now }
  return Array.from({ length: BATCH }, () => issueMdoc(issuing))
}

/** The parts of an issuer's signature that an answer carries: all of it, and of the elements those to be shown. */
export const issuerSigned = ({ docType, elements, issuerAuth }: Proof, shown: readonly string[]): CborMap =>
  mapOf({
    nameSpaces: mapOf({ [docType]: shown.flatMap((name) => elements.get(name) ?? []) }),
    issuerAuth,
  })
