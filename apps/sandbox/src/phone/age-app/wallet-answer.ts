import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto'
import { SECOND_MS } from '@avouch/contract'
import { CompactEncrypt } from 'jose'
import { digestOf, type Identity, type SdJwt, signJws } from '../../age-office/identity-data.ts'
import { deviceResponse, transcriptOfRequest } from './answer.ts'
import type { ProofRequest, WalletAsk, WalletQuery } from './request.ts'

const encryptTo = (key: JsonWebKey & { kid: string }, content: object): Promise<string> =>
  new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
    .encrypt(createPublicKey({ key, format: 'jwk' }))

/** The disclosures that a path needs: those of the objects on its way too. */
const namesOf = (path: readonly string[]) => path.map((_, end) => path.slice(0, end + 1).join('.'))

/** A presentation that shows the first set of claims that the credential has (RFC 9901). */
function showSdJwt({ token, disclosures, holderKey }: SdJwt, query: WalletQuery, request: ProofRequest, now: Date) {
  const sets = query.sets.map((paths) => paths.flatMap(namesOf))
  const names = sets.find((set) => set.every((name) => disclosures.has(name)))
  if (names === undefined) return undefined
  const shown = [token, ...names.map((name) => disclosures.get(name)), ''].join('~')
  const about = {
    nonce: request.nonce,
    aud: request.clientId,
    iat: Math.floor(now.getTime() / SECOND_MS),
    sd_hash: digestOf(shown),
  }
  return shown + signJws({ typ: 'kb+jwt' }, about, holderKey)
}

/** By the names of the query of the format that the identity data have. */
function shownTo(request: ProofRequest, { queries, encryptTo: key }: WalletAsk, identity: Identity, now: Date) {
  const wanted = 'sdJwt' in identity ? 'dc+sd-jwt' : 'mso_mdoc'
  const query = queries.find(({ format }) => format === wanted)
  if (query === undefined) return {}
  if ('sdJwt' in identity) return { [query.id]: [showSdJwt(identity.sdJwt, query, request, now)] }
  const { mdoc } = identity
  const sets = query.sets.map((paths) => paths.map((path) => path.at(-1) ?? ''))
  const names = sets.find((set) => set.every((name) => mdoc.elements.has(name))) ?? []
  const transcript = transcriptOfRequest({ ...request, thumbprint: thumbprintOf(key) })
  return { [query.id]: [deviceResponse(mdoc, names, transcript).toString('base64url')] }
}

/** RFC 7638. */
const thumbprintOf = ({ crv, kty, x, y }: JsonWebKey): Buffer =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest()

/** The answer of an ID wallet, encrypted. */
export const walletResponse = (request: ProofRequest, ask: WalletAsk, identity: Identity, now: Date): Promise<string> =>
  encryptTo(ask.encryptTo, { vp_token: shownTo(request, ask, identity, now) })
