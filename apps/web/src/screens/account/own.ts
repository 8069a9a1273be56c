import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { productQuery, queryClient } from '#api/query.ts'
import { session } from '#api/session.ts'

export type Own<Data> = { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => void }

/** Begins the keys of all answers about the own account: they go with the page that shows them. */
export const ownKey = (name: string) => ['own', session.userId(), name]

/** Reads something of the signed-in visitor. */
export function useOwn<Data>(name: string, read: (signal: AbortSignal) => Promise<Data>, enabled = true): Own<Data> {
  const query = {
    ...productQuery,
    throwOnError: false,
    gcTime: 0,
    queryKey: ownKey(name),
    queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
    enabled,
  }
  const { data, error, isFetching, refetch } = useQuery(query, queryClient)
  return { data, error, isFetching, refetch: () => void refetch() }
}

/** Hides the page when it is left: a restored one is blank until it is loaded again (rule SESSION-15). */
export function useNeverRestored(): void {
  useEffect(() => {
    const leave = () => {
      document.documentElement.hidden = true
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])
}
