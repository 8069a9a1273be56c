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
  /** By its name, as bytes that hold the value: a digest of exactly these is signed. */
  elements: ReadonlyMap<string, Tagged>
  issuerAuth: Cbor
  deviceKey: KeyObject
}

type Person = { age: number; issuer: 'listed' | 'unlisted'; expired?: boolean; proves?: readonly number[] }

/** To whom the office issues proofs. */
export const PEOPLE = {
  adult: { age: 34, issuer: 'listed' },
  teenager: { age: 16, issuer: 'listed' },
  /** Of a country whose proofs have the one element that all have. */
  only18: { age: 34, issuer: 'listed', proves: [MINIMUM_AGE] },
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

function itemsFor({ age, proves = AGES }: Person): Map<string, Tagged> {
  const items = proves.map((asked, digestID): [string, Tagged] => {
    const elementIdentifier = `age_over_${asked}`
    const item = { digestID, random: randomBytes(32), elementIdentifier, elementValue: age >= asked }
    return [elementIdentifier, embed(mapOf(item))]
  })
  return new Map(items)
}

/** Signed at the full hour, so that the moment tells proofs of one batch from others less. */
function validity({ expired = false }: Person, now: Date): CborMap {
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const signed = expired ? hour - LIFE_MS - DAY_MS : hour
  return mapOf({ signed: dateTime(signed), validFrom: dateTime(signed), validUntil: dateTime(signed + LIFE_MS) })
}

function issueProof(person: Person, { certificate, privateKey }: Signer, now: Date): Proof {
  const { privateKey: deviceKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const elements = itemsFor(person)
  const digests: CborMap = new Map([...elements.values()].map((item, digestID) => [digestID, digestOf(item)]))
  const mobileSecurityObject = mapOf({
    version: '1.0',
    digestAlgorithm: 'SHA-256',
    valueDigests: mapOf({ [PROOF_OF_AGE]: digests }),
    deviceKeyInfo: mapOf({ deviceKey: coseKey(deviceKey) }),
    docType: PROOF_OF_AGE,
    validityInfo: validity(person, now),
  })
  const key = createPrivateKey(privateKey)
  const chain = [new X509Certificate(certificate).raw]
  return { elements, issuerAuth: sign1({ key, payload: encode(embed(mobileSecurityObject)), chain }), deviceKey }
}

/** One visit of a person to the office. */
export const issueProofs = (name: PersonName, signers: Record<Person['issuer'], Signer>, now: Date): Proof[] => {
  const person: Person = PEOPLE[name]
  return Array.from({ length: BATCH }, () => issueProof(person, signers[person.issuer], now))
}

/** The parts of an issuer's signature that an answer carries: all of it, and of the elements those to be shown. */
export const issuerSigned = ({ elements, issuerAuth }: Proof, shown: readonly string[]): CborMap =>
  mapOf({
    nameSpaces: mapOf({ [PROOF_OF_AGE]: shown.flatMap((name) => elements.get(name) ?? []) }),
    issuerAuth,
  })
