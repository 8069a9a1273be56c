import { importJWK, SignJWT } from 'jose'
import { StartupError } from '../config/startup-error.ts'
import type { VerdictSigner } from '../modules/intents/ports.ts'

type PrivateKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string; kid: string }
export type PublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string; alg: 'ES256'; use: 'sig' }

const TYPE = 'avouch-verdict+jwt'

/** Signs with the first key (ES256); publishes all of them, so that older verdicts still verify. */
export async function createVerdictSigner({
  keys,
}: {
  keys: PrivateKey[]
}): Promise<VerdictSigner & { publicKeys: PublicKey[] }> {
  const [current] = keys
  if (current === undefined) throw new Error('a signer needs a key')
  const key = await importJWK({ ...current, alg: 'ES256' }).catch(() => {
    throw new StartupError(`The key ${current.kid} (SIGNING_KEYS_FILE) is no private key of P-256.`)
  })
  return {
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: current.kid, typ: TYPE }).sign(key),
    publicKeys: keys.map(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' })),
  }
}
