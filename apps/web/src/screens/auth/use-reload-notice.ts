import { useEffect } from 'react'
import { prefetch } from '#router/prefetch.ts'
import { inTab, isPersistent } from '#api/storage.ts'
import { pendingSignIn } from '#visit/auth-state.ts'

/**
 * Says why the form is shown again after a reload of the page for a code that is no longer valid. Warns before an SMS is sent where
 * the browser stores nothing: the log-in will be lost after the identity check.
 */
export function useReloadNotice(): void {
  useEffect(() => {
    const isOver = pendingSignIn.takeNotice()
    if (!isOver && isPersistent(inTab)) return
    prefetch(async () => {
      const { notifyNothingKept, notifyStartAgain } = await import('./notices.ts')
      return isOver ? notifyStartAgain() : notifyNothingKept()
    })
  }, [])
}
