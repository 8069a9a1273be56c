import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { AvouchUnavailable, InvalidVerdict } from './errors.ts'
import type { Verdict } from './types.ts'

type Settings = {
  apiUrl: string
  productUrl: string
  providerId: string
  timeoutMs: number
  fetch: typeof globalThis.fetch
}

const TYPE = 'avouch-verdict+jwt'

/** jose reports an unreachable key set as a plain JOSEError, or as fetch's own error. */
const isRefused = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'

const isVerdict = (claims: object): claims is Verdict => {
  const { intent_id, result, live } = claims as Partial<Record<keyof Verdict, unknown>>
  return typeof intent_id === 'string' && (result === 'yes' || result === 'no') && typeof live === 'boolean'
}

/** The signed answers. The keys are fetched once and again when a new one appears. */
export function createVerdicts({ apiUrl, productUrl, providerId, timeoutMs, fetch }: Settings) {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', apiUrl), {
    timeoutDuration: timeoutMs,
    [customFetch]: fetch,
  })

  return {
    /**
     * What the product signed for you about this intent. Anything else is refused: another signature, another website's
     * verdict, another intent's.
     * @throws InvalidVerdict, AvouchUnavailable when the keys are out of reach
     */
    async verify(verdict: string, intentId: string): Promise<Verdict> {
      const checked = await jwtVerify(verdict, keys, {
        issuer: productUrl,
        audience: providerId,
        algorithms: ['ES256'],
        typ: TYPE,
      }).catch((cause: unknown) => {
        if (isRefused(cause)) throw new InvalidVerdict('not signed for this website', { cause })
        throw new AvouchUnavailable('the keys of the product are out of reach', { cause })
      })
      const claims: object = checked.payload
      if (!isVerdict(claims)) throw new InvalidVerdict('not a verdict')
      if (claims.intent_id !== intentId) throw new InvalidVerdict('the verdict of another intent')
      return claims
    },
  }
}
