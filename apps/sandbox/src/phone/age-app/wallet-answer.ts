import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { calculateJwkThumbprint, CompactEncrypt, type JWK, SignJWT } from 'jose'
import { digestOf, type Identity, type SdJwt } from '../../age-office/identity-data.ts'
import { deviceResponse, elementsOf } from '../../age-office/proofs.ts'
import { transcriptOfRequest } from './answer.ts'
import type { ProofRequest, WalletAsk, WalletQuery } from './request.ts'

const encryptTo = (key: JsonWebKey & { kid: string }, content: object): Promise<string> =>
  new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
    .encrypt(createPublicKey({ key, format: 'jwk' }))

/** The disclosures that a path needs: those of the objects on its way too. */
const namesOf = (path: readonly string[]) => path.map((_, end) => path.slice(0, end + 1).join('.'))

/** A presentation that shows the first set of claims that the credential has (RFC 9901). */
async function showSdJwt(
  { token, disclosures, holderKey }: SdJwt,
  query: WalletQuery,
  request: ProofRequest,
  now: Date,
) {
  const sets = query.sets.map((paths) => paths.flatMap(namesOf))
  const names = sets.find((set) => set.every((name) => disclosures.has(name))) ?? []
  const shown = [token, ...names.map((name) => disclosures.get(name)), ''].join('~')
  const binding = await new SignJWT({ nonce: request.nonce, sd_hash: digestOf(shown) })
    .setProtectedHeader({ alg: 'ES256', typ: 'kb+jwt' })
    .setAudience(request.clientId)
    .setIssuedAt(now)
    .sign(holderKey)
  return shown + binding
}

/** The answer of an ID wallet, encrypted: by the name of the query of the format that the identity data have. */
export async function walletResponse(
  request: ProofRequest,
  ask: WalletAsk,
  identity: Identity,
  now: Date,
): Promise<string> {
  const { queries, encryptTo: key } = ask
  const query = queries.find(({ format }) => format === ('sdJwt' in identity ? 'dc+sd-jwt' : 'mso_mdoc'))
  if (query === undefined) return encryptTo(key, { vp_token: {} })
  if ('sdJwt' in identity)
    return encryptTo(key, { vp_token: { [query.id]: [await showSdJwt(identity.sdJwt, query, request, now)] } })
  const held = elementsOf(identity.mdoc)
  const sets = query.sets.map((paths) => paths.map((path) => path.at(-1) ?? ''))
  const names = sets.find((set) => set.every((name) => held.includes(name))) ?? []
  const thumbprint = Buffer.from(await calculateJwkThumbprint(key as JWK), 'base64url')
  const shown = await deviceResponse(identity.mdoc, names, transcriptOfRequest({ ...request, thumbprint }))
  return encryptTo(key, { vp_token: { [query.id]: [Buffer.from(shown).toString('base64url')] } })
}
