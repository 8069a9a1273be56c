import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type CheckRequest, clearKycStatus, requestCheck } from './kyc-queries.ts'
import { trackCheckStart } from './use-follow-outcome.ts'
import { leaveFor } from '#visit/leave.ts'
import { queryClient } from '#api/query.ts'
import { processingIntent } from '#api/session.ts'
import { isRefusal } from '#api/failures.ts'
import { forgetVisit, rememberVisit, verification } from '#visit/verification.ts'
import { isWebAddress, type ProofWithdrawal } from '@avouch/contract'

type Options = { leaves: boolean; onNoCheck: () => void }

type Started = {
  failure: unknown
  /** The identity-check service's address for this check. */
  url: string | undefined
  /** Why an earlier proof counts no more. */
  withdrawn: ProofWithdrawal | undefined
  /** True for a test: its outcome is chosen on this page. */
  staysHere: boolean
  retry: () => void
}

/** Requests the identity check, and leaves for it if `leaves`. Calls `onNoCheck` where none is needed. */
export function useStartCheck(request: CheckRequest, { leaves, onNoCheck }: Options): Started {
  const query = {
    queryKey: ['kyc', 'init', request],
    queryFn: async () => {
      const check = await requestCheck(request)
      // Removes the outcome of an earlier check.
      clearKycStatus()
      if (check.url !== null && !isWebAddress(check.url)) throw new Error('The identity check has no web address')
      return check
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  }
  const { data: found, isFetchedAfterMount, error, refetch } = useQuery(query, queryClient)
  // Only a fresh answer: a cached one of an earlier page would start the check twice.
  const data = isFetchedAfterMount ? found : undefined
  const staysHere = data?.url?.startsWith(`${window.location.origin}/kyc?`) === true

  const latest = useRef({ request, onNoCheck })
  useEffect(() => {
    latest.current = { request, onNoCheck }
  })
  useEffect(() => {
    if (data === undefined) return
    const { mintid, mobile } = latest.current.request
    if (mintid !== undefined) {
      processingIntent.set(mintid)
      rememberVisit({ mintid, mobile })
    }
    verification.setState({ transactionCode: data.code })
    if (data.url === null) latest.current.onNoCheck()
    else if (leaves && !staysHere) {
      trackCheckStart()
      leaveFor(data.url)
    }
  }, [data, staysHere, leaves])

  const isGone = isRefusal(error, 'mintid_used', 'mintid_not_exist', 'invalid_request')
  useEffect(() => {
    // The next visit must not begin with it.
    if (isGone) forgetVisit()
  }, [isGone])

  const { url, withdrawn } = data ?? {}
  return { failure: error, url: url ?? undefined, withdrawn, staysHere, retry: () => void refetch() }
}
