import { createHash, type JsonWebKey } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import { writeCbor } from '../../src/modules/presentations/cbor.ts'

type Claims = Record<string, unknown> & {
  client_id: string
  nonce: string
  response_uri: string
  client_metadata: { jwks: { keys: [JsonWebKey & { kid: string }] }; vp_formats_supported: object }
}
export type WalletAsked = {
  clientId: string
  nonce: string
  responseUri: string
  key: JsonWebKey & { kid: string }
  claims: Claims
}

/** Reads the address of the request that a link names. */
export const requestUriOf = (url: string): string => new URL(url).searchParams.get('request_uri') ?? ''

/** Reads what a request object asks, without a look at who signed it. */
export function askedIn(object: string): WalletAsked {
  const claims = JSON.parse(Buffer.from(object.split('.')[1] ?? '', 'base64url').toString()) as Claims
  const { client_id: clientId, nonce, response_uri: responseUri, client_metadata: metadata } = claims
  return { clientId, nonce, responseUri, key: metadata.jwks.keys[0], claims }
}

/** The transcript as OpenID4VP describes it, of an encrypted answer. */
export function walletTranscript(
  { clientId, nonce, responseUri, key }: WalletAsked,
  change: Partial<WalletAsked> = {},
) {
  const { crv, kty, x, y } = { ...key, ...change.key }
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest()
  const all = { clientId, nonce, responseUri, ...change }
  const info = writeCbor([all.clientId, all.nonce, thumbprint, all.responseUri])
  return [null, null, ['OpenID4VPHandover', createHash('sha256').update(info).digest()]]
}

/** How the encryption is put wrong. */
export type Encrypting = {
  key?: JsonWebKey
  header?: Readonly<Record<string, unknown>>
  /** Encrypted in place of an answer. */
  plaintext?: string
}

export async function encrypted(asked: WalletAsked, answer: object, wrong: Encrypting = {}): Promise<string> {
  const { kty, crv, x, y } = { ...asked.key, ...wrong.key }
  const key = await importJWK({ kty: kty ?? '', crv: crv ?? '', x: x ?? '', y: y ?? '' }, 'ECDH-ES')
  return new CompactEncrypt(Buffer.from(wrong.plaintext ?? JSON.stringify(answer)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: asked.key.kid, ...wrong.header })
    .encrypt(key, { crit: { exp: true } })
}
