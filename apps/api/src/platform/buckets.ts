/** Upper bounds in seconds of the buckets in which durations are counted; one more bucket has all that took longer. */
export type Bounds = readonly number[]

/** Names the columns that count a duration, the shortest first. */
export const bucketColumns = (step: string, bounds: Bounds): string[] =>
  [...bounds, Infinity].map((_, n) => `${step}_${n}_total`)

/** Finds the bucket of a duration: 0 for the shortest. */
export function bucketOf(seconds: number, bounds: Bounds): number {
  const found = bounds.findIndex((bound) => seconds < bound)
  return found === -1 ? bounds.length : found
}

/** The keys' values, as an object. */
export const fromEach = <Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>

/** Reads the seconds in which this share of what was counted was done; null when it took longer, or nothing was counted. */
export function secondsFor(share: number, counts: readonly number[], bounds: Bounds): number | null {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0)
  if (wanted === 0) return null
  let sum = 0
  return bounds.find((_, n) => (sum += counts[n] ?? 0) >= wanted) ?? null
}
