import { createHash, type JsonWebKey, X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader } from 'jose'
import * as z from 'zod'
import { PROOF_OF_AGE } from '../../age-office/office-keys.ts'
import { type PersonName, type Proof } from '../../age-office/proofs.ts'
import type { Kept } from '../sessions.ts'

/** Stands for the scheme of a native app. */
export const OPEN_PATH = '/age-app/open'
const SHORT_LINK = /^\/w\/[A-Za-z0-9_-]{16,64}$/
const ELEMENT = /^age_over_(\d{2})$/
const AGE = /^(?:age_over_)?(\d\d)$/

/** Asks for the first set of claims that a wallet has in this format. */
export type WalletQuery = { id: string; format: 'dc+sd-jwt' | 'mso_mdoc'; sets: readonly (readonly string[])[][] }
export type WalletAsk = { queries: readonly WalletQuery[]; encryptTo: JsonWebKey & { kid: string } }

/** A request for a proof of age (OpenID4VP): of an age app, or of an ID wallet. */
export type ProofRequest = {
  clientId: string
  nonce: string
  responseUri: string
  age: number
  state?: string | undefined
  /** Asks an age app for the first element that a proof has. */
  app?: { queryId: string; elements: readonly string[] }
  wallet?: WalletAsk
}

export type End = 'shown' | 'rejected' | 'refused' | 'unreachable'

/** State of the app on one phone, in memory alone. */
export type AgePhone = Kept & {
  proofs: Map<PersonName, Proof[]>
  request?: ProofRequest | undefined
  /** back: the address that the product names. left: the browser has gone there by itself. */
  ended?: { how: End; back: string | undefined; left?: true } | undefined
}

const claim = z.object({
  id: z.string().optional(),
  path: z.tuple([z.literal(PROOF_OF_AGE), z.string().regex(ELEMENT)]),
})
/** An age app shows one element only. */
const credential = z
  .object({
    id: z.string(),
    format: z.literal('mso_mdoc'),
    meta: z.object({ doctype_value: z.literal(PROOF_OF_AGE) }),
    claims: z.array(claim).min(1),
    claim_sets: z.array(z.tuple([z.string()])).optional(),
  })
  .refine(({ claims, claim_sets: sets }) => (sets === undefined ? claims.length === 1 : sets.length > 0))

const asked = z.object({
  client_id: z.string(),
  response_type: z.literal('vp_token'),
  response_uri: z.url({ protocol: /^https?$/ }),
  nonce: z.string().min(1),
})
const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Reported as an issue.
    context.addIssue('no JSON')
    return z.NEVER
  }
})
const appRequest = asked.extend({
  response_mode: z.literal('direct_post'),
  state: z.string().optional(),
  dcql_query: json.pipe(z.object({ credentials: z.tuple([credential]) })),
})

/** @returns undefined for a request that this app does not answer */
export function readRequest(fields: Readonly<Record<string, string | undefined>>): ProofRequest | undefined {
  const { data } = appRequest.safeParse(fields)
  if (data?.client_id !== `redirect_uri:${data?.response_uri}` || data === undefined) return undefined
  const [{ id: queryId, claims, claim_sets: sets }] = data.dcql_query.credentials
  const inOrder = sets?.flatMap(([set]) => claims.filter((one) => one.id === set)) ?? claims
  const elements = inOrder.map(({ path: [, name] }) => name)
  const { client_id: clientId, nonce, response_uri: responseUri, state } = data
  const age = Number(ELEMENT.exec(elements[0] ?? '')?.[1])
  return { clientId, nonce, responseUri, age, state, app: { queryId, elements } }
}

const walletCredential = z.object({
  id: z.string(),
  format: z.enum(['dc+sd-jwt', 'mso_mdoc']),
  claims: z.array(z.object({ id: z.string(), path: z.array(z.string()) })).min(1),
  claim_sets: z.array(z.array(z.string())).min(1),
})
const key = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), kid: z.string() })
const walletRequest = asked.extend({
  aud: z.literal('https://self-issued.me/v2'),
  response_mode: z.literal('direct_post.jwt'),
  dcql_query: z.object({ credentials: z.array(walletCredential).min(1) }),
  client_metadata: z.object({ jwks: z.object({ keys: z.tuple([key]) }) }),
})
const header = z.object({
  alg: z.literal('ES256'),
  typ: z.literal('oauth-authz-req+jwt'),
  x5c: z.array(z.string()).min(1),
})

export const walletLink = z.object({
  client_id: z.string().startsWith('x509_hash:'),
  request_uri: z.url({ protocol: /^https?$/ }),
})

/** Verifies a request with its certificate: the certificate's hash names the website. @throws Error for any other request */
export async function readSignedRequest(object: string, clientId: string): Promise<ProofRequest> {
  const [first = ''] = header.parse(decodeProtectedHeader(object)).x5c
  const certificate = new X509Certificate(Buffer.from(first, 'base64'))
  const hash = createHash('sha256').update(certificate.raw).digest('base64url')
  const { payload } = await compactVerify(object, certificate.publicKey)
  const data = walletRequest.parse(JSON.parse(Buffer.from(payload).toString()))
  if (clientId !== `x509_hash:${hash}` || data.client_id !== clientId) throw new Error('of another website')
  const queries = data.dcql_query.credentials.map(({ id, format, claims, claim_sets: sets }) => ({
    id,
    format,
    sets: sets.map((set) => set.flatMap((name) => claims.filter((one) => one.id === name).map(({ path }) => path))),
  }))
  const [encryptTo] = data.client_metadata.jwks.keys
  const names = queries.flatMap(({ sets }) => sets.flat(2))
  const age = Number(names.flatMap((name) => AGE.exec(name)?.[1] ?? [])[0])
  return { clientId, nonce: data.nonce, responseUri: data.response_uri, age, wallet: { queries, encryptTo } }
}

export const hostOf = ({ responseUri }: ProofRequest): string => new URL(responseUri).host

/** Reads a scanned code: the whole request, or a short link to it. */
export function readScanned(text: string, productUrl: string): { query?: string; shortLink?: string } {
  const address = URL.parse(text.trim())
  if (address === null) return {}
  const { protocol, origin, pathname, search } = address
  if (['av:', 'openid4vp:'].includes(protocol) || pathname === OPEN_PATH) return { query: search }
  return origin === new URL(productUrl).origin && SHORT_LINK.test(pathname) ? { shortLink: pathname } : {}
}
