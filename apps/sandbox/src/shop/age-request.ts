import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'

const SCOPE = 'openid age'
/** Newest visitors: a demonstration keeps nothing on disk. */
const KEPT = 1_000

/** What the shop keeps between the question and the answer, for the visitor who asked. */
type Asked = { verifier: string; state: string; nonce: string }

/** All that it learned, as it came. */
export type Learned = { claims: oidc.IDToken; idToken: string; userinfo: object }

/** closed - not asked; open - proven; refused - there was no proof, and the answer does not say why. */
export type ShopVisit = { phase: 'closed' } | { phase: 'open'; learned: Learned } | { phase: 'refused'; error: string }

export type ShopOptions = {
  /** The issuer's address for visitors, and where this server reaches it. */
  productUrl: string
  apiUrl: string
  redirectUri: string
  credentials: { clientId: string; clientSecret: string }
}

/** Asks for an age with a client library of OpenID Connect, as any website can; nothing in it is made for the product. */
export function createAgeRequest({ productUrl, apiUrl, redirectUri, credentials }: ShopOptions) {
  const asked = new LRUCache<string, Asked>({ max: KEPT })
  const visits = new LRUCache<string, ShopVisit>({ max: KEPT })
  let discovering: Promise<oidc.Configuration> | undefined

  /** Read once; a product that does not answer is asked again at the next question. */
  function discover(): Promise<oidc.Configuration> {
    const { clientId, clientSecret } = credentials
    const options: oidc.DiscoveryRequestOptions = {
      [oidc.customFetch]: (url, init) => fetch(url.replace(productUrl, apiUrl), init as RequestInit),
      // The sandbox is on http. The signature is checked as well, though the answer comes from the issuer itself.
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
    }
    const issuer = new URL(`${productUrl}/oidc`)
    const basic = oidc.ClientSecretBasic(clientSecret)
    discovering ??= oidc.discovery(issuer, clientId, undefined, basic, options).catch((error: unknown) => {
      discovering = undefined
      throw error
    })
    return discovering
  }

  return {
    visit: (visitor: string): ShopVisit => visits.get(visitor) ?? { phase: 'closed' },
    forget: (visitor: string) => {
      visits.delete(visitor)
      asked.delete(visitor)
    },

    /** The address to send the visitor to; what is asked goes to the product directly (PAR). */
    async ask(visitor: string, language: string): Promise<string> {
      const config = await discover()
      const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
      asked.set(visitor, { verifier, state, nonce })
      const address = await oidc.buildAuthorizationUrlWithPAR(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ui_locales: language,
      })
      return address.href
    },

    /** The visitor is back. What cannot be verified changes nothing. */
    async answer(visitor: string, search: string): Promise<void> {
      const expected = asked.get(visitor)
      if (expected === undefined) return
      asked.delete(visitor)
      const config = await discover()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(redirectUri + search), {
          pkceCodeVerifier: expected.verifier,
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims?.['age_over_18'] !== true) return
        const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
        visits.set(visitor, { phase: 'open', learned: { claims, idToken: tokens.id_token ?? '', userinfo } })
      } catch (error) {
        if (!(error instanceof oidc.AuthorizationResponseError)) throw error
        visits.set(visitor, { phase: 'refused', error: `${error.error}: ${error.error_description ?? ''}` })
      }
    },
  }
}
