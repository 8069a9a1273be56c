import { APP_LINK_CHOICES } from '@avouch/contract'

const FIRST = 10
const COUNT = 90

/**
 * The numbers that an app offers: the right one among others. They are derived, so that claiming again gives the same
 * ones and does not single out the right one. `random`: at least 32 unpredictable bytes.
 */
export function choicesFor(right: number, random: Buffer): number[] {
  const numbers = new Set([right])
  for (let at = 0; numbers.size < APP_LINK_CHOICES && at + 2 <= random.length; at += 2)
    numbers.add(FIRST + (random.readUInt16BE(at) % COUNT))
  return [...numbers].toSorted((one, other) => one - other)
}
