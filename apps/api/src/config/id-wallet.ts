import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartupError } from '../platform/startup-error.ts'
import type { Env } from './env.ts'
import { readSecretText } from './key-files.ts'

const [CERTIFICATE, KEY] = ['ID_WALLET_CERT_FILE', 'ID_WALLET_KEY_FILE']
/** Identity data as mdoc and as SD-JWT VC. */
const PID_TYPES = ['eu.europa.ec.eudi.pid.1', 'urn:eudi:pid']
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

type Trusted = {
  anchors: readonly { docTypes: readonly string[] }[]
  lists: readonly { docTypes: readonly string[] }[]
}

/** A chain as PEM, our own certificate first. */
function readChain(path: string): X509Certificate[] {
  try {
    const chain = [...readFileSync(path, 'utf8').matchAll(PEM)].map(([pem]) => new X509Certificate(pem))
    // Wallets follow the chain from the first to the last, each certificate issued by the next.
    const isInOrder = chain.every((one, n) => n === 0 || chain[n - 1]?.checkIssued(one) === true)
    if (chain.length > 0 && isInOrder) return chain
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES')
      throw new StartupError(`The file ${path} (${CERTIFICATE}) can't be read: ${code}.`)
  }
  throw new StartupError(
    `The file ${path} (${CERTIFICATE}) has no chain of certificates that can be read, ours first, each issued by the next.`,
  )
}

function readKey(path: string): KeyObject {
  try {
    return createPrivateKey(readSecretText(path, KEY))
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The file ${path} (${KEY}) is no private key as PEM.`)
  }
}

/** Reads our identity towards ID wallets; undefined where they are off. @throws StartupError when they can't be on */
export function idWalletOf(env: Env, trusted: Trusted) {
  if (env.ID_WALLET === 'off') return undefined
  const { ID_WALLET_CERT_FILE: certificate, ID_WALLET_KEY_FILE: key } = env
  if (certificate === undefined || key === undefined)
    throw new StartupError(`ID_WALLET=on needs the settings ${CERTIFICATE} and ${KEY}.`)
  const chain = readChain(certificate)
  const access = { certificates: chain.map(({ raw }) => raw), key: readKey(key), openUrl: env.ID_WALLET_OPEN_URL }
  const [own] = chain
  if (access.key.asymmetricKeyDetails?.namedCurve !== 'prime256v1' || own?.checkPrivateKey(access.key) !== true)
    throw new StartupError(`The file ${key} (${KEY}) is not the key on P-256 of the certificate in ${certificate}.`)
  const all = [...trusted.anchors, ...trusted.lists].flatMap(({ docTypes }) => docTypes)
  const docTypes = PID_TYPES.filter((type) => all.includes(type))
  if (docTypes.length === 0)
    throw new StartupError(
      `ID_WALLET=on needs a list or a certificate for ${PID_TYPES.join(' or ')} (TRUST_LISTS_FILE, TRUST_ANCHORS_FILE).`,
    )
  return { ...access, docTypes, until: own.validToDate }
}
