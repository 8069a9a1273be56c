import { createHash, X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader } from 'jose'
import * as z from 'zod'
import type { ProofRequest, WalletQuery } from './request.ts'

const claim = z.object({ id: z.string(), path: z.array(z.string()) })
const credential = z.object({
  id: z.string(),
  format: z.enum(['dc+sd-jwt', 'mso_mdoc']),
  claims: z.array(claim).min(1),
  claim_sets: z.array(z.array(z.string())).min(1),
})
const key = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), kid: z.string() })
const request = z.object({
  aud: z.literal('https://self-issued.me/v2'),
  client_id: z.string(),
  response_type: z.literal('vp_token'),
  response_mode: z.literal('direct_post.jwt'),
  response_uri: z.url({ protocol: /^https?$/ }),
  nonce: z.string().min(1),
  dcql_query: z.object({ credentials: z.array(credential).min(1) }),
  client_metadata: z.object({ jwks: z.object({ keys: z.tuple([key]) }) }),
})
const header = z.object({
  alg: z.literal('ES256'),
  typ: z.literal('oauth-authz-req+jwt'),
  x5c: z.array(z.string()).min(1),
})

/** In the address that opens a wallet. */
export const link = z.object({
  client_id: z.string().startsWith('x509_hash:'),
  request_uri: z.url({ protocol: /^https?$/ }),
})

/** By the key of the certificate, whose hash is the name of the website. @throws Error */
async function verified(object: string, clientId: string): Promise<unknown> {
  const [first = ''] = header.parse(decodeProtectedHeader(object)).x5c
  const certificate = new X509Certificate(Buffer.from(first, 'base64'))
  const hash = createHash('sha256').update(certificate.raw).digest('base64url')
  if (clientId !== `x509_hash:${hash}`) throw new Error('of another website')
  const { payload } = await compactVerify(object, certificate.publicKey)
  return JSON.parse(Buffer.from(payload).toString())
}

const AGE = /^(?:age_over_)?(\d\d)$/
const ageIn = (queries: readonly WalletQuery[]): number => {
  const names = queries.flatMap(({ sets }) => sets.flat(2))
  return Number(names.flatMap((name) => AGE.exec(name)?.[1] ?? [])[0])
}

/** @throws Error where it is no request that this app answers, or not of who it says */
export async function readSignedRequest(object: string, clientId: string): Promise<ProofRequest> {
  const data = request.parse(await verified(object, clientId))
  if (data.client_id !== clientId) throw new Error('of another website')
  const queries = data.dcql_query.credentials.map(({ id, format, claims, claim_sets: sets }) => ({
    id,
    format,
    sets: sets.map((set) => set.flatMap((name) => claims.filter((one) => one.id === name).map(({ path }) => path))),
  }))
  const [encryptTo] = data.client_metadata.jwks.keys
  return {
    clientId,
    nonce: data.nonce,
    responseUri: data.response_uri,
    queryId: '',
    elements: [],
    age: ageIn(queries),
    state: undefined,
    wallet: { queries, encryptTo },
  }
}
