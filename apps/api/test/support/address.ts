import { randomInt } from 'node:crypto'

/** Those from 2001:db8:1000::/48 on: tests that name an address themselves take lower ones. */
const [FIRST, NETWORKS] = [0x1000, 0xf000]
/** Without a factor in common with how many there are, so that each comes before any comes again. */
const STRIDE = 37_973
let latest = randomInt(NETWORKS)

/** An IPv6 address in a network that no other test of the file uses. */
export const newAddress = (): string => {
  latest = (latest + STRIDE) % NETWORKS
  return `2001:db8:${(FIRST + latest).toString(16)}:${randomInt(1, 0x10000).toString(16)}::1`
}
