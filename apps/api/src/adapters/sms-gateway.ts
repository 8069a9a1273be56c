import type { SmsGateway } from '../modules/sms/ports.ts'

type Options = {
  url: string
  token: string
  timeoutMs: number
  fetch?: typeof globalThis.fetch
  onFailure: (reason: string) => void
}

/** An HTTP gateway: JSON in, 2xx for accepted, 4xx for a definite no. Silence and 5xx may still be delivered. */
export function createSmsGateway({ url, token, timeoutMs, fetch = globalThis.fetch, onFailure }: Options): SmsGateway {
  return {
    deliversKeyOnce: true,

    async send({ to, text, idempotencyKey }, stopping) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ to, text, idempotency_key: idempotencyKey }),
          signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
          redirect: 'error',
        })
        await response.body?.cancel()
        if (response.ok) return 'accepted'
        onFailure(`status ${response.status}`)
        if (response.status === 429) return 'not_taken'
        return response.status < 500 ? 'refused' : 'unknown'
      } catch (error) {
        // A refused connection delivered nothing; a timeout may have.
        const { name, cause } = error as Error & { cause?: { code?: string } }
        onFailure(cause?.code ?? name)
        return cause?.code === 'ECONNREFUSED' ? 'not_taken' : 'unknown'
      }
    },
  }
}
