import type { Compared } from './product.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** The most guesses that were compared. */
export type MostGuesses = {
  /** Wrong PINs at one number in unknown browsers, until its number was proven or it had another PIN. */
  pinsUntilProof: number
  /** Wrong codes of one number in unknown browsers, in any 24 hours. */
  codesADay: number
}

/** Counts what the product compares, apart from the product's own counters. */
export function createGuessCount(now: () => number) {
  const pins = new Map<string, number>()
  const codes = new Map<string, number[]>()
  const most: MostGuesses = { pinsUntilProof: 0, codesADay: 0 }
  const compared: Compared = {
    pin(number) {
      const count = (pins.get(number) ?? 0) + 1
      pins.set(number, count)
      most.pinsUntilProof = Math.max(most.pinsUntilProof, count)
    },
    code(number, inUnknown) {
      if (!inUnknown) return
      const lately = [...(codes.get(number) ?? []), now()].filter((at) => at > now() - DAY_MS)
      codes.set(number, lately)
      most.codesADay = Math.max(most.codesADay, lately.length)
    },
    proven: (number) => void pins.delete(number),
  }
  return { compared, most }
}
