import { createIntent, type ProviderIntent, readIntent, type VerdictClaims, verdictClaims } from '@avouch/contract'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

const TIMEOUT_MS = 5_000

/** The product did not answer, or not as agreed. Trying later may help. */
export class ProductUnavailable extends Error {
  override readonly name = 'ProductUnavailable'
}

type Settings = { apiUrl: string; productUrl: string; apiKey: string; providerId: string }
type Ask = { reference: string; redirectUri: string }

/** The three things a website needs from the product: ask, read the answer, check its signature. */
export function createProduct({ apiUrl, productUrl, apiKey, providerId }: Settings) {
  const keys = createRemoteJWKSet(new URL(`${apiUrl}/.well-known/jwks.json`), { timeoutDuration: TIMEOUT_MS })

  async function call(path: string, init: RequestInit): Promise<unknown> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${apiKey}`)
    headers.set('accept', 'application/json')
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${apiUrl}${path}`, { ...init, headers, signal, redirect: 'error' }).catch((cause) => {
      throw new ProductUnavailable('the product does not answer', { cause })
    })
    if (!answer.ok) throw new ProductUnavailable(`the product answered ${answer.status}`)
    return answer.json().catch((cause) => {
      throw new ProductUnavailable('the product answered without JSON', { cause })
    })
  }

  const parsed = (schema: (typeof readIntent.answers)[200], value: unknown): ProviderIntent => {
    const result = schema.safeParse(value)
    if (!result.success) throw new ProductUnavailable('the product answered with something else than an intent')
    return result.data
  }

  return {
    /** The same reference always gives the same intent, however often it is asked. */
    async ask({ reference, redirectUri }: Ask): Promise<ProviderIntent> {
      const answer = await call(createIntent.path, {
        method: createIntent.method,
        headers: { 'content-type': 'application/json', 'idempotency-key': reference },
        body: JSON.stringify({ redirect_uri: redirectUri, reference }),
      })
      const intent = parsed(createIntent.answers[201], answer)
      // The visitor is sent there, so it has to be the product's own address.
      if (new URL(intent.url).origin !== new URL(productUrl).origin)
        throw new ProductUnavailable('the intent leads elsewhere')
      return intent
    },

    async read(intentId: string): Promise<ProviderIntent> {
      const path = readIntent.path.replace(':id', encodeURIComponent(intentId))
      return parsed(readIntent.answers[200], await call(path, { method: readIntent.method }))
    },

    /** The claims of a verdict that the product signed for us; undefined for any other. Throws when keys are out of reach. */
    async verify(jws: string): Promise<VerdictClaims | undefined> {
      try {
        const { payload } = await jwtVerify(jws, keys, {
          issuer: productUrl,
          audience: providerId,
          algorithms: ['ES256'],
        })
        const claims = verdictClaims.safeParse(payload)
        return claims.success ? claims.data : undefined
      } catch (error) {
        const refused = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
        // jose reports an unreachable key set as a plain JOSEError or as fetch's own error.
        if (refused && error.code !== 'ERR_JOSE_GENERIC') return undefined
        throw new ProductUnavailable('the keys of the product are out of reach', { cause: error })
      }
    },
  }
}
export type Product = ReturnType<typeof createProduct>
