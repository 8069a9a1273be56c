import { isIP } from 'node:net'
import ip from 'ipaddr.js'
import type { Device } from './device.ts'
import { innerAddress } from './inner-address.ts'

/** The origin of a request, as far as limits tell callers apart. */
export type Address = {
  /** An IPv4 address, or the /64 of an IPv6 address: who has one address of it has them all. */
  host: string
  /** /24 or /48. */
  network: string
}

/** The caller: the address that the request came from, and the browser by its cookie. */
export type Client = { address: Address; device: Device }

/** All callers without a readable address count as one. */
export const UNKNOWN_ADDRESS: Address = { host: 'nowhere', network: 'nowhere' }

const WITH_PORT = /^(?:(?<v4>[0-9.]+):[0-9]{1,5}|\[(?<v6>[^\]]+)\](?::[0-9]{1,5})?)$/

/**
 * The IP address of a text as proxies write it: some add the port, and then IPv6 is in brackets.
 * @returns undefined for a text without an address
 */
export function ipIn(text: string): string | undefined {
  const { v4, v6 } = WITH_PORT.exec(text)?.groups ?? {}
  if (v4 !== undefined) return isIP(v4) === 4 ? v4 : undefined
  if (v6 !== undefined) return isIP(v6) === 6 ? v6 : undefined
  // The library would take "1" for an address.
  return isIP(text) === 0 ? undefined : text
}

/** Host and network of an IP address. One that carries an IPv4 address is counted as that. */
export function addressOf(text: string | undefined): Address {
  const address = innerAddress((text && ipIn(text)) ?? '')
  if (address === undefined) return UNKNOWN_ADDRESS
  if (address instanceof ip.IPv4)
    return { host: address.toString(), network: `${address.octets.slice(0, 3).join('.')}.0/24` }
  const groups = address.parts.map((part) => part.toString(16))
  return { host: `${groups.slice(0, 4).join(':')}::/64`, network: `${groups.slice(0, 3).join(':')}::/48` }
}
