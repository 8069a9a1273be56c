import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type CheckRequest, clearKycStatus, requestCheck } from './kyc-queries.ts'
import { trackCheckStart } from './use-follow-outcome.ts'
import { leaveFor } from '#visit/leave.ts'
import { queryClient } from '#api/query.ts'
import { processingIntent } from '#api/session.ts'
import { isRefusal } from '#api/error-text.ts'
import { forgetVisit, rememberVisit, verification } from '#visit/verification.ts'
import { isWebAddress } from '@avouch/contract'

type Options = { leaves: boolean; onNoCheck: () => void }

type Started = {
  failure: unknown
  /** The identity-check service's address for this check. */
  url: string | undefined
  /** A test, whose outcome is chosen on this page. */
  staysHere: boolean
  retry: () => void
}

/** Asks for the identity check, and leaves for it where `leaves`; without one to make, the caller goes on. */
export function useStartCheck(request: CheckRequest, { leaves, onNoCheck }: Options): Started {
  const query = {
    queryKey: ['kyc', 'init', request],
    queryFn: async () => {
      const check = await requestCheck(request)
      // Forgets the outcome of an earlier check.
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
  // Waits for an answer of its own: the one of the page before may have ended by then, and would begin the check twice.
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
    // It is not what the next visit begins with.
    if (isGone) forgetVisit()
  }, [isGone])

  return { failure: error, url: data?.url ?? undefined, staysHere, retry: () => void refetch() }
}
