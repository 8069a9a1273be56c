import * as z from 'zod/mini'

const FIRST = ['mintid', 'mobile']
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Values stay the texts that they are: a code such as 1e5 or 0123 survives byte for byte. */
export const parseSearch = (search: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(search))

/** The parameters that every address carries come first, so that an address does not change by itself. */
export function stringifySearch(search: Record<string, unknown>): string {
  const names = [
    ...FIRST.filter((name) => name in search),
    ...Object.keys(search).filter((name) => !FIRST.includes(name)),
  ]
  const given = names
    .filter((name) => isGiven(search[name]))
    .map((name): [string, string] => [name, String(search[name])])
  const text = new URLSearchParams(given).toString()
  return text === '' ? '' : `?${text}`
}

/** The router checks texts from the address and values from our own links alike. */
const flag = z.pipe(
  z.union([z.boolean(), z.string()]),
  z.transform((value) => value === true || value === 'true' || value === '1'),
)

export const keptSearch = z.object({ mintid: z.optional(z.string()), mobile: z._default(flag, false) })
export const landingSearch = z.object({ payment: z.optional(flag) })
export const kycSearch = z.object({ retry: z.optional(z.literal('1')) })
export const loginSearch = z.object({ expired: z.optional(flag) })
export const approvedSearch = z.object({ callback: z.optional(z.string()) })
