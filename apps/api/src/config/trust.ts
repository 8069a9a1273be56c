import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { StartupError } from '../platform/startup-error.ts'
import type { Env } from './env.ts'

const ANCHORS = 'TRUST_ANCHORS_FILE'

const docTypes = z.array(z.string().min(1).max(100)).min(1)
/** `file`: a certificate as PEM, beside the file that names it. */
const anchorEntries = z.array(z.object({ docTypes, file: z.string().min(1) })).min(1)

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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readCertificate(path: string): X509Certificate {
  try {
    return new X509Certificate(readFileSync(path))
  } catch {
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

/** Whom proofs of age are accepted from. Without an anchor and a list they are off. */
export function trustOf(env: Env) {
  const anchors = anchorsIn(env.TRUST_ANCHORS_FILE)
  const isWanted = env.PROOF_OF_AGE === 'on'
  return {
    isWanted,
    isOn: isWanted && anchors.length > 0,
    anchors,
    signerUsages: env.DOCUMENT_SIGNER_USAGES,
    byQrCode: env.PRESENTATION_QR === 'on',
    appOpenUrl: env.AGE_APP_OPEN_URL,
  }
}
