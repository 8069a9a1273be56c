import { isIP } from 'node:net'
import ip, { type IPv4, type IPv6 } from 'ipaddr.js'

const END = 12

/** The IPv6 addresses that carry an IPv4 address, and the byte that it begins at. Teredo inverts each bit of it. */
const CARRIERS = [
  { range: '::ffff:0:0/96', at: END },
  { range: '::ffff:0:0:0/96', at: END },
  // NAT64: the well-known prefix, and of the local ones (RFC 8215) the one without a suffix, which reads alike in each layout.
  { range: '64:ff9b::/96', at: END },
  { range: '64:ff9b:1::/96', at: END },
  { range: '2002::/16', at: 2 },
  { range: '2001::/32', at: END, flip: 0xff },
].map(({ range, ...of }) => ({ range: ip.IPv6.parseCIDR(range), flip: 0, ...of }))

/**
 * Reads an address. One that carries another (mapped, translated, NAT64, 6to4, Teredo) is the inner one: that is who calls, and
 * where a connection ends. @returns undefined for anything else, also for shorthands such as "127.1", which the library completes
 */
export function innerAddress(text: string): IPv4 | IPv6 | undefined {
  if (isIP(text) === 0) return undefined
  const address = ip.parse(text)
  if (address instanceof ip.IPv4) return address
  const carrier = CARRIERS.find(({ range }) => address.match(range))
  if (carrier === undefined) return address
  const { at, flip } = carrier
  return new ip.IPv4(
    address
      .toByteArray()
      .slice(at, at + 4)
      .map((byte) => byte ^ flip),
  )
}
