import { APP_LINK_CHOICES } from '@avouch/contract'

const FIRST = 10
const COUNT = 90

/**
 * The numbers that an app offers: the right one among others, always the same ones for a link, so that asking again tells
 * nothing. `random` are at least 32 bytes that nobody can foresee.
 */
export function choicesFor(right: number, random: Buffer): number[] {
  const numbers = new Set([right])
  for (let at = 0; numbers.size < APP_LINK_CHOICES && at + 2 <= random.length; at += 2)
    numbers.add(FIRST + (random.readUInt16BE(at) % COUNT))
  return [...numbers].toSorted((one, other) => one - other)
}
