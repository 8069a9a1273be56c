import 'reflect-metadata'
import { KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS } from '@avouch/contract'
import * as x509 from '@peculiar/x509'
import * as z from 'zod'

/** The European proof of age: the type of the document, and its one namespace. */
export const PROOF_OF_AGE = 'eu.europa.ec.av.1'
/** European identity data: as mdoc the type and the namespace, as SD-JWT the type. */
export const PID = 'eu.europa.ec.eudi.pid.1'
export const PID_VCT = 'urn:eudi:pid:1'

const HASH = 'SHA-256'
const ALGORITHMS = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: HASH },
  rsa: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 3072, publicExponent: Uint8Array.of(1, 0, 1), hash: HASH },
} as const

const newKeys = (kind: keyof typeof ALGORITHMS = 'ec'): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(ALGORITHMS[kind], true, ['sign', 'verify'])
const privatePem = ({ privateKey }: CryptoKeyPair): string =>
  KeyObject.from(privateKey).export({ format: 'pem', type: 'pkcs8' }).toString()

type Named = { name: string; keys: CryptoKeyPair }
type Certificate = Named & {
  from: Date
  until: Date
  /** The issuer; left out when it signs itself. */
  by?: Named
  isAuthority?: boolean
  usage?: string
}

const nameOf = ({ name }: Named) => [{ O: ['Avouch Sandbox'] }, { CN: [name] }]

async function certificateOf(certificate: Certificate): Promise<string> {
  const { keys, from, until, by = certificate, isAuthority = false, usage } = certificate
  const { digitalSignature, keyCertSign, cRLSign } = x509.KeyUsageFlags
  const made = await x509.X509CertificateGenerator.create({
    subject: nameOf(certificate),
    issuer: nameOf(by),
    notBefore: from,
    notAfter: until,
    publicKey: keys.publicKey,
    signingKey: by.keys.privateKey,
    signingAlgorithm: { name: by.keys.privateKey.algorithm.name, hash: HASH },
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, isAuthority ? 0 : undefined, true),
      new x509.KeyUsagesExtension(isAuthority ? keyCertSign | cRLSign : digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(by.keys.publicKey),
      ...(usage === undefined ? [] : [new x509.ExtendedKeyUsageExtension([usage])]),
    ],
  })
  return `${made.toString('pem')}\n`
}

const signer = z.object({ certificate: z.string(), privateKey: z.string() })
export type Signer = z.output<typeof signer>

const officeKeys = z.object({
  /** Named by the trusted list. */
  authority: z.object({ certificate: z.string() }),
  listed: signer,
  /** An issuer without an authority on the list. */
  unlisted: signer,
  list: signer,
})
export type OfficeKeys = z.output<typeof officeKeys>

/** The European key usage of those who sign proofs of age. */
const PROOF_SIGNER = '1.3.130.2.0.0.1.2'
const PID_NAMESPACE = 'urn:eudi:pid'
const DAY_MS = 24 * HOUR_MS
const ISSUED_BEFORE_MS = 180 * DAY_MS
const LIFE_MS = 10 * 365 * DAY_MS

export async function makeOfficeKeys(now: Date): Promise<OfficeKeys> {
  const from = new Date(now.getTime() - ISSUED_BEFORE_MS)
  const times = { from, until: new Date(from.getTime() + LIFE_MS) }
  async function office(name: string) {
    const by = { name, keys: await newKeys() }
    const keys = await newKeys()
    const certificate = await certificateOf({ name: `${name}, proofs`, keys, ...times, by, usage: PROOF_SIGNER })
    return {
      authority: { certificate: await certificateOf({ ...by, ...times, isAuthority: true }) },
      signer: { certificate, privateKey: privatePem(keys) },
    }
  }
  const { authority, signer: listed } = await office('Age office')
  const { signer: unlisted } = await office('Unlisted office')
  const keys = await newKeys('rsa')
  const certificate = await certificateOf({ name: 'Trusted list', keys, ...times })
  return { authority, listed, unlisted, list: { certificate, privateKey: privatePem(keys) } }
}

/** Loads the keys from the data folder, or makes them. */
export async function readOfficeKeys(dataDir: string, now: Date): Promise<OfficeKeys> {
  const folder = join(dataDir, 'age-office')
  const path = join(folder, 'keys.json')
  if (existsSync(path)) return officeKeys.parse(JSON.parse(readFileSync(path, 'utf8')))
  const made = await makeOfficeKeys(now)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return made
}

/** Writes the product's TRUST_ANCHORS_FILE, and at the first start the certificate that it shows ID wallets. */
export async function writeAnchors(dataDir: string, { authority, list }: OfficeKeys, now: Date): Promise<void> {
  const write = (name: string, content: string, mode?: number) =>
    writeFileSync(join(dataDir, 'age-office', name), content, { mode })
  write('list.pem', list.certificate)
  write('authority.pem', authority.certificate)
  const anchors = [{ docTypes: [PROOF_OF_AGE, PID, PID_NAMESPACE], file: 'authority.pem' }]
  write('anchors.json', `${JSON.stringify(anchors)}\n`)
  if (existsSync(join(dataDir, 'age-office', 'access.pem'))) return
  const keys = await newKeys()
  const from = new Date(now.getTime() - DAY_MS)
  write('access-key.pem', privatePem(keys), 0o600)
  write('access.pem', await certificateOf({ name: 'Avouch', keys, from, until: new Date(from.getTime() + LIFE_MS) }))
}
