import {
  AppError,
  codeDelivery,
  KYC_PROCESS_POLL_MS,
  MINUTE_MS,
  recoverDelivery,
  SECOND_MS,
  type SmsDelivery,
} from '@avouch/contract'
import { useEffect, useRef } from 'react'
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
const SOON_MS = MINUTE_MS
const MOST_MS = 3 * MINUTE_MS
const PAUSE_MS = 10 * SECOND_MS

type Failed = { restart: boolean; why?: SmsDelivery['why'] }

/**
 * Polls a pending SMS, and then the network's report of it, and calls back when it is given up or not delivered: another one may be
 * sent then. A page that becomes visible again asks how long the wait is, because its timers may have been paused.
 */
export function useDelivery(onFailed: (end: Failed) => void): void {
  const { pinId, sentAt, smsPending = false } = useAuthState()
  const latest = useRef(onFailed)
  useEffect(() => {
    latest.current = onFailed
  })
  useEffect(() => {
    if (pinId === '') return undefined
    let [isReportDue, isTold, askedAt] = [true, false, 0]
    const isDue = () => {
      const now = performance.now()
      const pauseMs = now - sentAt < SOON_MS ? 0 : PAUSE_MS
      return smsPending || (isReportDue && now - sentAt < MOST_MS && now - askedAt >= pauseMs)
    }
    const stop = poll({
      ask(signal) {
        askedAt = performance.now()
        return readDelivery(signal)
      },
      intervalMs: KYC_PROCESS_POLL_MS,
      isDue,
      onAnswer({ sms, report, why = 'other', resend_after, restart }) {
        if (sms === 'pending') return
        const resendAt = performance.now() + resend_after * SECOND_MS
        if (smsPending) {
          authState.set({ smsPending: false })
          if (sms === 'sent') return
          authState.set({ resendAt })
          return latest.current({ restart })
        }
        isReportDue = report === 'expected'
        authState.set({ resendAt: Math.min(resendAt, authState.get().resendAt) })
        if (report !== 'undelivered' || isTold) return
        isTold = true
        latest.current({ restart: false, why })
      },
      onError(error) {
        // Any other failure may be gone with the next poll.
        if (error instanceof AppError && error.status < 500) stop()
      },
    })
    return stop
  }, [pinId, sentAt, smsPending])
}
