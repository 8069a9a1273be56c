import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { productQuery, queryClient } from '#api/query.ts'
import { inBackground } from '#api/report.ts'
import { session } from '#api/session.ts'

export type Own<Data> = { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => void }

/** Parts of every query of these pages: the answer goes with the page that shows it. */
export const ownQuery = (name: string) => ({
  ...productQuery,
  throwOnError: false,
  gcTime: 0,
  queryKey: ['own', session.userId(), name],
})

/** `pollMs`: when it is read again; undefined: it is not. */
type OwnOptions<Data> = { enabled?: boolean; pollMs?: (data: Data | undefined) => number | undefined }

/** Reads something about the visitor. */
export function useOwn<Data>(
  name: string,
  read: (signal: AbortSignal) => Promise<{ data: Data }>,
  { enabled = true, pollMs = () => undefined }: OwnOptions<Data> = {},
): Own<Data> {
  const query = {
    ...ownQuery(name),
    enabled,
    refetchInterval: ({ state }: { state: { data: Data | undefined } }) => pollMs(state.data) ?? false,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await read(signal)).data,
  }
  const { data, error, isFetching, refetch } = useQuery(query, queryClient)
  return { data, error, isFetching, refetch: () => void refetch() }
}

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

/** Hides the page when it is left: a restored one is blank until it is loaded again (rule SESSION-15). */
export function useNeverRestored(): void {
  useEffect(() => {
    const over = new AbortController()
    const leave = () => {
      document.documentElement.hidden = true
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pagehide', leave, over)
    window.addEventListener('pageshow', comeBack, over)
    return () => over.abort()
  }, [])
}
