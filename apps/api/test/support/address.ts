import { randomInt } from 'node:crypto'

const group = () => randomInt(1, 0x10000).toString(16)

/** An IPv6 address in a network that no other test uses. */
export const newAddress = (): string => `2001:db8:${group()}:${group()}::1`
