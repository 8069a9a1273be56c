import { useEffect } from 'react'
import { prefetch } from '#router/prefetch.ts'
import { inTab, keepsItems } from '#api/storage.ts'
import { begunSignIn } from '#visit/begun-sign-in.ts'

/**
 * Says why the form is there again after the page for the code was reloaded; and, before an SMS is sent, that a browser which
 * keeps nothing will have forgotten the log-in after the identity check.
 */
export function useReloadNotice(): void {
  useEffect(() => {
    const tell = begunSignIn.takeUnsaid() ? 'tellReloaded' : keepsItems(inTab) ? undefined : 'tellNothingKept'
    if (tell !== undefined) prefetch(async () => (await import('./notices.ts'))[tell]())
  }, [])
}
