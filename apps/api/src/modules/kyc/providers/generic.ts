import { KYC_STATUSES, vendorCheck } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { CallFailed, callJson, readAs } from './calls.ts'
import { type Asked, type Known, momentOf } from './identity-check.ts'

/** `statusUrl`: the address of a check's status, without its transaction code. */
export type GenericSettings = { statusUrl: string; token: string }

const answered = z.extend(vendorCheck, { status: z.string() })

/** A service with our own protocol. It reports by itself, and knows a check by its transaction code alone. */
export function createGeneric({ statusUrl, token }: GenericSettings, clock: Clock): Asked {
  const call = (method: 'GET' | 'DELETE', { ref }: Known, signal: AbortSignal) =>
    callJson(`${statusUrl.replace(/\/$/, '')}/${ref}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal,
    })

  return {
    async ask(check, signal) {
      const answer = await call('GET', check, signal)
      const { tc, status: said, timestamp, again, document_hash } = readAs(answered, answer.json)
      if (tc !== check.ref) throw new CallFailed('an answer about another check')
      const word = KYC_STATUSES.find((known) => known === said)
      if (word === undefined) return 'unknown_word'
      if (word === '') return again ? { stage: 'again', reason: again } : { stage: 'open' }
      const status = word === 'DELETED' ? 'USER_PROCESS_EXPIRED' : word
      return { status, occurredAt: momentOf(timestamp, clock()), documentHash: document_hash ?? undefined }
    },

    async forget(check, signal) {
      await call('DELETE', check, signal)
      return 'erased'
    },
  }
}
