import { randomBytes } from 'node:crypto'

const FETCHED_BYTES = 4_096

let fetched = Buffer.alloc(0)
let used = 0

/** Bytes of the system's generator, none of them twice. Fetched in blocks: a call for each costs more than an id. */
export function random(bytes: number): Buffer {
  if (used + bytes > fetched.length) {
    fetched = randomBytes(Math.max(bytes, FETCHED_BYTES))
    used = 0
  }
  used += bytes
  return fetched.subarray(used - bytes, used)
}
