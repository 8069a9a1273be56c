import 'reflect-metadata'
import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { DataItem, DeviceResponse, Document, type IssuerSignedDocument, MDoc } from '@auth0/mdl'
import { cborEncode } from '@auth0/mdl/lib/cbor/index.js'
import type { OfficeKeys } from './office-keys.ts'
import { AGES, type Issuing, type PersonName, PROOF_OF_AGE, visitOf } from './people.ts'

/** Proofs of one visit to the office; each is shown once, so that websites can't compare them. */
const BATCH = 30

/** A document that is signed as an mdoc (ISO 18013-5), and the key of the phone that it was made for. */
export type Proof = { document: IssuerSignedDocument; deviceKey: JsonWebKey }

export async function issueMdoc({ signer, from, until }: Issuing, docType: string, shows: object): Promise<Proof> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const document = await new Document(docType)
    .addIssuerNameSpace(docType, shows)
    .addValidityInfo({ signed: from, validFrom: from, validUntil: until })
    .addDeviceKeyInfo({ deviceKey: publicKey.export({ format: 'jwk' }) })
    .sign({
      issuerPrivateKey: createPrivateKey(signer.privateKey).export({ format: 'jwk' }),
      issuerCertificate: signer.certificate,
      alg: 'ES256',
    })
  return { document, deviceKey: privateKey.export({ format: 'jwk' }) }
}

/** One visit of a person to the office. */
export function issueProofs(name: PersonName, office: OfficeKeys, now: Date): Promise<Proof[]> {
  const visit = visitOf(name, office, now)
  const { age, proves = AGES } = visit
  const shows = Object.fromEntries(proves.map((asked) => [`age_over_${asked}`, age >= asked]))
  return Promise.all(Array.from({ length: BATCH }, () => issueMdoc(visit, PROOF_OF_AGE, shows)))
}

export const elementsOf = ({ document }: Proof): string[] => Object.keys(document.getIssuerNameSpace(document.docType))

/**
 * An answer that shows these elements of a proof, signed with the phone's key for this one request. Of an age that the proof does
 * not have, the library shows the nearest higher one that is true, else the nearest lower one that is false (ISO 18013-5, 7.2.5).
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
