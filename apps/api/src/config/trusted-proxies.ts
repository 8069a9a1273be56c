import { BlockList, isIPv4, isIPv6 } from 'node:net'
import * as z from 'zod'

/** The balancers in front of the server: only what they say about where a request came from is believed. */
export type TrustedProxies = {
  /** One address of the list, to try it out with. */
  example: string | undefined
  has: (address: string) => boolean
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

const MAPPED = new BlockList()
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Whoever trusts an IPv6 range with mapped addresses (::ffff:0:0/96) in it trusts IPv4 addresses, all of them at worst. */
function holdsIPv4(address: string, bits: number): boolean {
  const range = new BlockList()
  range.addSubnet(address, bits, 'ipv6')
  return MAPPED.check(address, 'ipv6') || range.check('::ffff:0:0', 'ipv6')
}

type Range = { address: string; bits: number }

function rangeOf(entry: string): Range | undefined {
  const [address = '', given, ...more] = entry.split('/')
  const most = isIPv4(address) ? 32 : 128
  const bits = given === undefined ? most : /^[0-9]{1,3}$/.test(given) ? Number(given) : 0
  if (!(isIPv4(address) || isIPv6(address)) || address.includes('%') || more.length > 0) return undefined
  if (bits < 1 || bits > most || (isIPv6(address) && holdsIPv4(address, bits))) return undefined
  return { address, bits }
}

/** "10.0.0.0/8, 2001:db8:5::/48": addresses and ranges. */
export const trustedProxiesSetting = z
  .string()
  .default('')
  .transform((text, context): Range[] => {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    return entries.flatMap((entry, i) => {
      const range = rangeOf(entry)
      if (range !== undefined) return [range]
      const message = `its entry ${i + 1} is no address and no range that proxies could have`
      context.addIssue({ code: 'custom', message })
      return []
    })
  })

export function trustedProxies(ranges: readonly Range[]): TrustedProxies {
  const list = new BlockList()
  for (const { address, bits } of ranges) list.addSubnet(address, bits, familyOf(address))
  return {
    example: ranges[0]?.address,
    has: (address) => (isIPv4(address) || isIPv6(address)) && list.check(address, familyOf(address)),
  }
}
