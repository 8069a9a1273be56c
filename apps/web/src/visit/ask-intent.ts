import { intentSummary, type KnownIntent } from '@avouch/contract'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/error-text.ts'
import { OF_THE_PAGE, queryClient } from '#api/query.ts'

/** The provider of a request and what it asks for, also of one that has ended; or that there is none. */
async function readIntent(mintid: string): Promise<KnownIntent> {
  try {
    return { intent: (await call(intentSummary, { params: { id: mintid } }, { timeout: 8_000 })).data }
  } catch (error) {
    if (isRefusal(error, 'mintid_not_exist')) return { gone: 'mintid_not_exist' }
    if (isRefusal(error, 'invalid_request')) return { gone: 'incomplete' }
    throw error
  }
}

export const askIntent = (mintid: string, freshMs: number): Promise<KnownIntent> =>
  queryClient.fetchQuery({
    queryKey: [OF_THE_PAGE, 'intent', mintid],
    queryFn: () => readIntent(mintid),
    staleTime: freshMs,
    retry: false,
  })
