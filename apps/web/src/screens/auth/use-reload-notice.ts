import { useEffect } from 'react'
import { prefetch } from '#router/prefetch.ts'
import { inTab, keepsItems } from '#api/storage.ts'
import { pendingSignIn } from '#visit/auth-state.ts'

/**
 * Says why the form is there again after the page for a code that is over was reloaded; and, before an SMS is sent, that a browser
 * which keeps nothing will have forgotten the log-in after the identity check.
 */
export function useReloadNotice(): void {
  useEffect(() => {
    const isOver = pendingSignIn.takeNotice()
    if (!isOver && keepsItems(inTab)) return
    prefetch(async () => {
      const { tellNothingKept, tellStartAgain } = await import('./notices.ts')
      return isOver ? tellStartAgain() : tellNothingKept()
    })
  }, [])
}
