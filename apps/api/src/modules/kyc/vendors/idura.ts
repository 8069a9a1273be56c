import { SECOND_MS } from '@avouch/contract'
import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { PARTNER_CLOCK_MS } from '#platform/clock.ts'
import { isLoopback } from '#platform/external-address.ts'
import { boundedFetch, CallFailed, readAs } from './calls.ts'
import type { SessionAdapter, VendorDeps, VendorKind } from './vendor.ts'

const GERMAN_ID_CARD = 'urn:grn:authn:de:personalausweis'
/** The vendor's word, in an ID token, for the scheme above. Visitors hold the address that asks for it. */
const SCHEME = 'deadesso'
const claimed = z.looseObject({
  sub: z.string().check(z.minLength(1), z.maxLength(200)),
  identityscheme: z.literal(SCHEME),
  birthdate: z.nullish(z.string()),
})
const SAYS_NO = 'access_denied'
/** Bounds what is kept of the address that a visitor brings. */
const MOST_CHARACTERS = 500

/** @throws CallFailed by the name of a failure, without its message or cause, which may quote a token */
function fail(error: unknown): never {
  const { name, code, cause, status, error: said } = error as Error & Record<'code' | 'status' | 'error', unknown>
  for (const one of [error, cause]) if (one instanceof CallFailed) throw one
  const isRefused = status === 401 || said === 'invalid_client'
  throw new CallFailed(typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : name, isRefused ? 401 : undefined)
}

/** Idura: the German identity card with its eID function, by OpenID Connect. It neither reports nor can be polled: the visitor's browser brings the result. */
function create({ access, clock, returnUrl, approved }: VendorDeps): SessionAdapter {
  /** Read anew each time, so that a vendor that is down begins no session. */
  async function configured(signal: AbortSignal): Promise<openid.Configuration> {
    const skew = Math.round((clock().getTime() - Date.now()) / 1_000)
    return openid.discovery(
      new URL(access.apiUrl),
      access.account,
      { [openid.clockSkew]: skew, [openid.clockTolerance]: PARTNER_CLOCK_MS / SECOND_MS },
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

  return {
    pages: ['.idura.app', '.idura.broker', '.criipto.id', '.criipto.com', new URL(access.apiUrl).hostname],

    async begin({ ref, language }, signal) {
      const [verifier, nonce] = [openid.randomPKCECodeVerifier(), openid.randomNonce()]
      const wanted = {
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
      }
      const address = async () => openid.buildAuthorizationUrl(await configured(signal), wanted)
      const url = await address().catch(fail)
      return { url: url.href, vendorRef: null, kept: { verifier, nonce }, expiresAt: null }
    },

    open: () => 'forged',

    back(query) {
      const [ref, code, error, iss] = ['state', 'code', 'error', 'iss'].map((name) => query.get(name) ?? undefined)
      if (ref === undefined) return undefined
      if (code !== undefined && code.length + (iss?.length ?? 0) <= MOST_CHARACTERS)
        return { ref, kept: { code, ...(iss && { iss }) } }
      // After another error the same page may be opened again.
      return { ref, kept: error === SAYS_NO ? { error } : undefined }
    },

    async ask({ ref, kept }, signal) {
      const { code, iss, verifier = '', nonce = '', error: said } = kept
      const ended = { status: 'USER_PROCESS_EXPIRED', occurredAt: clock() } as const
      if (said !== undefined) return ended
      if (code === undefined) return { stage: 'open' }
      const back = new URL(returnUrl)
      back.search = new URLSearchParams({ code, state: ref, ...(iss && { iss }) }).toString()
      const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: ref, idTokenExpected: true }
      try {
        const tokens = await openid.authorizationCodeGrant(await configured(signal), back, checks)
        const { sub, birthdate } = readAs(claimed, tokens.claims())
        return approved(birthdate, clock(), { pseudonym: sub })
      } catch (error) {
        // A code is good once, and for minutes: the visitor has to begin again.
        if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') return ended
        return fail(error)
      }
    },

    /** Idura has no call to erase a session. */
    erase: async () => 'erased',
  }
}

export const idura: VendorKind = {
  kind: 'eid',
  needs: ['account', 'secret', 'apiUrl', 'flow', 'flowWithoutConsent'],
  refuses: ['reportSecret', 'oldReportSecret'],
  hasOneFlow: true,
  unconfirmed: [
    'that a profile has the date of birth and the pseudonym alone (odis:Profile1 has more)',
    'that `sub` is the pseudonym of the card under the profile in use, and stays the same for one card',
    'how a date of birth comes whose day or month is unknown',
    'that a visitor who cancels comes back with error=access_denied',
    'that a domain needs no text for the visitor (`login_hint`), as its test environment may',
    'what the vendor keeps of an identification, and for how long: it has no call that erases it',
    'that the German authority permits the purpose',
  ],
  create,
}
