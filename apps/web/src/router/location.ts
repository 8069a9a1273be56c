import { plainPath, type ScreenName, screenAt } from '@avouch/contract'
import { type KeptSearch, keptSearch, parseSearch, type Query, stringifySearch } from './search.ts'

/** An address of ours, as it is shown and kept. */
export type AppLocation = {
  /** Nothing is at this address. */
  name: ScreenName | undefined
  pathname: string
  /** The part below the screen's own address. */
  rest: string
  search: string
  query: Query
}

/** The place at an address. Every one names its request and whether the visitor came on a phone, as `known` completes it. */
export function locationAt(
  pathname: string,
  search: string,
  known: (kept: KeptSearch) => KeptSearch = (kept) => kept,
): AppLocation {
  const asked = parseSearch(search)
  const text = stringifySearch({ ...asked, ...known(keptSearch(asked)) })
  return { ...screenAt(pathname), pathname: plainPath(pathname), search: text, query: parseSearch(text) }
}

export const hrefOf = ({ pathname, search }: AppLocation): string => pathname + search
