import { intentSummary, type KnownIntent, switches, type SwitchValues } from '@avouch/contract'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { PUBLIC, queryClient } from '#api/query.ts'

/** Fetches the provider and the question of a request, also of an ended one; an unknown one has none. */
async function readIntent(mintid: string): Promise<KnownIntent> {
  try {
    return { intent: (await call(intentSummary, { params: { id: mintid } }, { timeout: 8_000 })).data }
  } catch (error) {
    if (isRefusal(error, 'mintid_not_exist')) return { gone: 'mintid_not_exist' }
    if (isRefusal(error, 'invalid_request')) return { gone: 'incomplete' }
    throw error
  }
}

export const fetchIntent = (mintid: string, freshMs: number): Promise<KnownIntent> =>
  queryClient.fetchQuery({
    queryKey: [PUBLIC, 'intent', mintid],
    queryFn: () => readIntent(mintid),
    staleTime: freshMs,
    retry: false,
  })

export const fetchSwitches = (): Promise<SwitchValues> =>
  queryClient.fetchQuery({
    queryKey: [PUBLIC, 'switches'],
    queryFn: async () => (await call(switches, {})).data,
    retry: false,
  })
