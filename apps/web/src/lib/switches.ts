import { switches } from '@avouch/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { settings } from '#lib/page-settings.ts'
import { productQuery } from '#lib/query.ts'

/** What the operator has switched on: as the page brought it, and asked for again by a tab that stays open. */
export function useSwitches() {
  const { data } = useQuery({
    ...productQuery,
    throwOnError: false,
    queryKey: ['switches'],
    initialData: settings.switches,
    queryFn: async ({ signal }) => (await call(switches, {}, { signal })).data,
  })
  return data
}
