import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HOUR_MS } from '@avouch/contract'
import * as z from 'zod'
import { certificateOf } from './certificates.ts'
import { PID, PROOF_OF_AGE } from './doc-type.ts'

const signer = z.object({ certificate: z.string(), privateKey: z.string() })
/** PEM: a certificate, and the key that signs under it. */
export type Signer = z.output<typeof signer>

const officeKeys = z.object({
  /** Whose certificate the trusted list names. */
  authority: z.object({ certificate: z.string() }),
  listed: signer,
  /** Of an authority that is on no list. */
  unlisted: signer,
  /** Who signs the trusted list. */
  list: signer,
})
export type OfficeKeys = z.output<typeof officeKeys>

/** The European key usage of those who sign proofs of age. */
const PROOF_SIGNER = '1.3.130.2.0.0.1.2'
/** Types of all countries begin with it. */
const PID_NAMESPACE = 'urn:eudi:pid'
const DAY_MS = 24 * HOUR_MS
/** Older than the oldest proof that the office issues. */
const ISSUED_BEFORE_MS = 180 * DAY_MS
const LIFE_MS = 10 * 365 * DAY_MS

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const signerOf = (certificate: string, key: KeyObject): Signer => ({
  certificate,
  privateKey: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
})

/** Certificates and keys of the office, of another one that no list names, and of who signs the list. */
export function makeOfficeKeys(now: Date): OfficeKeys {
  const from = new Date(now.getTime() - ISSUED_BEFORE_MS)
  const times = { from, until: new Date(from.getTime() + LIFE_MS) }
  function office(name: string) {
    const by = { name, key: newKey() }
    const key = newKey()
    return {
      authority: { certificate: certificateOf({ ...by, ...times, isAuthority: true }) },
      signer: signerOf(certificateOf({ name: `${name}, proofs`, key, ...times, by, usage: PROOF_SIGNER }), key),
    }
  }
  const { authority, signer: listed } = office('Age office')
  const { privateKey: listKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  return {
    authority,
    listed,
    unlisted: office('Unlisted office').signer,
    list: signerOf(certificateOf({ name: 'Trusted list', key: listKey, ...times }), listKey),
  }
}

/** The keys in the data folder, made at the first start. */
export function readOfficeKeys(dataDir: string, now: Date): OfficeKeys {
  const path = join(dataDir, 'age-office', 'keys.json')
  if (existsSync(path)) return officeKeys.parse(JSON.parse(readFileSync(path, 'utf8')))
  const made = makeOfficeKeys(now)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return made
}

/** What ID wallets know the product by: its certificate, and the key that signs its requests. Made at the first start. */
function writeAccess(folder: string, now: Date): void {
  const [certificate, key] = [join(folder, 'access.pem'), join(folder, 'access-key.pem')]
  if (existsSync(certificate)) return
  const made = newKey()
  const from = new Date(now.getTime() - DAY_MS)
  const until = new Date(from.getTime() + LIFE_MS)
  writeFileSync(key, signerOf('', made).privateKey, { mode: 0o600 })
  writeFileSync(certificate, certificateOf({ name: 'Avouch', key: made, from, until }))
}

/**
 * Names the office to the product, in the form of its TRUST_ANCHORS_FILE, and who signs its trusted list; and gives the product a
 * certificate for ID wallets.
 */
export function writeAnchors(dataDir: string, { authority, list }: OfficeKeys, now: Date): void {
  const folder = join(dataDir, 'age-office')
  writeFileSync(join(folder, 'list.pem'), list.certificate)
  writeFileSync(join(folder, 'authority.pem'), authority.certificate)
  writeAccess(folder, now)
  writeFileSync(
    join(folder, 'anchors.json'),
    `${JSON.stringify([{ docTypes: [PROOF_OF_AGE, PID, PID_NAMESPACE], file: 'authority.pem' }])}\n`,
  )
}
