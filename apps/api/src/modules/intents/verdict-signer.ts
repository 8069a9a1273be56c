import { KeyObject } from 'node:crypto'
import type { ReceiptClaims, VerdictClaims } from '@avouch/contract'
import { importJWK } from 'jose'
import { signJws } from '../../platform/jws.ts'
import { StartupError } from '../../platform/startup-error.ts'

type PrivateKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string; kid: string }
type PublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string; alg: 'ES256'; use: 'sig' }

export type VerdictKeys = { keys: PrivateKey[] }

/** Signs verdicts and receipts for providers as JWS. */
export type VerdictSigner = {
  sign(claims: VerdictClaims): string
  signReceipt(claims: ReceiptClaims): string
  publicKeys: PublicKey[]
}

const VERDICT = 'avouch-verdict+jwt'
const RECEIPT = 'avouch-receipt+jwt'

/** The library refuses a key with halves that do not belong together. @throws StartupError */
async function importKey({ kty, crv, x, y, d, kid }: PrivateKey): Promise<KeyObject> {
  try {
    const key = await importJWK({ kty, crv, x, y, d, alg: 'ES256' }, 'ES256', { extractable: true })
    if (key instanceof CryptoKey) return KeyObject.from(key)
  } catch {
    // The error below names the key.
  }
  throw new StartupError(`The key ${kid} (SIGNING_KEYS_FILE) is no private key of P-256.`)
}

/** Signs with the first key (ES256); publishes all of them, so that signatures of the former and the next key verify. */
export async function createVerdictSigner({ keys }: VerdictKeys): Promise<VerdictSigner> {
  const imported = await Promise.all(keys.map(importKey))
  const [current, key] = [keys[0], imported[0]]
  if (current === undefined || key === undefined) throw new Error('a signer needs a key')
  const signAs = (typ: string) => (claims: object) => signJws({ kid: current.kid, typ }, claims, key)
  return {
    sign: signAs(VERDICT),
    signReceipt: signAs(RECEIPT),
    publicKeys: keys.map(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' })),
  }
}
