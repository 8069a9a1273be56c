import { lookup as lookupAll, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ip from 'ipaddr.js'
import { innerAddress } from './inner-address.ts'

/** Only 2000::/3 is assigned for public use (RFC 4291); the library calls the unassigned rest of IPv6 unicast as well. */
const ASSIGNED_V6 = ip.parseCIDR('2000::/3')

/** True if an address leads to the internet: neither it nor the one that it carries is private or special (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const inner = innerAddress(address)
  return inner?.range() === 'unicast' && (inner instanceof ip.IPv4 || inner.match(ASSIGNED_V6))
}

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
  readonly code = 'private_address'
}

type Resolve = (name: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveAll: Resolve = (name, answer) => lookupAll(name, { all: true }, answer)

/**
 * Resolves names for a connection, and refuses a name of which any address is not public. The checked address is the one
 * that is connected to, so DNS rebinding gains nothing.
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
