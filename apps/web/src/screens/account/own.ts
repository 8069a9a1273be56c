import { MINUTE_MS, RECENT_SIGN_IN_MS } from '@avouch/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { productQuery, queryClient } from '#api/query.ts'
import { inBackground } from '#api/report.ts'
import { session } from '#api/session.ts'

export type Own<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> & { refetch: () => void }

const OWN = 'own'

/** Parts of every query of these pages: the answer goes with the page that shows it. */
export const ownQuery = (name: string) => ({
  ...productQuery,
  throwOnError: false,
  gcTime: 0,
  queryKey: [OWN, session.userId(), name],
})

type OwnOptions<Data> = {
  enabled?: boolean
  refetchInterval?: (query: { state: { data: Data | undefined } }) => number | false
}

/** Reads something about the visitor. */
export const useOwn = <Data>(
  name: string,
  read: (signal: AbortSignal) => Promise<{ data: Data }>,
  options: OwnOptions<Data> = {},
): Own<Data> =>
  useQuery<Data>(
    { ...ownQuery(name), ...options, queryFn: async ({ signal }) => (await read(signal)).data },
    queryClient,
  )

/** Makes the call of a button, which is busy until it is answered. A failure of `/api/` is notified everywhere. */
export function useCall() {
  const [busy, setBusy] = useState(false)
  const run = (work: () => Promise<unknown>, failed: (error: unknown) => void = () => undefined): void => {
    setBusy(true)
    inBackground(
      work()
        .catch(failed)
        .finally(() => setBusy(false)),
    )
  }
  return { busy, run }
}

const AWAY_MS = MINUTE_MS

/**
 * Counts the looks at a page. One ends when its sign-in is too long ago at the latest, or after a minute in the background: then the page
 * begins anew, by what the server shows by then. A page that the browser restores is blank until it is loaded again (rule SESSION-15).
 */
export function useLook(): number {
  const [look, setLook] = useState(0)
  useEffect(() => {
    const over = new AbortController()
    let hiddenAt = Number.POSITIVE_INFINITY
    const end = () => {
      queryClient.removeQueries({ queryKey: [OWN] })
      setLook(look + 1)
    }
    const turn = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now()
      else if (Date.now() - hiddenAt >= AWAY_MS) end()
    }
    const leave = () => {
      document.documentElement.hidden = true
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    const timer = setTimeout(end, RECENT_SIGN_IN_MS)
    document.addEventListener('visibilitychange', turn, over)
    window.addEventListener('pagehide', leave, over)
    window.addEventListener('pageshow', comeBack, over)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [look])
  return look
}
