import { callProduct, type Transport } from './call.ts'
import { AvouchUnavailable } from './errors.ts'
import type { Intent, IntentFilter, IntentPage, NewIntent, NewPayment } from './types.ts'

export const INTENTS = '/provider/v1/intents'

const isIntent = (value: unknown): value is Intent => {
  const { id, url, status } = (value ?? {}) as Partial<Record<keyof Intent, unknown>>
  return typeof id === 'string' && typeof url === 'string' && URL.canParse(url) && typeof status === 'string'
}

export type Intents = ReturnType<typeof createIntents>

/** Ask for a proof of age, and look at what you asked for. */
export function createIntents(transport: Transport, productUrl: string) {
  /** The visitor is sent there, so it has to be the product's own address. */
  function checked(value: unknown): Intent {
    if (!isIntent(value)) throw new AvouchUnavailable('the product answered with something else than an intent')
    if (new URL(value.url).origin !== new URL(productUrl).origin)
      throw new AvouchUnavailable('the intent leads elsewhere')
    return value
  }

  const one = (id: string, action = '') => `${INTENTS}/${encodeURIComponent(id)}${action}`

  return {
    /**
     * Asks for one visitor. With the same idempotency key you get the same intent, however often you ask: use one for
     * each visit, and a lost answer costs nothing.
     * @throws AvouchUnavailable, AvouchRefusal
     */
    async create(intent: NewIntent | (NewPayment & { kind: 'payment' }), idempotencyKey?: string): Promise<Intent> {
      const headers: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
      return checked(await callProduct(transport, { method: 'POST', path: INTENTS, headers, body: intent }))
    },

    /** @throws AvouchUnavailable, AvouchRefusal not_found */
    async read(id: string): Promise<Intent> {
      return checked(await callProduct(transport, { method: 'GET', path: one(id) }))
    },

    /** The newest first, page by page. @throws AvouchUnavailable, AvouchRefusal */
    async list(filter: IntentFilter = {}): Promise<IntentPage> {
      const page = (await callProduct(transport, {
        method: 'GET',
        path: INTENTS,
        query: filter,
      })) as Partial<IntentPage>
      if (!Array.isArray(page.data)) throw new AvouchUnavailable('the product answered with something else than a list')
      return { data: page.data.map(checked), next_cursor: page.next_cursor ?? null }
    },

    /** Takes it back; repeating it changes nothing. @throws AvouchUnavailable, AvouchRefusal intent_answered */
    async cancel(id: string): Promise<Intent> {
      return checked(await callProduct(transport, { method: 'POST', path: one(id, '/cancel'), body: {} }))
    },

    /** Answers an intent that was made with a test key, as a visitor would. @throws AvouchUnavailable, AvouchRefusal */
    async answerTest(id: string, result: 'yes' | 'no'): Promise<Intent> {
      const path = `/provider/v1/test/intents/${encodeURIComponent(id)}/answer`
      return checked(await callProduct(transport, { method: 'POST', path, body: { result } }))
    },
  }
}
