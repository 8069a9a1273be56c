import { isOn, plainPath, screenAt, type ScreenName } from '@avouch/contract'

/** The parameters of an address, as texts. */
export type Query = Readonly<Record<string, string>>

const FIRST = ['mintid', 'mobile']
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Parses without conversion: a code such as 1e5 or 0123 stays as it is. */
export const parseSearch = (search: string): Query => Object.fromEntries(new URLSearchParams(search))

/** Puts the parameters that every address carries first, so that an address does not change by itself. */
export function stringifySearch(search: Record<string, unknown>): string {
  const names = [
    ...FIRST.filter((name) => name in search),
    ...Object.keys(search).filter((name) => !FIRST.includes(name)),
  ]
  const present = names
    .filter((name) => isGiven(search[name]))
    .map((name): [string, string] => [name, String(search[name])])
  const text = new URLSearchParams(present).toString()
  return text === '' ? '' : `?${text}`
}

const given = (text: string | undefined) => (text === '' ? undefined : text)

/** Reads the query that every address carries. `return` stands for the mintid on the way back from the identity check, until it is resolved. */
export const commonSearch = ({ mintid, mobile, return: returnId }: Query) => ({
  mintid: given(mintid),
  mobile: isOn(mobile),
  return: given(returnId),
})
export type CommonSearch = ReturnType<typeof commonSearch>

/** Parameters of single screens. */
export const OWN_SEARCH = {
  '/': ({ payment }: Query) => ({ payment: isOn(payment) }),
  '/auth/login': ({ expired }: Query) => ({ expired: isOn(expired) }),
  '/complete-process': ({ app }: Query) => ({ app: isOn(app) }),
  '/kyc': ({ retry }: Query) => ({ retry: isOn(retry) ? ('1' as const) : undefined }),
  '/kyc-result/approved': ({ callback }: Query) => ({ callback }),
} as const

/** An address of ours, as the address bar shows it. */
export type AppLocation = {
  /** Undefined where no screen has the address. */
  name: ScreenName | undefined
  pathname: string
  /** The part below the screen's own address. */
  rest: string
  search: string
  query: Query
}

/** Parses an address. Each may have a request and `mobile`; `known` adds both from the visit. */
export function locationAt(
  pathname: string,
  search: string,
  known: (kept: CommonSearch) => CommonSearch = (kept) => kept,
): AppLocation {
  const asked = parseSearch(search)
  const text = stringifySearch({ ...asked, ...known(commonSearch(asked)) })
  return { ...screenAt(pathname), pathname: plainPath(pathname), search: text, query: parseSearch(text) }
}

export const hrefOf = ({ pathname, search }: AppLocation): string => pathname + search
