import type { ReceiptClaims, VerdictClaims } from '@avouch/contract'
import { importJWK, type JWTPayload, SignJWT } from 'jose'
import { StartupError } from '../../platform/startup-error.ts'

type PrivateKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string; kid: string }
type PublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string; alg: 'ES256'; use: 'sig' }

export type SigningKeys = { keys: PrivateKey[] }

/** Signs verdicts and receipts for providers as JWS. */
export type VerdictSigner = {
  sign(claims: VerdictClaims): Promise<string>
  signReceipt(claims: ReceiptClaims): Promise<string>
  publicKeys: PublicKey[]
}

const VERDICT = 'avouch-verdict+jwt'
const RECEIPT = 'avouch-receipt+jwt'

/** Signs with the first key (ES256); publishes all of them, so that signatures of the former and the next key verify. */
export async function createVerdictSigner({ keys }: SigningKeys): Promise<VerdictSigner> {
  const imported = await Promise.all(
    keys.map(({ kty, crv, x, y, d, kid }) =>
      importJWK({ kty, crv, x, y, d, alg: 'ES256' }).catch(() => {
        throw new StartupError(`The key ${kid} (SIGNING_KEYS_FILE) is no private key of P-256.`)
      }),
    ),
  )
  const [current, key] = [keys[0], imported[0]]
  if (current === undefined || key === undefined) throw new Error('a signer needs a key')
  const signAs = (typ: string) => (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: current.kid, typ }).sign(key)
  return {
    sign: signAs(VERDICT),
    signReceipt: signAs(RECEIPT),
    publicKeys: keys.map(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' })),
  }
}
