import { SCREENS, SCREENS_BELOW, type Screen } from '@avouch/contract'
import { keptSearch, parseSearch, type Query, stringifySearch } from '#lib/search.ts'

/** A screen of the table of routes: its address, or what everything below it begins with. */
export type ScreenName = Screen | '/a/'

/** An address of ours, as it is shown and kept. */
export type Place = {
  /** Nothing is at this address. */
  name: ScreenName | undefined
  pathname: string
  /** What stands below the screen's own address. */
  rest: string
  search: string
  query: Query
}

type Kept = ReturnType<typeof keptSearch>

const BELOW = {
  '/verify-age/denied/': '/verify-age/denied',
  '/verify-age/app/': '/verify-age/app',
  '/a/': '/a/',
} as const satisfies Record<(typeof SCREENS_BELOW)[number], ScreenName>

function screenOf(pathname: string): Pick<Place, 'name' | 'rest'> {
  const exact = SCREENS.find((screen) => screen === pathname)
  if (exact !== undefined) return { name: exact, rest: '' }
  const below = SCREENS_BELOW.find((start) => pathname.startsWith(start))
  if (below === undefined) return { name: undefined, rest: '' }
  return { name: BELOW[below], rest: pathname.slice(below.length) }
}

/** The place at an address. Every one names its request and whether the visitor came on a phone, as `known` completes it. */
export function placeAt(pathname: string, search: string, known: (kept: Kept) => Kept = (kept) => kept): Place {
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
  const asked = parseSearch(search)
  const text = stringifySearch({ ...asked, ...known(keptSearch(asked)) })
  return { ...screenOf(path), pathname: path, search: text, query: parseSearch(text) }
}

export const hrefOf = ({ pathname, search }: Place): string => pathname + search
