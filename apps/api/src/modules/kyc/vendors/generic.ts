import { KYC_STATUSES, vendorCheck } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { CallFailed, callJson, readAs } from './calls.ts'
import { type Adapter, type CheckAtVendor, momentOf } from './vendor.ts'

/** A service with our own protocol, which identifies a check by its transaction code: no session is opened there, and it reports by itself. */
export const GENERIC = 'generic'

/** `statusUrl`: the address of a check's status, without its transaction code. */
export type GenericSettings = { statusUrl: string; token: string }

const answered = z.extend(vendorCheck, { status: z.string() })

export function createGeneric({ statusUrl, token }: GenericSettings, clock: Clock): Adapter {
  const call = (method: 'GET' | 'DELETE', { ref }: CheckAtVendor, signal: AbortSignal) =>
    callJson(`${statusUrl.replace(/\/$/, '')}/${ref}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal,
    })

  return {
    async ask(check, signal) {
      const answer = await call('GET', check, signal)
      const { tc, status: given, timestamp, again, document_hash } = readAs(answered, answer.json)
      if (tc !== check.ref) throw new CallFailed('an answer about another check')
      const word = KYC_STATUSES.find((known) => known === given)
      if (word === undefined) return 'unknown_word'
      if (word === '') return again ? { stage: 'again', reason: again } : { stage: 'open' }
      const status = word === 'DELETED' ? 'USER_PROCESS_EXPIRED' : word
      return { status, occurredAt: momentOf(timestamp, clock()), documentHash: document_hash ?? undefined }
    },

    async erase(check, signal) {
      await call('DELETE', check, signal)
      return 'erased'
    },
  }
}
