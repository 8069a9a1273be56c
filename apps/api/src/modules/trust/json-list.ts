import { createHash, X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader } from 'jose'
import * as z from 'zod'
import { jsonOf } from '../../platform/json.ts'
import { check, ListRefused, readMoment, need, type TrustedList } from './list.ts'

const ALGORITHMS = ['ES256', 'ES384', 'ES512']

/** Some issuers write numbers as text. */
const number = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().positive())
const certificate = z.object({ val: z.base64() })
const entity = z.object({ TrustedEntityServices: z.array(z.unknown()) })
const service = z.object({
  ServiceInformation: z.object({
    ServiceTypeIdentifier: z.string(),
    ServiceStatus: z.string().default(''),
    ServiceDigitalIdentity: z.object({ X509Certificates: z.array(certificate).default([]) }),
  }),
})
const list = z.object({
  LoTE: z.object({
    ListAndSchemeInformation: z.object({
      LoTESequenceNumber: number,
      ListIssueDateTime: z.string(),
      NextUpdate: z.string(),
    }),
    TrustedEntitiesList: z.array(z.unknown()).default([]),
  }),
})

async function signedPart(token: string, pins: readonly string[]): Promise<{ text: string; signer: Buffer }> {
  try {
    const { x5c, crit } = decodeProtectedHeader(token)
    check(crit === undefined, 'a header that has to be understood')
    const signer = Buffer.from(need(x5c?.[0], 'no certificate of the signer'), 'base64')
    const fingerprint = createHash('sha256').update(signer).digest('hex')
    check(pins.includes(fingerprint), `signed by another certificate: ${fingerprint}`)
    const { payload } = await compactVerify(token, new X509Certificate(signer).publicKey, { algorithms: ALGORITHMS })
    return { text: new TextDecoder().decode(payload), signer }
  } catch (error) {
    throw error instanceof ListRefused ? error : new ListRefused('the signature is wrong')
  }
}

/** A list of trusted entities of ETSI TS 119 602, as a JWS of a certificate that is pinned. @throws ListRefused */
export async function readJsonList(token: string, pins: readonly string[]): Promise<TrustedList> {
  const { text, signer } = await signedPart(token.trim(), pins)
  const json = jsonOf(text)
  check(json !== undefined, 'no JSON')
  const { success, data } = list.safeParse(json)
  check(success, 'not a list of trusted entities')
  const { ListAndSchemeInformation: scheme, TrustedEntitiesList: entities } = data.LoTE
  const ofEach = entities.map((one) => entity.safeParse(one).data?.TrustedEntityServices ?? [undefined])
  const entries = ofEach.flat().map((one) => service.safeParse(one).data)
  const services = entries.filter((one) => one !== undefined)
  return {
    sequence: scheme.LoTESequenceNumber,
    issuedAt: readMoment(scheme.ListIssueDateTime, 'no time of issue'),
    nextUpdate: readMoment(scheme.NextUpdate, 'no time of the next list'),
    signer,
    unreadable: entries.length - services.length,
    services: services.map(({ ServiceInformation: of }) => ({
      type: of.ServiceTypeIdentifier,
      status: of.ServiceStatus,
      certificates: of.ServiceDigitalIdentity.X509Certificates.map(({ val }) => Buffer.from(val, 'base64')),
    })),
  }
}
