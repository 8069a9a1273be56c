import { createHash, verify, X509Certificate } from 'node:crypto'
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

function parsed(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
  } catch {
    // No JSON.
    return undefined
  }
}

/** By the key of the certificate, whose hash is the name of the website. */
function isSignedBy(object: string, clientId: string): boolean {
  const [head, payload, signature = ''] = object.split('.')
  const { success, data } = header.safeParse(parsed(head))
  if (!success) return false
  const certificate = new X509Certificate(Buffer.from(data.x5c[0] ?? '', 'base64'))
  const hash = createHash('sha256').update(certificate.raw).digest('base64url')
  const signer = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify('sha256', Buffer.from(`${head}.${payload}`), signer, Buffer.from(signature, 'base64url'))
  return isSigned && clientId === `x509_hash:${hash}`
}

const AGE = /^(?:age_over_)?(\d\d)$/
const ageIn = (queries: readonly WalletQuery[]): number => {
  const names = queries.flatMap(({ sets }) => sets.flat(2))
  return Number(names.flatMap((name) => AGE.exec(name)?.[1] ?? [])[0])
}

/** Undefined: not a request that this app answers, or not of who it says. */
export function readSignedRequest(object: string, clientId: string): ProofRequest | undefined {
  const { success, data } = request.safeParse(parsed(object.split('.')[1]))
  if (!success || data.client_id !== clientId || !isSignedBy(object, clientId)) return undefined
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
