import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { isLoopback } from '#platform/external-address.ts'
import { boundedFetch, CallFailed } from './calls.ts'
import type { Finding, IdentityCheck, Known } from './identity-check.ts'
import type { VendorDeps } from './vendor.ts'

/** Nobody has tried this at a real account: the vendor's public pages do not say it. */
export const IDURA_UNCONFIRMED = [
  'that a profile has the date of birth and the pseudonym alone (odis:Profile1 has more)',
  'that `sub` is the pseudonym of the card under the profile in use, and stays the same for one card',
  'how a date of birth comes whose day or month is unknown',
  'that a visitor who cancels comes back with error=access_denied',
  'that a domain needs no text for the visitor (`login_hint`), as its test environment may',
  'what the vendor keeps of an identification, and for how long: it has no call that erases it',
  'that the German authority permits the purpose',
] as const

const GERMAN_ID_CARD = 'urn:grn:authn:de:personalausweis'
/** The vendor's word, in an ID token, for the scheme above. Visitors hold the address that asks for it. */
const SCHEME = 'deadesso'
const claimed = z.looseObject({
  sub: z.string().check(z.minLength(1), z.maxLength(200)),
  identityscheme: z.literal(SCHEME),
  birthdate: z.nullish(z.string()),
})
const SAYS_NO = 'access_denied'

/** Names a failure without its message or cause, which may quote a token. */
function reasonOf(error: unknown): string {
  if (error instanceof CallFailed) return error.message
  const { name, code, cause } = error as Error & { code?: unknown; cause?: unknown }
  if (cause instanceof CallFailed) return cause.message
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : name
}

/** Idura: the German identity card with its eID function, by OpenID Connect. It reports nothing and can't be asked: visitors bring it. */
export function createIdura(deps: VendorDeps): IdentityCheck {
  const { access, clock, returnUrl, ageOf, pseudonymHash, warn, unreadable } = deps

  /** Read anew each time, so that a vendor that is down begins no session. */
  async function configured(signal: AbortSignal): Promise<openid.Configuration> {
    const skew = Math.round((clock().getTime() - Date.now()) / 1_000)
    return openid.discovery(
      new URL(access.apiUrl),
      access.account,
      { [openid.clockSkew]: skew },
      openid.ClientSecretBasic(access.secret),
      {
        [openid.customFetch]: boundedFetch(signal),
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isLoopback(access.apiUrl) ? [openid.allowInsecureRequests] : []),
        ],
      },
    )
  }

  function read(claims: unknown): Finding {
    const { success, data, error } = claimed.safeParse(claims)
    if (!success) return unreadable(error.issues.map(({ path }) => path.join('.')))
    const occurredAt = clock()
    const age = ageOf(data.birthdate, occurredAt)
    if (age === 'unclear')
      return { status: 'MANUAL_REVIEW_REJECTED', occurredAt, documentHash: undefined, reason: 'document_kind' }
    if (age === 'under_age') return { status: 'UNDERAGED', occurredAt, documentHash: undefined }
    return { status: 'COMPLETED', occurredAt, documentHash: pseudonymHash(data.sub) }
  }

  async function exchange(code: string, { ref, kept }: Known, signal: AbortSignal): Promise<Finding> {
    const back = new URL(returnUrl)
    const iss = kept['iss'] === undefined ? {} : { iss: kept['iss'] }
    back.search = new URLSearchParams({ code, state: ref, ...iss }).toString()
    const tokens = await openid.authorizationCodeGrant(await configured(signal), back, {
      pkceCodeVerifier: kept['verifier'] ?? '',
      expectedNonce: kept['nonce'] ?? '',
      expectedState: ref,
      idTokenExpected: true,
    })
    return read(tokens.claims())
  }

  const ended = (): Finding => ({ status: 'USER_PROCESS_EXPIRED', occurredAt: clock(), documentHash: undefined })

  return {
    pages: ['.idura.app', '.idura.broker', '.criipto.id', '.criipto.com', new URL(access.apiUrl).hostname],

    async begin({ ref, language }, signal) {
      try {
        const [verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()]
        const url = openid.buildAuthorizationUrl(await configured(signal), {
          redirect_uri: returnUrl,
          scope: access.flow ?? '',
          acr_values: GERMAN_ID_CARD,
          ui_locales: language,
          prompt: 'login',
          state: ref,
          nonce,
          response_mode: 'query',
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, vendorRef: null, kept: { verifier, nonce }, expiresAt: null }
      } catch (error) {
        // Whatever the library finds wrong with an answer.
        warn('identity session not begun', { reason: reasonOf(error) })
        return 'no_answer'
      }
    },

    open: () => 'forged',

    back(query) {
      const [ref, code, error, iss] = ['state', 'code', 'error', 'iss'].map((name) => query.get(name) ?? undefined)
      if (ref === undefined) return undefined
      if (code !== undefined && code.length <= 500) return { ref, kept: { code, ...(iss && { iss }) } }
      // After another error the same page may be opened again.
      return { ref, kept: error === SAYS_NO ? { error } : undefined }
    },

    async ask(known, signal) {
      const { code, error: said } = known.kept
      if (said !== undefined) return ended()
      if (code === undefined) return { stage: 'open' }
      try {
        return await exchange(code, known, signal)
      } catch (error) {
        if (!signal.aborted) warn('identity check not asked', { reason: reasonOf(error) })
        // A code is good once, and for minutes: the visitor has to begin again.
        const isUsed = error instanceof openid.ResponseBodyError && error.error === 'invalid_grant'
        return isUsed ? ended() : 'no_answer'
      }
    },

    /** There is no call for it. */
    forget: async () => 'erased',
  }
}
