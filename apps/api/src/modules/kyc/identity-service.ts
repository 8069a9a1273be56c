import { vendorCheck } from '@avouch/contract'
import type { IdentityService, VendorAnswer } from './ports.ts'

type Options = {
  /** Where visitors show their document. */
  url: string
  /** Where we ask about a check; its transaction code follows. */
  statusUrl: string
  token: string
  timeoutMs: number
  fetch?: typeof globalThis.fetch
  onFailure: (reason: string) => void
  /** It was not reached, or would not forget a check. */
  onKept: (reason: string) => void
}

/** The identity-check service: an address for the visitor (specification, section 2, /kyc), and an answer for us. */
export function createIdentityService(options: Options): IdentityService {
  const { url, statusUrl, token, timeoutMs, fetch = globalThis.fetch, onFailure, onKept } = options

  const call = (method: 'GET' | 'DELETE', code: string, signal: AbortSignal): Promise<Response> =>
    fetch(`${statusUrl.replace(/\/$/, '')}/${encodeURIComponent(code)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: 'error',
    })

  const reasonOf = (error: unknown): string => {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? (name === 'Error' ? message : name)
  }

  async function read(code: string, signal: AbortSignal): Promise<VendorAnswer> {
    const response = await call('GET', code, signal)
    if (response.status === 404) {
      await response.body?.cancel()
      return 'no_outcome'
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`status ${response.status}`)
    }
    const { tc, status, timestamp, document_hash: documentHash } = vendorCheck.parse(await response.json())
    if (tc !== code) throw new Error('an answer about another check')
    return status === '' ? 'no_outcome' : { status, occurredAt: new Date(timestamp), documentHash }
  }

  return {
    addressFor({ code, language, returnTo, dataCollectionConsent }) {
      const address = new URL(url)
      address.searchParams.set('tc', code)
      address.searchParams.set('lang', language)
      address.searchParams.set('oi', returnTo)
      address.searchParams.set('userConsentDP', dataCollectionConsent ? 'yes' : 'no')
      return address.href
    },

    async outcomeOf(code, signal) {
      try {
        return await read(code, signal)
      } catch (error) {
        if (!signal.aborted) onFailure(reasonOf(error))
        return 'no_answer'
      }
    },

    async forget(code, signal) {
      try {
        const response = await call('DELETE', code, signal)
        await response.body?.cancel()
        // Who knows nothing of it keeps nothing.
        const done = response.ok || response.status === 404 || response.status === 410
        if (!done) onKept(`status ${response.status}`)
        return done
      } catch (error) {
        if (!signal.aborted) onKept(reasonOf(error))
        return false
      }
    },
  }
}
