import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { jsonOf } from '../platform/json.ts'
import { StartupError } from '../platform/startup-error.ts'
import { type Env, httpUrl } from './env.ts'

const [ANCHORS, LISTS] = ['TRUST_ANCHORS_FILE', 'TRUST_LISTS_FILE']

const PROOF_OF_AGE = 'eu.europa.ec.av.1'
/** The kinds of documents that are ever asked for, as proofs are looked up by them. The sandbox's age office issues all. */
const DOC_TYPES = [PROOF_OF_AGE, 'eu.europa.ec.eudi.pid.1', 'urn:eudi:pid'] as const
const docTypes = z.array(z.enum(DOC_TYPES)).min(1)
/** `file`: a certificate as PEM, relative to the file that names it. */
const anchorEntries = z.array(z.object({ docTypes, file: z.string().min(1) })).min(1)

const sha256 = z
  .string()
  .transform((text) => text.replaceAll(':', '').toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{64}$/))
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/
const listEntries = z
  .array(
    z.object({
      url: httpUrl,
      format: z.enum(['xml', 'json']),
      /** Fingerprints of the certificates that may sign it. */
      signers: z.array(sha256).min(1),
      serviceTypes: z.array(z.string().min(1)).min(1),
      statuses: z.array(z.string()).min(1),
      docTypes,
    }),
  )
  .min(1)
  .refine((lists) => new Set(lists.map(({ url }) => url)).size === lists.length, 'an address is there twice')

/** A trusted list that the operator named. `signers` is read when it is needed: the sandbox makes its own late. */
export type ListSetting = Omit<z.output<typeof listEntries>[number], 'signers'> & { signers: () => readonly string[] }

/** Certificates that are trusted for kinds of documents, whatever lists say. */
export type FixedAnchor = { docTypes: readonly string[]; certificate: X509Certificate }

function readJson<S extends z.ZodType>(path: string, shape: S, setting: string): z.output<S> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartupError(`The file ${path} (${setting}) can't be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
  const parsed = shape.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new StartupError(
    `The file ${path} (${setting}) is wrong: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
  )
}

function readCertificate(path: string): X509Certificate {
  try {
    return new X509Certificate(readFileSync(path))
  } catch {
    // No such file, no right to read it, or no certificate.
    throw new StartupError(`The file ${path} (${ANCHORS}) is no certificate that can be read.`)
  }
}

function anchorsIn(path: string | undefined): FixedAnchor[] {
  if (path === undefined) return []
  return readJson(path, anchorEntries, ANCHORS).map(({ docTypes: types, file }) => ({
    docTypes: types,
    certificate: readCertificate(resolve(dirname(path), file)),
  }))
}

/** The paths of the sandbox's age office: its list, and the certificate of the key that signs it. */
const OFFICE_LIST = '/age-office/trusted-list.xml'
const LIST_SIGNER = join('sandbox', 'age-office', 'list.pem')

const signersOfSandbox = (path: string): string[] =>
  existsSync(path) ? [createHash('sha256').update(readCertificate(path).raw).digest('hex')] : []

const sandboxList = (phoneUrl: string, dataDir: string): ListSetting => ({
  url: new URL(OFFICE_LIST, phoneUrl).href,
  format: 'xml',
  signers: () => signersOfSandbox(join(dataDir, LIST_SIGNER)),
  serviceTypes: ['http://uri.etsi.org/TrstSvc/Svctype/EAA'],
  statuses: ['http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'],
  docTypes: [...DOC_TYPES],
})

function listsOf({
  TRUST_LISTS_FILE: path,
  NODE_ENV: mode,
  SANDBOX_PHONE_URL: phone,
  DATA_DIR: dataDir,
}: Env): ListSetting[] {
  if (path === undefined) return mode === 'production' || phone === undefined ? [] : [sandboxList(phone, dataDir)]
  return readJson(path, listEntries, LISTS).map(({ signers, ...list }) => {
    const isProtected = list.url.startsWith('https:') || (mode !== 'production' && LOCAL.test(list.url))
    if (!isProtected) throw new StartupError(`The file ${path} (${LISTS}) has an address without https.`)
    return { ...list, signers: () => signers }
  })
}

/** Reads the accepted issuers of proofs. Without an anchor or a list for proofs of age these are off. */
export function trustOf(env: Env) {
  const anchors = anchorsIn(env.TRUST_ANCHORS_FILE)
  const lists = listsOf(env)
  return {
    isOn: [...anchors, ...lists].some(({ docTypes: types }) => types.includes(PROOF_OF_AGE)),
    anchors,
    lists,
    signerUsages: env.DOCUMENT_SIGNER_USAGES,
    byQrCode: env.PRESENTATION_QR === 'on',
    appOpenUrl: env.AGE_APP_OPEN_URL,
  }
}
