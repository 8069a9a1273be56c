import { useEffect } from 'react'
import { inBackground } from '#api/report.ts'
import { navigate } from '#router/navigation.ts'
import { refetchIntent, useIntent } from '#visit/intent.ts'

/**
 * Leads to the landing page, which says how a request ended, once the code of this page is over and the request with it. A page without a
 * code looks at the request when its visitor comes back from the app.
 */
export function useRequestEnd(mintid: string | undefined, code: 'followed' | 'over' | 'none'): void {
  const { gone } = useIntent(mintid)
  useEffect(() => {
    if (mintid === undefined || code === 'followed') return
    if (code === 'over') return refetchIntent(mintid)
    const look = () => document.hidden || refetchIntent(mintid)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [mintid, code])
  useEffect(() => {
    if (code !== 'followed' && gone === 'mintid_used') inBackground(navigate({ to: '/', replace: true }))
  }, [code, gone])
}
