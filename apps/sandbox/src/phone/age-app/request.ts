import type { JsonWebKey } from 'node:crypto'
import * as z from 'zod'
import { PROOF_OF_AGE } from '../../age-office/people.ts'

/** Where links to the app lead on this phone, which has no scheme of its own. */
export const OPEN_PATH = '/age-app/open'
const SHORT_LINK = /^\/w\/[A-Za-z0-9_-]{16,64}$/
const ELEMENT = /^age_over_(\d{2})$/

/** What a wallet is asked for, by the name of each format: any of these sets of claims, the first one that it holds. */
export type WalletQuery = { id: string; format: 'dc+sd-jwt' | 'mso_mdoc'; sets: readonly (readonly string[])[][] }
export type WalletAsk = { queries: readonly WalletQuery[]; encryptTo: JsonWebKey & { kid: string } }

/** A request for a proof of age (OpenID4VP): of an age app, or of an ID wallet. */
export type ProofRequest = {
  clientId: string
  nonce: string
  responseUri: string
  /** What the query calls the proof. */
  queryId: string
  /** Of which it takes one: the first one that a proof has. */
  elements: readonly string[]
  /** The age that is asked for. */
  age: number
  state: string | undefined
  /** It asks an ID wallet. */
  wallet?: WalletAsk
}

const claim = z.object({
  id: z.string().optional(),
  path: z.tuple([z.literal(PROOF_OF_AGE), z.string().regex(ELEMENT)]),
})
/** One element, or several of which one is enough: an app of this kind shows no two. */
const credential = z
  .object({
    id: z.string(),
    format: z.literal('mso_mdoc'),
    meta: z.object({ doctype_value: z.literal(PROOF_OF_AGE) }),
    claims: z.array(claim).min(1),
    claim_sets: z.array(z.tuple([z.string()])).optional(),
  })
  .refine(({ claims, claim_sets: sets }) => (sets === undefined ? claims.length === 1 : sets.length > 0))
const query = z.object({ credentials: z.tuple([credential]) })

const request = z.object({
  client_id: z.string(),
  response_type: z.literal('vp_token'),
  response_mode: z.literal('direct_post'),
  response_uri: z.url({ protocol: /^https?$/ }),
  nonce: z.string().min(1),
  state: z.string().optional(),
  dcql_query: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        // As the issue says.
        context.addIssue('no JSON')
        return z.NEVER
      }
    })
    .pipe(query),
})

/** Undefined: no request that this app answers. */
export function readRequest(fields: Readonly<Record<string, string | undefined>>): ProofRequest | undefined {
  const { success, data } = request.safeParse(fields)
  if (!success || data.client_id !== `redirect_uri:${data.response_uri}`) return undefined
  const [{ id, claims, claim_sets: sets }] = data.dcql_query.credentials
  const inOrder = sets?.flatMap(([set]) => claims.filter((one) => one.id === set)) ?? claims
  const elements = inOrder.map(({ path: [, name] }) => name)
  return {
    clientId: data.client_id,
    nonce: data.nonce,
    responseUri: data.response_uri,
    queryId: id,
    elements,
    age: Number(ELEMENT.exec(elements[0] ?? '')?.[1]),
    state: data.state,
  }
}

/** Who asks, as the app knows it. */
export const hostOf = ({ responseUri }: ProofRequest): string => new URL(responseUri).host

/** What a code of the product says: the whole request, or an address that leads to it. */
export function readScanned(text: string, productUrl: string): { query: string } | { shortLink: string } | undefined {
  const address = text.trim()
  if (!URL.canParse(address)) return undefined
  const { protocol, origin, pathname, search } = new URL(address)
  if (['av:', 'openid4vp:'].includes(protocol) || pathname === OPEN_PATH) return { query: search }
  return origin === new URL(productUrl).origin && SHORT_LINK.test(pathname) ? { shortLink: pathname } : undefined
}
