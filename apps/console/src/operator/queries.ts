import { useQuery } from '@tanstack/react-query'
import { client } from '#api/query.ts'

const AREA = 'operator'

/** Fetches the data of a page. No page polls, which would keep a session alive. */
export const useOperatorQuery = <Data>(name: string, queryFn: () => Promise<Data>) =>
  useQuery({ queryKey: [AREA, name], queryFn })

/** Refetches every page of the console after a change. */
export const operatorIsOld = (): Promise<void> => client.invalidateQueries({ queryKey: [AREA] })
