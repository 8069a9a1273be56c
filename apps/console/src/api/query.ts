import { AppError } from '@avouch/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './error-text.ts'

const RETRIES = 2

export const SESSION = ['session'] as const

/** Whatever learns that the session is over has the page ask who is signed in. */
const onError = (error: unknown) => {
  if (isRefusal(error, 'invalid_token')) client.setQueryData(SESSION, null)
}

/** Asks again for what is shown whenever the window is looked at. */
export const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The browser's word that there is no network would stop them.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < RETRIES && !(error instanceof AppError),
    },
  },
})
