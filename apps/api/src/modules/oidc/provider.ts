import { LANGUAGES, SECOND_MS } from '@avouch/contract'
import type { Configuration, ErrorOut, errors as LibraryErrors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { PARTNER_CLOCK_MS } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { sameBytes } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { Audit } from '../audit/index.ts'
import { type AuthorizationRequests, OIDC_PATH } from './authorization-requests.ts'
import { RESPONSE_MODE } from './claims.ts'
import { CLIENT_RULES } from './client-check.ts'
import { INTERACTION_MS, type Records, type Refusals } from './records.ts'

/** Codes and pushed requests are good for a minute, tokens for ten. */
const CODE_SECONDS = 60
const TOKEN_SECONDS = 600
/** A signed assertion is remembered for as long as it is good, so that it is good once. Libraries sign for an hour, by their own clocks. */
const ASSERTION_SECONDS = 3_600
const CLOCKS_DIFFER_SECONDS = PARTNER_CLOCK_MS / SECOND_MS

/** Private keys as JWKs; the first of each kind signs, and the public half of each is published. */
export type OidcKeys = { keys: { kty: string; kid: string; alg: string; use: 'sig' }[] }

type Deps = {
  publicUrl: string
  signing: OidcKeys
  records: Records
  requests: AuthorizationRequests
  audit: Audit
  warn: Warn
}

/** Why a browser's request cannot be continued. */
export type RequestProblem = 'over' | 'client' | 'address' | 'malformed' | 'browser'
const PROBLEMS: Readonly<Record<string, RequestProblem>> = {
  invalid_client: 'client',
  invalid_redirect_uri: 'address',
}

/** Names the page for a browser with a request that cannot be continued. */
export const problemUrl = (publicUrl: string, problem: RequestProblem): string =>
  new URL(`/request-problem?problem=${problem}`, publicUrl).href

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Makes our refusals of what the library cannot know. */
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

/** Answers browsers with a screen of ours, and calls of an endpoint with JSON, whatever they accept. */
const answerError = (publicUrl: string) => (ctx: KoaContextWithOIDC, out: ErrorOut) => {
  if (ctx.oidc?.route === 'authorization' || ctx.oidc?.route === 'resume') {
    ctx.status = 303
    ctx.redirect(problemUrl(publicUrl, PROBLEMS[out.error] ?? 'malformed'))
  } else ctx.body = out
}

/** Says no more than the library does of a failure. */
const NOT_STORED: ErrorOut = { error: 'server_error', error_description: 'oops! something went wrong' }

/** Sets the library up for one flow: code with PKCE, without sessions, pages and scripts. */
export async function createProvider({ publicUrl, signing, records, requests, audit, warn }: Deps): Promise<Provider> {
  const { default: ProviderClass, errors, interactionPolicy } = await import('oidc-provider')
  const { Check, Prompt } = interactionPolicy
  const refuse = refusalsOf(errors)
  const warnOf = ({ name, message }: Error) => warn('oidc', { reason: name, message })
  // No visitor is ever signed in here: requests share nothing.
  const asks = new Check(
    'no_answer',
    'the visitor has to answer',
    'login_required',
    (ctx) => ctx.oidc.result?.login === undefined,
  )

  const configuration: Configuration = {
    ...CLIENT_RULES,
    clockTolerance: CLOCKS_DIFFER_SECONDS,
    adapter: (kind: string) => records.adapter(kind, refuse),
    jwks: signing,
    pairwiseIdentifier: (ctx) => String(ctx.oidc.account?.['subject']),
    // The ID token says what was asked for, without a call of userinfo.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    extraParams: {
      // The last check of every request, pushed ones too.
      max_proof_age_days: async (ctx) => {
        const refusal = await requests.refusalOf(ctx.oidc.params ?? {})
        if (refusal !== undefined) throw new errors.CustomOIDCProviderError(refusal.error, refusal.description)
      },
    },
    // The nonce does as much for a client with a secret or keys (RFC 9700, 2.1.1).
    pkce: {
      required: ({ oidc: { params } }, client) => {
        const isPublic = client.tokenEndpointAuthMethod === 'none'
        if (isPublic || params?.['nonce'] || params?.['code_challenge']) return isPublic
        // The library would name PKCE alone.
        throw new errors.InvalidRequest('send PKCE (code_challenge, by S256) or a nonce')
      },
    },
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
    discovery: { ui_locales_supported: LANGUAGES },
    expiresWithSession: () => false,
    interactions: {
      policy: [
        new Prompt({ name: 'login', requestable: true }, asks),
        new Prompt({ name: 'consent', requestable: true }),
        new Prompt({ name: 'select_account', requestable: true }),
      ],
      url: (_ctx, { uid, params }) => requests.accept(uid, params, refuse),
    },
    loadExistingGrant: (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    findAccount: async (ctx, accountId) => {
      const isPairwise = ctx.oidc.client?.['avouch_subject'] === 'pairwise'
      const answer = requests.answerOf(accountId, isPairwise ? 'pairwise' : 'ephemeral')
      return answer && { accountId, subject: answer.sub, claims: () => answer }
    },
    renderError: answerError(publicUrl),
    ttl: {
      AccessToken: TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: CODE_SECONDS + TOKEN_SECONDS,
      IdToken: TOKEN_SECONDS,
      Interaction: INTERACTION_MS / 1_000,
      Session: CODE_SECONDS,
    },
  }

  const provider = new ProviderClass(publicUrl + OIDC_PATH, configuration)
  // The library reads the address from headers, which http sets from PUBLIC_URL.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function (actual: string) {
    const given = tokenHash(actual)
    return listOf(this['avouch_secrets']).some((hash) => sameBytes(given, Buffer.from(hash, 'base64url')))
  }
  // Off: a token would carry the id of a session that does not exist.
  provider.Session.prototype.sidFor = () => undefined
  provider.use((ctx, next) => correct(ctx as unknown as KoaContextWithOIDC, next, problemUrl(publicUrl, 'malformed')))
  provider.use(async (ctx, next) => {
    await next()
    try {
      await records.storeRest()
    } catch (error) {
      // The library has finished. A code or token is stored before it is sent: a failure here becomes a refusal.
      warnOf(error as Error)
      ctx.status = 500
      answerError(publicUrl)(ctx as unknown as KoaContextWithOIDC, NOT_STORED)
    }
  })
  // Its own output is not redacted.
  provider.silent = true
  provider.on('authorization.error', refuseInQuery)
  provider.on('server_error', (ctx, error) => {
    refuseInQuery(ctx)
    warnOf(error)
  })
  const report = (clientId = 'unknown') => void audit.report({ type: 'oidc.client_refused', reason: clientId })
  const reportRefusal = ({ oidc }: KoaContextWithOIDC, { error }: LibraryErrors.OIDCProviderError) => {
    if (error === 'invalid_client') report(oidc.client?.clientId)
  }
  provider.on('grant.error', reportRefusal)
  provider.on('pushed_authorization_request.error', (ctx, error) => {
    reportRefusal(ctx, error)
    // A code of the library's own (RFC 9126, 2.3).
    if (error.error === 'unsupported_response_mode') ctx.body = { ...(ctx.body as ErrorOut), error: 'invalid_request' }
  })
  return provider
}

/** Sends a refusal to the website as it sends every answer, also if the request asked for an unsupported mode. */
function refuseInQuery({ oidc }: KoaContextWithOIDC): void {
  if (oidc?.params !== undefined) oidc.params['response_mode'] = RESPONSE_MODE
}

const COOKIES = { session: 'oidc_session', interaction: 'oidc_request', resume: 'oidc_resume' } as const

/**
 * Corrects the library's answers: discovery names only what is offered, the session cookie is removed, and a page
 * becomes a redirect, because some are forms with a script.
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
