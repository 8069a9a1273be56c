import { type ReturnOrder, SECOND_MS } from '@avouch/contract'

const TIMEOUT_MS = 5 * SECOND_MS

/** It never throws: any failure is false, and the same order is sent again under the same id. */
export type Bank = { giveBack(order: ReturnOrder, signal: AbortSignal): Promise<boolean> }

export type BankSettings = {
  /** undefined: there is no bank yet, and return orders wait. */
  returnsUrl: string | undefined
  token: string
}

/** Sends return orders to the bank: one POST each, whose idempotency key is the order's id. */
export function createBank(options: BankSettings & { onFailure: (reason: string) => void }): Bank {
  const { returnsUrl, token, onFailure } = options
  return {
    async giveBack(order, signal) {
      if (returnsUrl === undefined) return false
      try {
        const response = await fetch(returnsUrl, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': order.id,
          },
          body: JSON.stringify(order),
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
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
