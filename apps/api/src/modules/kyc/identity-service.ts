import { checkAddress, type Referral, vendorCheck, type VendorOutcome } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'

export type VendorResult = { status: VendorOutcome; occurredAt: Date; documentHash: string | undefined }

/**
 * no_outcome: there is none yet, or the visitor never came; no_answer: an outage; not_understood: an answer of an unknown form,
 * which may be an outcome.
 */
export type VendorAnswer = VendorResult | 'no_outcome' | 'no_answer' | 'not_understood'

const EARLIEST = new Date('2000-01-01T00:00:00Z')

/** The time of an outcome; what can be none (unset, unreadable, to come) is the time at which it was heard of. */
export function momentOf(timestamp: string, heardAt: Date): Date {
  const at = new Date(timestamp)
  return at >= EARLIEST && at <= heardAt ? at : heardAt
}

export type IdentityService = {
  addressFor(referral: Referral): string
  /** Never throws: a failure is no_answer. */
  outcomeOf(code: string, signal: AbortSignal): Promise<VendorAnswer>
  /** Whether the service keeps nothing of the check any more. Never throws: any failure is false. */
  forget(code: string, signal: AbortSignal): Promise<boolean>
}

export type IdentitySettings = {
  /** The page where visitors show their document. */
  url: string
  /** The address of a check's status, without its transaction code. */
  statusUrl: string
  token: string
  timeoutMs: number
}

type Options = IdentitySettings & {
  clock: Clock
  onFailure: (reason: string) => void
  /** Names the fields that can't be read. */
  onNotUnderstood: (fields: readonly string[]) => void
  /** The service was not reached, or did not erase a check. */
  onKept: (reason: string) => void
}

/** The identity-check service: the visitor's address, outcomes, and erasure. */
export function createIdentityService(options: Options): IdentityService {
  const { url, statusUrl, token, timeoutMs, clock, onFailure, onNotUnderstood, onKept } = options

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
    const { success, data, error } = vendorCheck.safeParse(await response.json())
    if (!success) {
      onNotUnderstood(error.issues.map(({ path }) => path.join('.')))
      return 'not_understood'
    }
    if (data.tc !== code) throw new Error('an answer about another check')
    if (data.status === '') return 'no_outcome'
    const documentHash = data.document_hash ?? undefined
    return { status: data.status, occurredAt: momentOf(data.timestamp, clock()), documentHash }
  }

  return {
    addressFor: (referral) => checkAddress(url, referral),

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
        // A service that does not know the check keeps nothing of it.
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
