import { CallFailure } from '@avouch/api-client'
import {
  type Answer,
  type CheckReason,
  type CheckStage,
  disprovesUnderAge,
  KYC_PROCESS_POLL_MS,
  KYC_STATUS_POLL_MS,
  kycInit,
  kycReturn,
  kycReview,
  kycStatus,
  type Language,
  me,
  readTestOutcome,
} from '@avouch/contract'
import { type KycOutcome, readKycStatus } from '@avouch/journey'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '#api/api.ts'
import { isSessionRefused, isUnreachable } from '#api/failures.ts'
import { productQuery, queryClient } from '#api/query.ts'
import { report } from '#api/report.ts'
import { processingIntent, session, useIsSignedIn } from '#api/session.ts'
import { currentLocation, isAt, useSearch } from '#router/navigation.ts'
import { commonSearch } from '#router/location.ts'
import { authState } from '#visit/auth-state.ts'
import { accountEnded, type NextStep, rememberOutcome } from '#visit/tab-state.ts'
import { useIntent } from '#visit/intent.ts'

const STATUS = ['kyc', 'status']

/** Gives up a poll after this time: a dead connection reports no error. */
const POLL_TIMEOUT_MS = 8_000

/** Accepts a status that the contract does not know yet. */
const anyStatus = z.object({ result: z.object({ status: z.string() }) })

function nextStep(appealDays: number | undefined, restoreDays: number | undefined): NextStep | undefined {
  if (appealDays !== undefined) return { step: 'appeal', days: appealDays }
  return restoreDays === undefined ? undefined : { step: 'restore', days: restoreDays }
}

type Read = {
  status: string
  stage?: CheckStage | undefined
  reason?: CheckReason | undefined
  appeal_days?: number | undefined
  restore_days?: number | undefined
}

async function readStatus(signal: AbortSignal, test: string | undefined): Promise<Read> {
  try {
    const options = { signal, timeout: POLL_TIMEOUT_MS }
    if (test !== undefined) return (await call(readTestOutcome, { params: { id: test } }, options)).data.result
    return (await call(kycStatus, undefined, options)).data.result
  } catch (error) {
    const unknown = anyStatus.safeParse(error instanceof CallFailure ? error.body : undefined)
    if (!unknown.success) throw error
    return unknown.data.result
  }
}

/** Tells what a check came to, how far it is, and why a document was not taken, where its service says so. */
type Progress = { status: string; outcome: KycOutcome; stage: CheckStage | undefined; reason: CheckReason | undefined }

/**
 * @param test the code of a test request, for which an outcome was chosen
 * @param told the word that the website gets if the visitor is under age
 */
async function fetchProgress(signal: AbortSignal, test: string | undefined, told: 'no' | 'nothing'): Promise<Progress> {
  const { status, stage, reason, appeal_days, restore_days } = await readStatus(signal, test)
  const { outcome, known } = readKycStatus(status)
  if (!known) report(`unknown KYC status ${JSON.stringify(status)}`)
  if (outcome === 'underage') {
    // A full load, not a navigation: nothing of the account may stay in this tab.
    const { mintid } = commonSearch(currentLocation().query)
    // This ends the visitor's request.
    if (mintid !== undefined && processingIntent.is(mintid)) rememberOutcome(mintid, told)
    if (test === undefined) {
      session.clear()
      accountEnded.remember(nextStep(appeal_days, restore_days))
    }
    window.location.replace(`/verify-age/denied${window.location.search}`)
  }
  return { status, outcome, stage, reason }
}

/**
 * Polls the progress of the visitor's check, or of an open test request, during a session. `every` false: returns what this tab has
 * heard; after a reload it is asked once.
 */
export function useKycOutcome({ every = KYC_STATUS_POLL_MS }: { every?: number | false } = {}) {
  const isSignedIn = useIsSignedIn()
  const { mintid } = useSearch()
  const asked = useIntent(mintid)
  const test = asked.test ? mintid : undefined
  const told = disprovesUnderAge(asked.kind, asked.asked?.age) ? 'no' : 'nothing'
  const query = {
    ...productQuery,
    queryKey: [...STATUS, test],
    // The account's proof does not answer a test.
    enabled: isSignedIn && !asked.pending,
    refetchInterval: every,
    ...(every === false ? { staleTime: Infinity, throwOnError: false } : { staleTime: 0 }),
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchProgress(signal, test, told),
  }
  const { data, isFetching, isPending, refetch } = useQuery(query, queryClient)
  return { ...data, isFetching, isPending, refresh: () => void refetch() }
}

/** Reads how long reviews take; undefined without figures, and where the page has no review of its own. */
export function useReviewTimes({ enabled }: { enabled: boolean }) {
  const query = {
    ...productQuery,
    throwOnError: false,
    queryKey: ['kyc', 'review'],
    enabled,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(kycReview, undefined, { signal })).data,
  }
  return useQuery(query, queryClient).data
}

export const clearKycStatus = (): void => queryClient.removeQueries({ queryKey: STATUS })

/** True where a reload loses nothing: the page of the process, or a log-in with nothing typed and no newer session. */
function losesNothing(): boolean {
  const { phoneNumber, pin } = authState.get()
  return isAt('/kyc-process') || (isAt('/auth/login') && !session.isOpen() && phoneNumber + pin === '')
}

/** Fetches the signed-in visitor. A refusal ends the session and reloads the page. */
export function useProfile() {
  const isSignedIn = useIsSignedIn()
  const query = {
    ...productQuery,
    queryKey: ['profile'],
    enabled: isSignedIn,
    // The page waits for the profile.
    refetchInterval: ({ state }: { state: { error: Error | null } }) =>
      isUnreachable(state.error) && KYC_PROCESS_POLL_MS,
    queryFn: async () => {
      try {
        // Without the signal: the end of the session would cancel the call while its answer is needed.
        return (await call(me, undefined, { timeout: POLL_TIMEOUT_MS })).data
      } catch (error) {
        // A session that could not be renewed has ended already, and the log-in is shown.
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

type CheckStart = Answer<typeof kycInit>['data']['data']
export type CheckRequest = { mintid: string | undefined; mobile: boolean; retry: boolean; language: Language }

/** Gets the code and the address of the identity check; null for a visitor who is approved already. */
export async function requestCheck({ mintid, mobile, retry, language }: CheckRequest): Promise<CheckStart> {
  const query = {
    mintid,
    lang: language,
    mobile: mobile ? 'true' : 'false',
    retry: retry ? 'true' : undefined,
  } as const
  return (await call(kycInit, { query })).data.data
}

/** Resolves a return id to the merchant intent code; null for a visitor who is under age. */
export const readReturn = async (id: string): Promise<string | null> =>
  (await call(kycReturn, { params: { id } }, { timeout: POLL_TIMEOUT_MS })).data.mintid
