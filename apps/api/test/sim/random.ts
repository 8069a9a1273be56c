/** Mulberry32: the same seed gives the same month. */
export function createRandom(seed: number) {
  let state = seed
  function next(): number {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    happens: (share: number) => next() < share,
  }
}
export type Random = ReturnType<typeof createRandom>
