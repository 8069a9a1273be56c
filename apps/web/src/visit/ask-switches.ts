import { switches, type SwitchValues } from '@avouch/contract'
import { call } from '#api/api.ts'
import { OF_THE_PAGE, queryClient } from '#api/query.ts'

export const askSwitches = (): Promise<SwitchValues> =>
  queryClient.fetchQuery({
    queryKey: [OF_THE_PAGE, 'switches'],
    queryFn: async () => (await call(switches, {})).data,
    retry: false,
  })
