import { NotFound } from '@avouch/api-client'
import { AppError } from '@avouch/contract'
import { QueryClient } from '@tanstack/react-query'
import { inBackground } from './report.ts'
import { FRESH_MS, registerCache } from './caches.ts'
import { connection } from './connection.ts'
import { isSessionRefused, isUnreachable } from './failures.ts'

const RETRIES = 3

/** Tells a refusal of the server, which no retry changes. */
const isRefusal = (error: Error): boolean =>
  error instanceof NotFound || (error instanceof AppError && error.status >= 400 && error.status < 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Otherwise a browser that reports offline would pause them.
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

/** Fetches again, once online, what failed without a network. */
connection.listen((online) => {
  if (online)
    inBackground(queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreachable(state.error) }))
})

/** Tells errors that need no error screen: screens handle these themselves, the session 401 and 403, and offline pages wait. */
const isAnswered = (error: Error): boolean =>
  isUnreachable(error) ||
  isSessionRefused(error) ||
  (error instanceof AppError &&
    (error.code === 'mintid_used' || error.code === 'mintid_not_exist' || error.code === 'invalid_request'))

/** Sends failures of the product's own queries to the error screen; a failed poll keeps the data it has. */
export const productQuery = {
  retry: false,
  refetchOnWindowFocus: false,
  throwOnError: (error: Error, query: { state: { data: unknown } }) =>
    query.state.data === undefined && !isAnswered(error),
} as const
