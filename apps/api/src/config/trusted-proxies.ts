import { isIP } from 'node:net'
import ip, { type IPv4, type IPv6 } from 'ipaddr.js'
import * as z from 'zod'
import { ipIn } from '../platform/client.ts'

/** The balancers in front of the server: only what they say about where a request came from is believed. */
export type TrustedProxies = {
  /** One address of the list, to try it out with. */
  example: string | undefined
  has: (address: string) => boolean
}

type Range = [address: IPv4 | IPv6, bits: number]

const MAPPED = ip.IPv6.parse('::ffff:0:0')

/** A trusted IPv6 range with mapped addresses (::ffff:0:0/96) in it would trust IPv4 addresses, all of them at worst. */
const holdsIPv4 = ([address, bits]: Range) =>
  address instanceof ip.IPv6 && (address.isIPv4MappedAddress() || MAPPED.match(address, bits))

/** isIP refuses what the library completes: "10.1" would be 10.0.0.1. */
function rangeOf(entry: string): Range | undefined {
  const [address = '', bits, ...more] = entry.split('/')
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return undefined
  const most = isIP(address) === 4 ? 32 : 128
  if (bits !== undefined && !(/^[0-9]{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)) return undefined
  const range: Range = [ip.parse(address), bits === undefined ? most : Number(bits)]
  return holdsIPv4(range) ? undefined : range
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

export const trustedProxies = (ranges: readonly Range[]): TrustedProxies => ({
  example: ranges[0]?.[0].toString(),
  has(text) {
    const address = ipIn(text)
    if (address === undefined) return false
    return ip.subnetMatch(ip.process(address), { proxies: [...ranges] }, 'strangers') === 'proxies'
  },
})
