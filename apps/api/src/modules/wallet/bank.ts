import type { Bank } from './ports.ts'

type Options = {
  /** Undefined: there is no bank yet; what is to go back waits. */
  url: string | undefined
  token: string
  timeoutMs: number
  fetch?: typeof globalThis.fetch
  onFailure: (reason: string) => void
}

/** Where return orders go: one POST each, and the order's id says that it is the same one. */
export function createBank({ url, token, timeoutMs, fetch = globalThis.fetch, onFailure }: Options): Bank {
  return {
    async giveBack(order, signal) {
      if (url === undefined) return false
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': order.id,
          },
          body: JSON.stringify(order),
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
          redirect: 'error',
        })
        await response.body?.cancel()
        if (!response.ok) onFailure(`status ${response.status}`)
        return response.ok
      } catch (error) {
        const { name, cause } = error as Error & { cause?: { code?: string } }
        if (!signal.aborted) onFailure(cause?.code ?? name)
        return false
      }
    },
  }
}
