import { isIPv4, isIPv6 } from 'node:net'
import type { Device } from './device.ts'

/** Where a request comes from, as far as limits tell callers apart: one line of theirs, and the network around it. */
export type Address = {
  /** An IPv4 address, or the /64 of an IPv6 one: who has one of its addresses has them all. */
  line: string
  /** /24 or /48. */
  network: string
}

/** Who asks: the address that the request came from, and the browser by its cookie. */
export type Client = { address: Address; device: Device }

/** Callers without an address that can be read share one place. */
export const NOWHERE: Address = { line: 'nowhere', network: 'nowhere' }

const octets = (ip: string): number[] => ip.split('.').map(Number)

function hexGroups(text: string): string[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)]
    const [a = 0, b = 0, c = 0, d = 0] = octets(group)
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
  })
}

/** The eight groups, written out. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const [before, after] = [hexGroups(head), hexGroups(tail ?? '')]
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

function ofIPv4(ip: string): Address {
  const [a, b, c] = octets(ip)
  return { line: ip, network: `${a}.${b}.${c}.0/24` }
}

/** The line and the network of an IP address. An IPv4 address inside an IPv6 one (::ffff:…) is the IPv4 address. */
export function addressOf(ip: string | undefined): Address {
  if (ip === undefined) return NOWHERE
  if (isIPv4(ip)) return ofIPv4(ip)
  if (!isIPv6(ip)) return NOWHERE
  const groups = groupsOf(ip.replace(/%.*$/, ''))
  if (groups.join().startsWith('0,0,0,0,0,ffff,')) {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
    return ofIPv4([high >> 8, high & 255, low >> 8, low & 255].join('.'))
  }
  return { line: `${groups.slice(0, 4).join(':')}::/64`, network: `${groups.slice(0, 3).join(':')}::/48` }
}
