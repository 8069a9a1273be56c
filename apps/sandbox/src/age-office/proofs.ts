import 'reflect-metadata'
import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { DataItem, DeviceResponse, Document, type IssuerSignedDocument, MDoc } from '@auth0/mdl'
import { cborEncode } from '@auth0/mdl/lib/cbor/index.js'
import { HOUR_MS, MINIMUM_AGE, OLDEST_AGE, YOUNGEST_AGE } from '@avouch/contract'
import { type OfficeKeys, PROOF_OF_AGE, type Signer } from './office-keys.ts'

const DAY_MS = 24 * HOUR_MS
const LIFE_MS = 60 * DAY_MS

type Person = {
  age: number
  issuer: 'listed' | 'unlisted'
  expired?: boolean
  proves?: readonly number[]
  /** Kind of the identity data; undefined for an SD-JWT with ages. */
  identity?: 'birth date' | 'mdoc'
}

export const PEOPLE = {
  adult: { age: 34, issuer: 'listed' },
  /** Has identity data with the birth date alone, as in most countries. */
  teenager: { age: 16, issuer: 'listed', identity: 'birth date' },
  /** Lives in a country that issues only the mandatory element. */
  only18: { age: 34, issuer: 'listed', proves: [MINIMUM_AGE], identity: 'mdoc' },
  expired: { age: 34, issuer: 'listed', expired: true },
  unlisted: { age: 34, issuer: 'unlisted' },
} as const satisfies Readonly<Record<string, Person>>
export type PersonName = keyof typeof PEOPLE
export const PERSON_NAMES = Object.keys(PEOPLE) as PersonName[]
export const isPersonName = (value: unknown): value is PersonName => PERSON_NAMES.some((name) => name === value)

export const AGES = Array.from({ length: OLDEST_AGE - YOUNGEST_AGE + 1 }, (_, index) => YOUNGEST_AGE + index)

export type IssuanceVisit = Omit<Person, 'issuer'> & { signer: Signer; birthDate: string; from: Date; until: Date }

/** Dates a visit to the office to the full hour, so that the time identifies fewer proofs. */
export function visitOf(name: PersonName, signers: Pick<OfficeKeys, Person['issuer']>, now: Date): IssuanceVisit {
  const person: Person = PEOPLE[name]
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const from = person.expired ? hour - LIFE_MS - DAY_MS : hour
  const birthDate = `${now.getUTCFullYear() - person.age}-01-01`
  return { ...person, signer: signers[person.issuer], birthDate, from: new Date(from), until: new Date(from + LIFE_MS) }
}

/** Each proof of a visit is shown once, so that websites can't compare them. */
const BATCH = 30

/** Needed, because the library would write `undefined`, which a strict reader refuses. */
const KEY_ID = '1'

/** An mdoc (ISO 18013-5), and the key of its phone. */
export type Proof = { document: IssuerSignedDocument; deviceKey: JsonWebKey }

export async function issueMdoc(
  { signer, from, until }: IssuanceVisit,
  docType: string,
  shows: object,
): Promise<Proof> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const document = await new Document(docType)
    .addIssuerNameSpace(docType, shows)
    .addValidityInfo({ signed: from, validFrom: from, validUntil: until })
    .addDeviceKeyInfo({ deviceKey: publicKey.export({ format: 'jwk' }) })
    .sign({
      issuerPrivateKey: createPrivateKey(signer.privateKey).export({ format: 'jwk' }),
      issuerCertificate: signer.certificate,
      alg: 'ES256',
      kid: KEY_ID,
    })
  return { document, deviceKey: { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID } }
}

export function issueProofs(name: PersonName, office: OfficeKeys, now: Date): Promise<Proof[]> {
  const visit = visitOf(name, office, now)
  const { age, proves = AGES } = visit
  const shows = Object.fromEntries(proves.map((asked) => [`age_over_${asked}`, age >= asked]))
  return Promise.all(Array.from({ length: BATCH }, () => issueMdoc(visit, PROOF_OF_AGE, shows)))
}

export const elementsOf = ({ document }: Proof): string[] => Object.keys(document.getIssuerNameSpace(document.docType))

/**
 * Shows elements of a proof, signed for this one request. For an age that the proof does not have, the library shows the nearest
 * higher one that is true, else the nearest lower one that is false (ISO 18013-5, 7.2.5).
 */
export async function deviceResponse({ document, deviceKey }: Proof, shown: readonly string[], transcript: unknown) {
  const { docType } = document
  const fields = shown.map((name) => ({ path: [`$['${docType}']['${name}']`], intent_to_retain: false }))
  const format = { mso_mdoc: { alg: ['ES256'] } }
  const asked = { id: docType, format, constraints: { limit_disclosure: 'required', fields } }
  const response = await DeviceResponse.from(new MDoc([document]))
    .usingPresentationDefinition({ id: 'shown', input_descriptors: [asked] })
    .usingSessionTranscriptBytes(cborEncode(DataItem.fromData(transcript)))
    .authenticateWithSignature(deviceKey, 'ES256')
    .sign()
  return response.encode()
}
