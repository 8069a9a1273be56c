import type { Elements } from '@avouch/design/jsx-runtime'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inBackground } from '#api/report.ts'
import { readReturn } from './kyc-queries.ts'
import { StartScreen } from './start-screen.tsx'
import { queryClient } from '#api/query.ts'
import { navigate, useSearch } from '#router/navigation.ts'

type ResolvedReturnProps = {
  waiting: Elements
  children: Elements
}

/**
 * Resolves the return id in the way back from the identity check, which tells the service nothing: the server does so for the visitor
 * who left with it. Then the address has the intent's code, and the status is polled; it also tells a visitor under age.
 */
export function ResolvedReturn({ waiting, children }: ResolvedReturnProps) {
  const { return: returnId } = useSearch()
  const query = {
    queryKey: ['kyc', 'return', returnId],
    enabled: returnId !== undefined,
    queryFn: () => readReturn(returnId ?? ''),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  }
  const { data: mintid, error, refetch } = useQuery(query, queryClient)
  useEffect(() => {
    if (mintid === undefined) return
    const search = { return: undefined, ...(mintid !== null && { mintid }) }
    inBackground(navigate({ to: '/kyc-check-result', search, keepSearch: true, replace: true }))
  }, [mintid])
  if (returnId === undefined) return children
  return error === null ? waiting : <StartScreen failure={error} onRetry={() => void refetch()} />
}
