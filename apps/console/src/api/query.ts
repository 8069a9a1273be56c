import { AppError } from '@avouch/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './error-text.ts'

const RETRIES = 2

export const SESSION = ['session'] as const

/** Fetches the signed-in person again where a call finds that the session is over. */
const onError = (error: unknown) => {
  if (isRefusal(error, 'invalid_token')) client.setQueryData(SESSION, null)
}

/** Fetches again whenever the window gets the focus. */
export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // Otherwise a browser that reports offline would pause them.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < RETRIES && !(error instanceof AppError),
    },
  },
})

const FIRST: string | null = null
/** Fetches a list page by page, each after the cursor of the one before. */
export const PAGES = {
  initialPageParam: FIRST,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor,
}
/** Sends the cursor of every page but the first. */
export const atCursor = (cursor: string | null) => (cursor === null ? {} : { cursor })
