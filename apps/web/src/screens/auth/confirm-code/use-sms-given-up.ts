import { AppError, codeDelivery, KYC_PROCESS_POLL_MS, recoverDelivery, SECOND_MS } from '@avouch/contract'
import { useEffect, useRef } from 'react'
import { call } from '#api/api.ts'
import { keepAsking } from '#api/keep-asking.ts'
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
 * Says when an SMS that no gateway had yet is given up: the wait for another one may be over then. A page that is seen again
 * asks how long that wait is, because its clock may have stood still.
 */
export function useSmsGivenUp(onGivenUp: (end: { restart: boolean }) => void): void {
  const { pinId, smsPending = false } = useAuthState()
  const latest = useRef(onGivenUp)
  useEffect(() => {
    latest.current = onGivenUp
  })
  useEffect(() => {
    if (pinId === '') return undefined
    const stop = keepAsking({
      ask: readDelivery,
      everyMs: KYC_PROCESS_POLL_MS,
      isDue: () => smsPending,
      hear({ sms, resend_after, restart }) {
        if (sms === 'pending') return
        const resendAt = performance.now() + resend_after * SECOND_MS
        if (!smsPending) return authState.set({ resendAt: Math.min(resendAt, authState.get().resendAt) })
        authState.set({ smsPending: false })
        if (sms === 'sent') return
        authState.set({ resendAt })
        latest.current({ restart })
      },
      failed(error) {
        // Whatever else it is, the next poll may know.
        if (error instanceof AppError && error.status < 500) stop()
      },
    })
    return stop
  }, [pinId, smsPending])
}
