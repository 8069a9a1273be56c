import { randomInt } from 'node:crypto'

/** From 2001:db8:1000::/48 on: tests with fixed addresses use lower ones. */
const [FIRST, NETWORKS] = [0x1000, 0xf000]
/** Coprime to the number of networks, so that none repeats before all were used. */
const STRIDE = 37_973
let latest = randomInt(NETWORKS)

/** An IPv6 address in a network that no other test of the file uses. */
export const newAddress = (): string => {
  latest = (latest + STRIDE) % NETWORKS
  return `2001:db8:${(FIRST + latest).toString(16)}:${randomInt(1, 0x10000).toString(16)}::1`
}
