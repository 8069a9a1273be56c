import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { MINIMUM_AGE, OLDEST_AGE, SECOND_MS, YOUNGEST_AGE } from '@avouch/contract'
import { Tagged } from './cbor.ts'
import { PID, PID_VCT } from './doc-type.ts'
import type { Signer } from './office-keys.ts'
import { issueMdoc, type Person, PEOPLE, type PersonName, type Proof, timesOf } from './proofs.ts'

/** Identity data as SD-JWT VC, and the key of the phone that they were made for. */
export type SdJwt = {
  token: string
  /** By the name of the claim; a claim inside of another one has that one before it. */
  disclosures: ReadonlyMap<string, string>
  holderKey: KeyObject
}
/** What an ID wallet holds of its user, in one of two formats. */
export type Identity = { sdJwt: SdJwt } | { mdoc: Proof }

const AGES = 'age_equal_or_over'
/** Full-date (RFC 8943). */
const FULL_DATE = 1004

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** A compact JWS with ES256. */
export function signJws(header: object, payload: object, key: KeyObject): string {
  const signed = `${part({ alg: 'ES256', ...header })}.${part(payload)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** The first of January, so many years ago. */
const birthDateOf = ({ age }: Person, now: Date): string => `${now.getUTCFullYear() - age}-01-01`

function issueSdJwt(person: Person, { certificate, privateKey }: Signer, now: Date): SdJwt {
  const holder = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const disclosures = new Map<string, string>()
  function disclosed(name: string, value: unknown, inside = ''): string {
    const text = part([randomBytes(16).toString('base64url'), name, value])
    disclosures.set(inside + name, text)
    return digestOf(text)
  }
  const claims = [
    disclosed('family_name', 'Sample'),
    disclosed('given_name', 'Sam'),
    disclosed('birthdate', birthDateOf(person, now)),
  ]
  if (person.identity === undefined) {
    const ages = Array.from({ length: OLDEST_AGE - YOUNGEST_AGE + 1 }, (_, index) => YOUNGEST_AGE + index)
    const inner = ages.map((age) => disclosed(`${age}`, person.age >= age, `${AGES}.`))
    claims.push(disclosed(AGES, { _sd: inner }))
  }
  const { from, until } = timesOf(person, now)
  const payload = {
    iss: 'https://age-office.test',
    vct: PID_VCT,
    iat: from / SECOND_MS,
    exp: until / SECOND_MS,
    cnf: { jwk: createPublicKey(holder.privateKey).export({ format: 'jwk' }) },
    _sd_alg: 'sha-256',
    _sd: claims.toSorted((one, other) => (one < other ? -1 : 1)),
  }
  const x5c = [new X509Certificate(certificate).raw.toString('base64')]
  const token = signJws({ typ: 'dc+sd-jwt', x5c }, payload, createPrivateKey(privateKey))
  return { token, disclosures, holderKey: holder.privateKey }
}

/** One visit of a person to the office. */
export function issueIdentity(name: PersonName, signers: Record<Person['issuer'], Signer>, now: Date): Identity {
  const person: Person = PEOPLE[name]
  const signer = signers[person.issuer]
  if (person.identity !== 'mdoc') return { sdJwt: issueSdJwt(person, signer, now) }
  const birthDate = new Tagged(FULL_DATE, birthDateOf(person, now))
  const shows = [
    ['birth_date', birthDate],
    [`age_over_${MINIMUM_AGE}`, person.age >= MINIMUM_AGE],
  ] as const
  return { mdoc: issueMdoc({ person, docType: PID, shows, signer, now }) }
}
