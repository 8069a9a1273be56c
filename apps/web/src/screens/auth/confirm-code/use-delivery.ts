import {
  AppError,
  codeDelivery,
  KYC_PROCESS_POLL_MS,
  MINUTE_MS,
  recoverDelivery,
  SECOND_MS,
  type SmsDelivery,
} from '@avouch/contract'
import { useEffect, useEffectEvent } from 'react'
import { call } from '#api/api.ts'
import { poll } from '#api/poll.ts'
import { authState, useAuthState } from '#visit/auth-state.ts'

async function readDelivery(signal: AbortSignal) {
  const { type, pinId, authToken } = authState.get()
  const params = { id: pinId }
  const answer =
    type === 'RESET_PIN'
      ? await call(recoverDelivery, { params }, { signal })
      : await call(codeDelivery, { params }, { bearer: authToken, signal })
  return answer.data
}

/** Most reports come in the first minute; later ones are asked for less often. */
const FREQUENT_UNTIL_MS = MINUTE_MS
const MOST_MS = 3 * MINUTE_MS
const PAUSE_MS = 10 * SECOND_MS

/** `unsent`: no gateway took it. */
type Failed = { restart: boolean; why: NonNullable<SmsDelivery['why']> | 'unsent' }

/**
 * Polls a pending SMS, and then the network's report of it, and calls back when it is given up or not delivered: another one may be
 * sent then. A page that becomes visible again asks how long the wait is, because its timers may have been paused.
 */
export function useDelivery(onFailed: (end: Failed) => void): void {
  const { pinId, sentAt } = useAuthState()
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (pinId === '') return undefined
    let [isReportDue, askedAt] = [true, 0]
    const isPending = () => authState.get().smsPending === true
    const stop = poll({
      ask(signal) {
        askedAt = performance.now()
        return readDelivery(signal)
      },
      intervalMs: KYC_PROCESS_POLL_MS,
      isDue() {
        const now = performance.now()
        const pauseMs = now - sentAt < FREQUENT_UNTIL_MS ? 0 : PAUSE_MS
        return isPending() || (isReportDue && now - sentAt < MOST_MS && now - askedAt >= pauseMs)
      },
      onAnswer({ sms, report, why = 'other', resend_after, restart }) {
        if (sms === 'pending') return
        const isGivenUp = isPending() && sms === 'given_up'
        const isNews = isReportDue && report === 'undelivered'
        isReportDue = report === 'expected'
        const resendAt = performance.now() + resend_after * SECOND_MS
        const { resendAt: before } = authState.get()
        authState.set({ smsPending: false, resendAt: isGivenUp ? resendAt : Math.min(resendAt, before) })
        if (isGivenUp) fail({ restart, why: 'unsent' })
        else if (isNews) fail({ restart: false, why })
      },
      onError(error) {
        // Any other failure may be gone with the next poll.
        if (error instanceof AppError && error.status < 500) stop()
      },
    })
    return stop
  }, [pinId, sentAt])
}
