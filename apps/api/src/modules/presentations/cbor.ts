import { decode, encode, Tag } from 'cbor2'
import { must, Refused } from './refused.ts'

/** Ten times as much as a proof of age with three certificates. Reading that many bytes takes milliseconds. */
const MAX_BYTES = 16 * 1_024
const MAX_DEPTH = 16
const EMBEDDED = 24
const [DATE_TIME, FULL_DATE] = [0, 1004]
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

export type CborMap = ReadonlyMap<unknown, unknown>

/** The library compares keys by their encodings, which takes a hundred times as long. */
function mapOf(entries: (readonly unknown[])[]): CborMap {
  const map = new Map<unknown, unknown>()
  for (const [key, value] of entries) {
    if (typeof key !== 'string' && typeof key !== 'number') throw new Error('a key of another kind')
    map.set(key, value)
  }
  if (map.size < entries.length) throw new Error('a key that is there twice')
  return map
}

const STRICT = {
  ignoreGlobalTags: true,
  createObject: mapOf,
  rejectStreaming: true,
  rejectUndefined: true,
  rejectFloats: true,
  rejectBigInts: true,
  maxDepth: MAX_DEPTH,
} as const

/** Decodes one data item, and refuses bytes behind its end. @throws Refused */
export function readCbor(bytes: Uint8Array): unknown {
  must(bytes.length <= MAX_BYTES, 'malformed', 'too many bytes')
  try {
    return decode(bytes, STRICT)
  } catch (error) {
    throw new Refused('malformed', 'no CBOR', { cause: error })
  }
}

/** Plain bytes: the library would write a Buffer as an object. */
const plain = (value: unknown): unknown => {
  if (value instanceof Tag) return new Tag(value.tag, plain(value.contents))
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, plain(inner)]))
  return Array.isArray(value) ? value.map(plain) : value
}

/** Encodes with the shortest lengths, and keeps the order of maps. */
export const writeCbor = (value: unknown): Uint8Array => encode(plain(value))

/** CBOR inside of bytes, as signatures and digests are about it. */
export const embedded = (bytes: Uint8Array): Tag => new Tag(EMBEDDED, new Uint8Array(bytes))

/** The bytes that a data item embeds. @throws Refused */
export function embeddedIn(value: unknown, what: string): Uint8Array {
  must(value instanceof Tag && value.tag === EMBEDDED && value.contents instanceof Uint8Array, 'malformed', what)
  return value.contents
}

/** Reads a map; keys that nothing asks for are ignored. @throws Refused for what is no map */
export function readMap(value: unknown, what: string): CborMap {
  must(value instanceof Map, 'malformed', `${what} is no map`)
  return value
}

export function readArray(value: unknown, length: number, what: string): readonly unknown[] {
  must(Array.isArray(value) && value.length === length, 'malformed', `${what} is not ${length} long`)
  return value as unknown[]
}

export function readBytes(value: unknown, what: string): Uint8Array {
  must(value instanceof Uint8Array, 'malformed', `${what} is no bytes`)
  return value
}

/** A moment in UTC, in whole seconds. @throws Refused */
export function readDateTime(value: unknown, what: string): Date {
  const text = value instanceof Tag && value.tag === DATE_TIME ? value.contents : undefined
  must(typeof text === 'string' && UTC.test(text), 'malformed', `${what} is no time`)
  const date = new Date(text)
  must(!Number.isNaN(date.getTime()), 'malformed', `${what} is no time`)
  return date
}

/** A day without a time (RFC 8943), as its text; undefined for anything else. */
export const fullDateIn = (value: unknown): unknown =>
  value instanceof Tag && value.tag === FULL_DATE ? value.contents : undefined
