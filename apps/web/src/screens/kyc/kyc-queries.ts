import { CallFailure } from '@avouch/api-client'
import {
  KYC_PROCESS_POLL_MS,
  KYC_STATUS_POLL_MS,
  kycInit,
  kycReturn,
  kycStatus,
  type Language,
  me,
  readTestOutcome,
} from '@avouch/contract'
import { type KycOutcome, readKycStatus } from '@avouch/journey'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#api/api.ts'
import { isSessionRefused, isUnreachable } from '#api/error-text.ts'
import { productQuery, queryClient } from '#api/query.ts'
import { report } from '#api/report.ts'
import { processingIntent, session, useIsSignedIn } from '#api/session.ts'
import { currentLocation, isAt, useSearch } from '#router/navigation.ts'
import { commonSearch } from '#router/location.ts'
import { authState } from '#visit/auth-state.ts'
import { accountEnded, rememberOutcome } from '#visit/tab-state.ts'
import { useIntent } from '#visit/intent.ts'

const STATUS = ['kyc', 'status']

/** A dead connection reports no error: the next poll may know. */
const POLL_TIMEOUT_MS = 8_000

/** A status that the contract does not know yet is still a status. */
const anyStatus = z.object({ result: z.object({ status: z.string() }) })

async function readStatus(signal: AbortSignal, test: string | undefined): Promise<string> {
  try {
    const options = { signal, timeout: POLL_TIMEOUT_MS }
    if (test !== undefined) return (await call(readTestOutcome, { params: { id: test } }, options)).data.result.status
    return (await call(kycStatus, undefined, options)).data.result.status
  } catch (error) {
    const unknown = anyStatus.safeParse(error instanceof CallFailure ? error.body : undefined)
    if (!unknown.success) throw error
    return unknown.data.result.status
  }
}

/** `test`: the code of a test request, whose outcome was chosen. */
async function fetchOutcome(signal: AbortSignal, test: string | undefined): Promise<KycOutcome> {
  const status = await readStatus(signal, test)
  const { outcome, known } = readKycStatus(status)
  if (!known) report(`unknown KYC status ${JSON.stringify(status)}`)
  if (outcome === 'underage') {
    // Nothing of the account may stay in this tab: a full redirect, not a navigation.
    const { mintid } = commonSearch(currentLocation().query)
    // The request of this visitor is answered by that.
    if (mintid !== undefined && processingIntent.is(mintid)) rememberOutcome(mintid, 'no')
    if (test === undefined) {
      session.clear()
      accountEnded.remember()
    }
    window.location.replace(`/verify-age/denied${window.location.search}`)
  }
  return outcome
}

/** The outcome of the identity check, polled while there is a session. */
export function useKycOutcome({ every = KYC_STATUS_POLL_MS } = {}) {
  const isSignedIn = useIsSignedIn()
  const { mintid } = useSearch()
  const asked = useIntent(mintid)
  const test = asked.test ? mintid : undefined
  const query = {
    ...productQuery,
    queryKey: [...STATUS, test],
    // A test is not answered by what the account has proven.
    enabled: isSignedIn && !asked.pending,
    staleTime: 0,
    refetchInterval: every,
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchOutcome(signal, test),
  }
  const { data, isFetching, refetch } = useQuery(query, queryClient)
  return { outcome: data, isFetching, refresh: () => void refetch() }
}

export const clearKycStatus = (): void => queryClient.removeQueries({ queryKey: STATUS })

/** A late answer finds its page, or the log-in in its place with nothing typed, and no session that began since. */
function losesNothing(): boolean {
  const { phoneNumber, pin } = authState.get()
  return isAt('/kyc-process') || (isAt('/auth/login') && !session.isOpen() && phoneNumber + pin === '')
}

/** The signed-in visitor. A profile that is refused ends the session and reloads the page. */
export function useProfile() {
  const isSignedIn = useIsSignedIn()
  const query = {
    ...productQuery,
    queryKey: ['profile'],
    enabled: isSignedIn,
    // The page waits for it.
    refetchInterval: ({ state }: { state: { error: Error | null } }) =>
      isUnreachable(state.error) && KYC_PROCESS_POLL_MS,
    queryFn: async () => {
      try {
        // The end of the session cancels what is asked: this answer is needed then.
        return (await call(me, undefined, { timeout: POLL_TIMEOUT_MS })).data
      } catch (error) {
        // One that could not be renewed has ended already: the address is that of the log-in by now.
        if (isSessionRefused(error) && losesNothing()) {
          session.clear()
          window.location.reload()
        }
        throw error
      }
    },
  }
  const { data, isLoading, error } = useQuery(query, queryClient)
  return { profile: isSignedIn ? data : undefined, isLoading: isLoading || isUnreachable(error) }
}

export type CheckRequest = { mintid: string | undefined; mobile: boolean; retry: boolean; language: Language }

/** The code for the identity check with the address it is made at; null: the visitor is approved already. */
export async function requestCheck({
  mintid,
  mobile,
  retry,
  language,
}: CheckRequest): Promise<{ code: string; url: string | null }> {
  const query = {
    mintid,
    lang: language,
    mobile: mobile ? 'true' : 'false',
    retry: retry ? 'true' : undefined,
  } as const
  return (await call(kycInit, { query })).data.data
}

/** The merchant intent code with which this visitor left for the identity check; null for one who is under age. */
export const readReturn = async (id: string): Promise<string | null> =>
  (await call(kycReturn, { params: { id } }, { timeout: POLL_TIMEOUT_MS })).data.mintid
