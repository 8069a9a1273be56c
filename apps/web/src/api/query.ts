import { NotFound } from '@avouch/api-client'
import { AppError } from '@avouch/contract'
import { QueryClient } from '@tanstack/react-query'
import { inBackground } from './report.ts'
import { FRESH_MS, registerCache } from './caches.ts'
import { connection } from './connection.ts'
import { isSessionRefused, isUnreachable } from './error-text.ts'

const RETRIES = 3

/** A no of the server stays one, however often it is asked. */
const isRefusal = (error: Error): boolean =>
  error instanceof NotFound || (error instanceof AppError && error.status >= 400 && error.status < 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The browser's word that there is no network would stop them.
      networkMode: 'always',
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES && !isRefusal(error),
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Begins the keys of answers that belong to no visitor: the request of a website, the operator's switches. */
export const PUBLIC = 'public'

registerCache({
  clear: () => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== PUBLIC }),
  refetch: () => void queryClient.invalidateQueries(),
})

/** Asks again, when there is a network, for what failed without one. */
connection.listen((online) => {
  if (online)
    inBackground(queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreachable(state.error) }))
})

/** Screens answer these themselves; 401 and 403 are the session's affair; without a network it is waited for one. */
const isAnswered = (error: Error): boolean =>
  isUnreachable(error) ||
  isSessionRefused(error) ||
  (error instanceof AppError &&
    (error.code === 'mintid_used' || error.code === 'mintid_not_exist' || error.code === 'invalid_request'))

/** The product's own queries go to the error screen; a poll that fails once keeps what it knew. */
export const productQuery = {
  retry: false,
  refetchOnWindowFocus: false,
  throwOnError: (error: Error, query: { state: { data: unknown } }) =>
    query.state.data === undefined && !isAnswered(error),
} as const
