import { HOUR_MS, MINIMUM_AGE, OLDEST_AGE, YOUNGEST_AGE } from '@avouch/contract'
import type { OfficeKeys, Signer } from './office-keys.ts'

/** The European proof of age: the type of the document, and its one namespace. */
export const PROOF_OF_AGE = 'eu.europa.ec.av.1'
/** European identity data: as mdoc the type and the namespace, as SD-JWT the type. */
export const PID = 'eu.europa.ec.eudi.pid.1'
export const PID_VCT = 'urn:eudi:pid:1'

const DAY_MS = 24 * HOUR_MS
const LIFE_MS = 60 * DAY_MS

type Person = {
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

export const AGES = Array.from({ length: OLDEST_AGE - YOUNGEST_AGE + 1 }, (_, index) => YOUNGEST_AGE + index)

export type Issuing = Omit<Person, 'issuer'> & { signer: Signer; birthDate: string; from: Date; until: Date }

/**
 * A visit of a person to the office. What it issues is signed at the full hour, so that the moment tells proofs of one batch from
 * others less; and the person was born on the first of January.
 */
export function visitOf(name: PersonName, signers: Pick<OfficeKeys, Person['issuer']>, now: Date): Issuing {
  const person: Person = PEOPLE[name]
  const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const from = person.expired ? hour - LIFE_MS - DAY_MS : hour
  const birthDate = `${now.getUTCFullYear() - person.age}-01-01`
  return { ...person, signer: signers[person.issuer], birthDate, from: new Date(from), until: new Date(from + LIFE_MS) }
}
