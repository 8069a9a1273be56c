import { useEffect } from 'react'
import { prefetch } from '#router/prefetch.ts'
import { begunSignIn } from '#visit/begun-sign-in.ts'

/** Says why the form is there again after the page for the code was reloaded. */
export function useReloadNotice(): void {
  useEffect(() => {
    if (begunSignIn.takeUnsaid()) prefetch(async () => (await import('./notices.ts')).tellReloaded())
  }, [])
}
