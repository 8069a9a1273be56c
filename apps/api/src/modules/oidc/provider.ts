import type { ErrorOut, errors as LibraryErrors, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { sameBytes } from '../../platform/keyring.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Answer } from './answers.ts'
import { CLIENT_RULES, metadataOf } from './client-check.ts'
import type { Client, Subject } from './client-store.ts'
import type { OidcKeys } from './keys.ts'
import { NO_RECORDS, type RecordAdapter, type Refusals } from './record-adapter.ts'
import { type Params, type Refusal, RESPONSE_MODE } from './requests.ts'

/** Codes and pushed requests are good for a minute, tokens for ten. */
const CODE_SECONDS = 60
const TOKEN_SECONDS = 600
/** A signed assertion is remembered for as long as it is good, so that it is good once. Libraries sign for an hour, by their own clocks. */
const ASSERTION_SECONDS = 3_600
const CLOCKS_DIFFER_SECONDS = 60

export type ProviderDeps = {
  issuer: string
  keys: OidcKeys
  interactionSeconds: number
  /** The languages of the screens. */
  languages: readonly string[]
  findClient: (id: string) => Promise<Client | undefined>
  recordsOf: (kind: string, refuse: Refusals) => RecordAdapter
  findAnswer: (intentId: string, subject: Subject) => Promise<Answer | undefined>
  /** Why a request is refused that the library would take. */
  refusalOf: (params: Params) => Promise<Refusal | undefined>
  /** Takes a new request up: makes its intent. @returns its own address */
  takeUp: (uid: string, params: Params, refuse: Refusals) => Promise<string>
  /** Stores what is not stored yet when a request was answered. */
  storeRest: () => Promise<void>
  /** The page for a browser whose request cannot be continued. */
  problemUrl: (error: string) => string
  now: () => Date
  onRefused: (clientId: string) => void
  onFailure: (error: Error) => void
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Our answers to what the library cannot know. */
function refusalsOf(errors: typeof LibraryErrors): Refusals {
  return {
    codeUsed: () => new errors.InvalidGrant('authorization code already consumed'),
    requestUsed: () => new errors.InvalidRequestUri('request_uri was used before'),
    // The website gets the answer of the browser that was first.
    requestOver: () =>
      Object.assign(new errors.SessionNotFound('the request was continued before'), { allow_redirect: false }),
    replayed: () => new errors.InvalidClientAuth('the client assertion was used before'),
  }
}

/** A screen of ours for browsers; JSON for who calls an endpoint, whatever it says that it accepts. */
const answerError = (problemUrl: ProviderDeps['problemUrl']) => (ctx: KoaContextWithOIDC, out: ErrorOut) => {
  if (ctx.oidc?.route === 'authorization' || ctx.oidc?.route === 'resume') {
    ctx.status = 303
    ctx.redirect(problemUrl(out.error))
  } else ctx.body = out
}

/** Says no more than the library does of a failure. */
const NOT_STORED: ErrorOut = { error: 'server_error', error_description: 'oops! something went wrong' }

/** The library, set up for one flow: code with PKCE, no session, no page and no script of its own. */
export async function createProvider(deps: ProviderDeps): Promise<Provider> {
  const { default: ProviderClass, errors, interactionPolicy } = await import('oidc-provider')
  const { Check, Prompt } = interactionPolicy
  const refuse = refusalsOf(errors)
  // No visitor is ever signed in here: every request is one of its own.
  const asks = new Check(
    'no_answer',
    'the visitor has to answer',
    'login_required',
    (ctx) => ctx.oidc.result?.login === undefined,
  )

  const configuration: Configuration = {
    ...CLIENT_RULES,
    adapter: (kind: string) => adapterOf(kind),
    jwks: deps.keys,
    pairwiseIdentifier: (ctx) => String(ctx.oidc.account?.['subject']),
    // The ID token says what was asked for, without a call of userinfo.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    extraParams: {
      // The last check of every request, pushed ones too.
      max_proof_age_days: async (ctx) => {
        const refusal = await deps.refusalOf(ctx.oidc.params ?? {})
        if (refusal !== undefined) throw new errors.CustomOIDCProviderError(refusal.error, refusal.description)
      },
    },
    // The nonce does as much for a client with a secret or keys (RFC 9700, 2.1.1).
    pkce: { required: (ctx, client) => client.tokenEndpointAuthMethod === 'none' || !ctx.oidc.params?.['nonce'] },
    assertJwtClientAuthClaimsAndHeader: (_ctx, { exp }) => {
      if (Number(exp) <= Date.now() / 1_000 + ASSERTION_SECONDS + CLOCKS_DIFFER_SECONDS) return
      const refusal = new errors.InvalidClientAuth('the client assertion lives too long')
      throw Object.assign(refusal, { error_description: 'the client assertion is good for longer than an hour' })
    },
    clientBasedCORS: (_ctx, origin, client) => listOf(client['avouch_origins']).includes(origin),
    features: {
      claimsParameter: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: true },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    routes: {
      authorization: '/auth',
      pushed_authorization_request: '/par',
      token: '/token',
      userinfo: '/userinfo',
      jwks: '/jwks',
    },
    cookies: {
      names: COOKIES,
      short: { httpOnly: true, sameSite: 'lax', overwrite: true, signed: false },
      long: { httpOnly: true, sameSite: 'lax', overwrite: true, signed: false },
    },
    discovery: { ui_locales_supported: deps.languages },
    expiresWithSession: () => false,
    interactions: {
      policy: [
        new Prompt({ name: 'login', requestable: true }, asks),
        new Prompt({ name: 'consent', requestable: true }),
        new Prompt({ name: 'select_account', requestable: true }),
      ],
      url: (_ctx, { uid, params }) => deps.takeUp(uid, params, refuse),
    },
    loadExistingGrant: (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    findAccount: async (ctx, accountId) => {
      const isPairwise = ctx.oidc.client?.['avouch_subject'] === 'pairwise'
      const answer = await deps.findAnswer(accountId, isPairwise ? 'pairwise' : 'ephemeral')
      return answer && { accountId, subject: answer.sub, claims: () => answer }
    },
    renderError: answerError(deps.problemUrl),
    ttl: {
      AccessToken: TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: CODE_SECONDS + TOKEN_SECONDS,
      IdToken: TOKEN_SECONDS,
      Interaction: deps.interactionSeconds,
      Session: CODE_SECONDS,
    },
  }

  /** Clients are rows of their own, and every other kind is a record. */
  function adapterOf(kind: string): RecordAdapter {
    if (kind !== 'Client') return deps.recordsOf(kind, refuse)
    return {
      ...NO_RECORDS,
      async find(id) {
        const client = await deps.findClient(id)
        return client && metadataOf(client, deps.now())
      },
    }
  }

  const provider = new ProviderClass(deps.issuer, configuration)
  // The library reads the address from headers, which http sets from PUBLIC_URL.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function (actual: string) {
    const given = tokenHash(actual)
    return listOf(this['avouch_secrets']).some((hash) => sameBytes(given, Buffer.from(hash, 'base64url')))
  }
  // A token that asks for it would have the id of a session that is none.
  provider.Session.prototype.sidFor = () => undefined
  provider.use((ctx, next) => correct(ctx as unknown as KoaContextWithOIDC, next, deps.problemUrl('invalid_request')))
  provider.use(async (ctx, next) => {
    await next()
    try {
      await deps.storeRest()
    } catch (error) {
      // The library hears of it no more. A code or token is stored before it is answered: what fails here is a refusal.
      deps.onFailure(error as Error)
      ctx.status = 500
      answerError(deps.problemUrl)(ctx as unknown as KoaContextWithOIDC, NOT_STORED)
    }
  })
  // Its own output is not redacted.
  provider.silent = true
  provider.on('authorization.error', refuseInQuery)
  provider.on('server_error', (ctx, error) => {
    refuseInQuery(ctx)
    deps.onFailure(error)
  })
  const noteRefusal = (ctx: KoaContextWithOIDC, { error }: LibraryErrors.OIDCProviderError) => {
    if (error === 'invalid_client') deps.onRefused(ctx.oidc.client?.clientId ?? 'unknown')
  }
  provider.on('grant.error', noteRefusal)
  provider.on('pushed_authorization_request.error', (ctx, error) => {
    noteRefusal(ctx, error)
    // A code of the library's own (RFC 9126, 2.3).
    if (error.error === 'unsupported_response_mode') ctx.body = { ...(ctx.body as ErrorOut), error: 'invalid_request' }
  })
  return provider
}

/** A website hears of a refusal as of every answer, also where it asked for a way that there is not. */
function refuseInQuery({ oidc }: KoaContextWithOIDC): void {
  if (oidc?.params !== undefined) oidc.params['response_mode'] = RESPONSE_MODE
}

const COOKIES = { session: 'oidc_session', interaction: 'oidc_request', resume: 'oidc_resume' } as const

/**
 * Discovery names what is there, no session cookie is left behind, because there is no session, and no page of the
 * library's leaves: some of its answers are forms with a script.
 */
async function correct(ctx: KoaContextWithOIDC, next: () => Promise<void>, problemUrl: string): Promise<void> {
  await next()
  if (ctx.response.is('html') !== false) {
    const location = ctx.response.get('location') || problemUrl
    ctx.body = ''
    ctx.status = 303
    ctx.set('location', location)
  }
  const cookies = listOf(ctx.response.headers['set-cookie']).filter(
    (cookie) => !cookie.startsWith(`${COOKIES.session}=`),
  )
  if (cookies.length > 0) ctx.set('set-cookie', cookies)
  else ctx.remove('set-cookie')
  if (ctx.oidc?.route === 'discovery' && typeof ctx.body === 'object' && ctx.body !== null) {
    const { claims_supported: claims, ...metadata } = ctx.body as Record<string, unknown>
    const claims_supported = listOf(claims).filter((claim) => claim !== 'sid')
    ctx.body = { ...metadata, claims_supported, response_modes_supported: [RESPONSE_MODE] }
    ctx.set('cache-control', 'public, max-age=300')
  }
  if (ctx.oidc?.route === 'jwks') ctx.set('cache-control', 'public, max-age=300')
}
