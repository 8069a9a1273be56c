import { useQuery } from '@tanstack/react-query'
import { client } from '#api/query.ts'

const AREA = 'operator'

/** Reads what a page of the operator's console shows. No page asks by itself again and again: that would keep a session alive. */
export const useOperatorQuery = <Data>(name: string, queryFn: () => Promise<Data>) =>
  useQuery({ queryKey: [AREA, name], queryFn })

/** Something was changed: every page of the console is asked for again. */
export const operatorIsOld = (): Promise<void> => client.invalidateQueries({ queryKey: [AREA] })
