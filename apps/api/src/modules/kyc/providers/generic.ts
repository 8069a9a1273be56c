import { vendorCheck } from '@avouch/contract'
import type { Clock } from '#platform/clock.ts'
import type { Warn } from '#platform/log.ts'
import { type Answer, CallFailed, callJson } from './calls.ts'
import { type Asked, type Finding, type Known, momentOf } from './identity-check.ts'

/** `statusUrl`: the address of a check's status, without its transaction code. */
export type GenericSettings = { statusUrl: string; token: string }
type Deps = { settings: GenericSettings; clock: Clock; warn: Warn }

/** A service with our own protocol. It reports by itself, and knows a check by its transaction code alone. */
export function createGeneric({ settings, clock, warn }: Deps): Asked {
  const call = (method: 'GET' | 'DELETE', { ref }: Known, signal: AbortSignal): Promise<Answer> =>
    callJson(`${settings.statusUrl.replace(/\/$/, '')}/${ref}`, {
      method,
      headers: { authorization: `Bearer ${settings.token}`, accept: 'application/json' },
      signal,
    })

  function read({ json }: Answer, { ref }: Known): Finding {
    const { success, data, error } = vendorCheck.safeParse(json)
    if (!success) {
      const fields = error.issues.map(({ path }) => path.join('.'))
      warn('identity check report not understood', { type: 'answer', fields })
      return 'no_answer'
    }
    if (data.tc !== ref) throw new CallFailed('an answer about another check')
    if (data.status === '') return { stage: 'open' }
    const documentHash = data.document_hash ?? undefined
    return { status: data.status, occurredAt: momentOf(data.timestamp, clock()), documentHash }
  }

  return {
    async ask(check, signal) {
      try {
        return read(await call('GET', check, signal), check)
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        // The visitor never came, or has not finished.
        if (error.status === 404) return { stage: 'open' }
        if (!signal.aborted) warn('identity check not asked', { reason: error.message })
        return 'no_answer'
      }
    },

    async forget(check, signal) {
      try {
        await call('DELETE', check, signal)
        return 'erased'
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        // A service that does not know the check keeps nothing of it.
        if (error.status === 404 || error.status === 410) return 'erased'
        if (!signal.aborted) warn('identity check not erased', { reason: error.message })
        return 'later'
      }
    },
  }
}
