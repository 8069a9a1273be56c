import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { addressBelow } from './call.ts'
import { AvouchUnavailable, InvalidVerdict } from './errors.ts'

export type Settings = {
  apiUrl: string
  productUrl: string
  providerId: string
  timeoutMs: number
  fetch: typeof globalThis.fetch
}

/** jose reports an unreachable key set as a plain JOSEError, or as fetch's own error. */
const isRefused = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'

/** Names the setting that does not fit: a wrong one looks like a forgery. */
function misfit(error: unknown, { productUrl, providerId }: Pick<Settings, 'productUrl' | 'providerId'>): string {
  const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : undefined
  if (claim === 'aud') return `not signed for the website ${providerId} (providerId)`
  if (claim === 'iss') return `not signed by ${productUrl} (url)`
  return 'not signed by the product'
}

/** @returns the claims of a JWS. @throws InvalidVerdict, AvouchUnavailable when the keys cannot be fetched */
export type Reader = (token: string, typ: string) => Promise<object>

/** Verifies JWS of the product for you. The keys are cached, and fetched again for an unknown one. */
export function createReader({ apiUrl, productUrl, providerId, timeoutMs, fetch }: Settings): Reader {
  const keys = createRemoteJWKSet(addressBelow(apiUrl, '/.well-known/jwks.json'), {
    timeoutDuration: timeoutMs,
    [customFetch]: fetch,
  })

  return async (token, typ) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer: productUrl,
      audience: providerId,
      algorithms: ['ES256'],
      typ,
    }).catch((cause: unknown) => {
      if (isRefused(cause)) throw new InvalidVerdict(misfit(cause, { productUrl, providerId }), { cause })
      throw new AvouchUnavailable('the keys of the product are out of reach', { cause })
    })
    return payload
  }
}
