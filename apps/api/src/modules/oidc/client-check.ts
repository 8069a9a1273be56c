import { compactVerify, errors, type JWK } from 'jose'
import type { Adapter, Configuration, Provider } from 'oidc-provider'
import type { Executor } from '../../platform/database/database.ts'
import { isLoopback, isProtected } from '../../platform/external-address.ts'
import type { Warn } from '../../platform/log.ts'
import { ACR_VALUES, CLAIMS, SCOPES } from './claims.ts'
import { CLIENT_AUTH_METHODS, type OidcClient, readClients, SIGNING_ALGS } from './client-store.ts'

/** The algorithms that a client may sign with, by the kind of its key. */
const ASSERTION_ALGS: Readonly<Record<string, readonly string[]>> = {
  RSA: ['RS256', 'PS256'],
  EC: ['ES256'],
  OKP: ['EdDSA'],
}

/** Our metadata, in addition to the library's. */
const OWN_METADATA = ['avouch_origins', 'avouch_secrets', 'avouch_subject'] as const

/** The rules by which the library checks a client, with each of its requests. */
export const CLIENT_RULES = {
  acrValues: ACR_VALUES,
  claims: CLAIMS,
  scopes: SCOPES,
  // The other type would be the account id, which is an intent's id here.
  subjectTypes: ['pairwise'],
  // A subject belongs to the provider, whatever the hosts of its return addresses: nothing is fetched.
  sectorIdentifierUriValidate: () => false,
  responseTypes: ['code'],
  clientAuthMethods: [...CLIENT_AUTH_METHODS],
  extraClientMetadata: { properties: [...OWN_METADATA] },
  enabledJWA: {
    idTokenSigningAlgValues: [...SIGNING_ALGS],
    clientAuthSigningAlgValues: Object.values(ASSERTION_ALGS).flat() as ['RS256', 'PS256', 'ES256', 'EdDSA'],
  },
} satisfies Configuration

/** True for an app on the visitor's device: its loopback address has another port each time (RFC 8252, 7.3). */
const isNative = ({ authMethod, redirectUris }: OidcClient) =>
  authMethod === 'none' && redirectUris.every((address) => isLoopback(address) !== isProtected(address))

/** Gives the library what it knows of a client. It wants a secret of every client that has one; ours are compared by their hashes. */
export function metadataOf(client: OidcClient, now: Date) {
  const previous =
    client.previousSecret !== null && client.previousSecret.until > now ? [client.previousSecret.hash] : []
  const secrets = client.secretHash === null ? [] : [client.secretHash, ...previous]
  return {
    client_id: client.id,
    application_type: isNative(client) ? ('native' as const) : ('web' as const),
    redirect_uris: [...client.redirectUris],
    response_types: ['code' as const],
    subject_type: 'pairwise' as const,
    sector_identifier_uri: 'https://provider.invalid',
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: client.authMethod,
    id_token_signed_response_alg: client.signingAlg,
    require_pushed_authorization_requests: client.requirePar,
    ...(secrets.length > 0 && { client_secret: 'compared by its hash' }),
    ...(client.jwks !== null && { jwks: JSON.parse(client.jwks) as { keys: [] } }),
    avouch_origins: client.origins,
    avouch_subject: client.subject,
    avouch_secrets: secrets.map((hash) => hash.toString('base64url')),
  }
}

const nothing = async () => undefined

/** An adapter that keeps and finds nothing. */
export const NO_RECORDS: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
}

const blank = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '-']))
/** Keys from which the library reads the supported algorithms; none signs. */
const NO_KEYS = {
  keys: [
    { kty: 'RSA' as const, alg: 'RS256', ...blank('n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi') },
    { kty: 'EC' as const, alg: 'ES256', crv: 'P-256', ...blank('x', 'y', 'd') },
  ],
}

let loading: Promise<Provider> | undefined
async function loadRules(): Promise<Provider> {
  const { default: ProviderClass } = await import('oidc-provider')
  const features = { devInteractions: { enabled: false } }
  const pairwiseIdentifier = () => ''
  return new ProviderClass('https://check.invalid', {
    ...CLIENT_RULES,
    adapter: () => NO_RECORDS,
    features,
    jwks: NO_KEYS,
    pairwiseIdentifier,
  })
}

/** Tests a key with an invalid signature: a working key fails by the signature, any other by its own defect. */
async function refusalOfKey(key: JWK): Promise<string | undefined> {
  const refusals: string[] = []
  for (const alg of ASSERTION_ALGS[key.kty ?? ''] ?? []) {
    const header = Buffer.from(JSON.stringify({ alg })).toString('base64url')
    try {
      await compactVerify(`${header}.e30.${Buffer.alloc(64).toString('base64url')}`, key)
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) return undefined
      refusals.push((error as Error).message)
    }
  }
  return refusals[0] ?? `the kind ${key.kty} is not supported`
}

async function refusalOfKeys(keys: readonly JWK[]): Promise<string | undefined> {
  for (const [index, key] of keys.entries()) {
    const refusal = await refusalOfKey(key)
    if (refusal !== undefined) return `jwks.keys[${index}]: ${refusal}`
  }
  return undefined
}

/** @returns why each request of this client would be refused; undefined for one that works */
export async function refusalOfClient(client: OidcClient): Promise<string | undefined> {
  const library = await (loading ??= loadRules())
  const metadata = metadataOf(client, client.createdAt)
  try {
    await library.Client.validate(metadata)
  } catch (error) {
    // The library's, with a reason; or what its own parsing throws.
    const { error_detail: detail, error_description: description, message } = error as LibraryError
    return detail ?? description ?? message
  }
  return refusalOfKeys(metadata.jwks?.keys ?? [])
}

type LibraryError = Error & { error_detail?: string; error_description?: string }
type UnusableClient = { id: string; providerId: string; refusal: string }

/** Finds clients that were stored before they were checked as they are now. */
export async function unusableClients(db: Executor): Promise<UnusableClient[]> {
  const checked = (await readClients(db, undefined)).map(async (client) => ({
    id: client.id,
    providerId: client.providerId,
    refusal: await refusalOfClient(client),
  }))
  return (await Promise.all(checked)).flatMap(({ refusal, ...client }) =>
    refusal === undefined ? [] : [{ ...client, refusal }],
  )
}

/** Logs clients that do not work. No visitor waits for it: the library is loaded if any client is registered. */
export async function warnOfUnusableClients(db: Executor, warn: Warn): Promise<void> {
  try {
    for (const { id, refusal } of await unusableClients(db))
      warn('oidc client refused', { client: id, reason: refusal })
  } catch (error) {
    // A database that is away.
    warn('oidc clients not checked', { reason: (error as Error).message })
  }
}
