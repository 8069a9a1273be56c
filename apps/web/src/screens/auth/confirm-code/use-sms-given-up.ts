import { AppError, codeDelivery, KYC_PROCESS_POLL_MS, recoverDelivery, SECOND_MS } from '@avouch/contract'
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
/**
 * Polls a pending SMS and calls back when it is given up: another one may be sent then. A page that becomes visible again asks how
 * long the wait is, because its timers may have been paused.
 */
export function useSmsGivenUp(onGivenUp: (end: { restart: boolean }) => void): void {
  const { pinId, smsPending = false } = useAuthState()
  const latest = useRef(onGivenUp)
  useEffect(() => {
    latest.current = onGivenUp
  })
  useEffect(() => {
    if (pinId === '') return undefined
    const stop = poll({
      ask: readDelivery,
      intervalMs: KYC_PROCESS_POLL_MS,
      isDue: () => smsPending,
      onAnswer({ sms, resend_after, restart }) {
        if (sms === 'pending') return
        const resendAt = performance.now() + resend_after * SECOND_MS
        if (!smsPending) return authState.set({ resendAt: Math.min(resendAt, authState.get().resendAt) })
        authState.set({ smsPending: false })
        if (sms === 'sent') return
        authState.set({ resendAt })
        latest.current({ restart })
      },
      onError(error) {
        // Any other failure may be gone with the next poll.
        if (error instanceof AppError && error.status < 500) stop()
      },
    })
    return stop
  }, [pinId, smsPending])
}
