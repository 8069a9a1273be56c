import { lookup as lookupAll, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks of the operator's own, of the machine itself, of nobody, and of many (RFC 6890 and its kin). */
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Of IPv6 only 2000::/3 is given out; in it, what is for papers, for experiments, or wraps an IPv4 address. */
const PUBLIC_V6 = '2000::/3'
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    list.addSubnet(address, Number(length), family)
  }
  return list
}

const privateV4 = listOf(PRIVATE_V4, 'ipv4')
const publicV6 = listOf([PUBLIC_V6], 'ipv6')
const privateV6 = listOf(PRIVATE_V6, 'ipv6')

/** Whether an address is somebody's on the internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateV4.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')
}

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
  readonly code = 'private_address'
}

type Resolve = (name: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveAll: Resolve = (name, answer) => lookupAll(name, { all: true }, answer)

/**
 * Looks names up for a connection, and refuses them when any of their addresses is not public: the one that is checked
 * is the one that is connected to, so a name that answers differently the second time gains nothing.
 */
export const createPublicLookup =
  (resolve: Resolve = resolveAll): LookupFunction =>
  (name, options, answer) => {
    resolve(name, (error, addresses) => {
      const fitting = addresses?.filter(({ family }) => !options.family || family === options.family) ?? []
      const [first] = fitting
      if (error !== null) answer(error, '')
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        answer(new PrivateAddress('the name leads to an address that is not public'), '')
      else if (options.all === true) answer(null, fitting)
      else answer(null, first.address, first.family)
    })
  }
