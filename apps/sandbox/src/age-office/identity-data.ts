import 'reflect-metadata'
import * as crypto from 'node:crypto'
import { DateOnly } from '@auth0/mdl/lib/cbor/index.js'
import { MINIMUM_AGE } from '@avouch/contract'
import { SignJWT } from 'jose'
import { PID, PID_VCT, type OfficeKeys } from './office-keys.ts'
import { AGES, issueMdoc, type IssuanceVisit, type PersonName, type Proof, visitOf } from './proofs.ts'

export type SdJwt = {
  token: string
  /** By name, with the parent's name before it. */
  disclosures: ReadonlyMap<string, string>
  holderKey: crypto.KeyObject
}
export type Identity = { sdJwt: SdJwt } | { mdoc: Proof }

const AGE_CLAIM = 'age_equal_or_over'

export const digestOf = (text: string): string => crypto.createHash('sha256').update(text).digest('base64url')

async function issueSdJwt({ age, birthDate, identity, signer, from, until }: IssuanceVisit): Promise<SdJwt> {
  const { privateKey: holderKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const disclosures = new Map<string, string>()
  function disclosed(name: string, value: unknown, inside = ''): string {
    const said = [crypto.randomBytes(16).toString('base64url'), name, value]
    const text = Buffer.from(JSON.stringify(said)).toString('base64url')
    disclosures.set(inside + name, text)
    return digestOf(text)
  }
  const claims = [
    disclosed('family_name', 'Sample'),
    disclosed('given_name', 'Sam'),
    disclosed('birthdate', birthDate),
    ...(identity === undefined
      ? [disclosed(AGE_CLAIM, { _sd: AGES.map((one) => disclosed(`${one}`, age >= one, `${AGE_CLAIM}.`)) })]
      : []),
  ]
  const cnf = { jwk: crypto.createPublicKey(holderKey).export({ format: 'jwk' }) }
  const x5c = [new crypto.X509Certificate(signer.certificate).raw.toString('base64')]
  const token = await new SignJWT({ vct: PID_VCT, cnf, _sd_alg: 'sha-256', _sd: claims.toSorted() })
    .setProtectedHeader({ alg: 'ES256', typ: 'dc+sd-jwt', x5c })
    .setIssuer('https://age-office.test')
    .setIssuedAt(from)
    .setExpirationTime(until)
    .sign(crypto.createPrivateKey(signer.privateKey))
  return { token, disclosures, holderKey }
}

export async function issueIdentity(name: PersonName, office: OfficeKeys, now: Date): Promise<Identity> {
  const visit = visitOf(name, office, now)
  if (visit.identity !== 'mdoc') return { sdJwt: await issueSdJwt(visit) }
  const shows = { birth_date: new DateOnly(visit.birthDate), [`age_over_${MINIMUM_AGE}`]: visit.age >= MINIMUM_AGE }
  return { mdoc: await issueMdoc(visit, PID, shows) }
}
