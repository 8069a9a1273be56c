import { AppError, codeDelivery, KYC_PROCESS_POLL_MS, recoverDelivery, SECOND_MS } from '@avouch/contract'
import { useEffect, useRef } from 'react'
import { inBackground } from '#api/report.ts'
import { call } from '#api/api.ts'
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
type Delivery = Awaited<ReturnType<typeof readDelivery>>

/** Asks at once and then again and again, in a visible tab, until something is decided or refused. @returns what ends it */
function pollDelivery(onDecided: (delivery: Delivery) => void): () => void {
  const over = new AbortController()
  let asking = false
  const ask = async () => {
    if (asking || document.hidden) return
    asking = true
    try {
      const delivery = await readDelivery(over.signal)
      if (delivery.sms !== 'pending' && !over.signal.aborted) onDecided(delivery)
    } catch (error) {
      // Whatever else it is, the next poll may know.
      if (error instanceof AppError && error.status < 500) clearInterval(timer)
    }
    asking = false
  }
  const timer = setInterval(() => void ask(), KYC_PROCESS_POLL_MS)
  inBackground(ask())
  return () => {
    clearInterval(timer)
    over.abort()
  }
}

/** Says when an SMS that no gateway had yet is given up. The wait for another one may be over then. */
export function useSmsGivenUp(onGivenUp: (end: { restart: boolean }) => void): void {
  const { smsPending = false } = useAuthState()
  const latest = useRef(onGivenUp)
  useEffect(() => {
    latest.current = onGivenUp
  })
  useEffect(() => {
    if (!smsPending) return undefined
    return pollDelivery((delivery) => {
      authState.set({ smsPending: false })
      if (delivery.sms === 'sent') return
      authState.set({ resendAt: Date.now() + delivery.resend_after * SECOND_MS })
      latest.current(delivery)
    })
  }, [smsPending])
}
