import { useEffect } from 'react'
import { inBackground } from '#api/report.ts'
import { navigate } from '#router/navigation.ts'
import { refetchIntent, useIntent, watchItsEnd } from '#visit/intent.ts'

/**
 * Leads to the landing page, which says how a request ended, once the code of this page is over and the request with it. A page that
 * follows no code is told by the request itself.
 */
export function useRequestEnd(mintid: string | undefined, code: 'followed' | 'over' | 'none'): void {
  const { gone, expiresAt } = useIntent(mintid)
  const isEnded = gone === 'mintid_used'
  useEffect(() => {
    if (mintid === undefined) return
    if (code === 'over') refetchIntent(mintid)
    if (code === 'none' && expiresAt !== undefined && !isEnded) return watchItsEnd(mintid, expiresAt)
  }, [mintid, code, expiresAt, isEnded])
  useEffect(() => {
    if (code !== 'followed' && isEnded) inBackground(navigate({ to: '/', replace: true }))
  }, [code, isEnded])
}
