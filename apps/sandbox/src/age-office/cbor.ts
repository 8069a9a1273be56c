/** A value with a tag before it. */
export class Tagged {
  readonly tag: number
  readonly value: Cbor
  constructor(tag: number, value: Cbor) {
    this.tag = tag
    this.value = value
  }
}

export type CborMap = Map<number | string, Cbor>
/** What proofs of age are made of. A map keeps the order of its entries. */
export type Cbor = number | string | boolean | null | Uint8Array | readonly Cbor[] | CborMap | Tagged

const [UNSIGNED, NEGATIVE, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const [FALSE, TRUE, NULL] = [20, 21, 22] as const
/** Lengths from here on stand in 1, 2 or 4 bytes of their own. */
const SIZES = [
  { first: 24, bytes: 1, most: 0xff },
  { first: 25, bytes: 2, most: 0xffff },
  { first: 26, bytes: 4, most: 0xffff_ffff },
] as const

/** Deep enough for every answer of a website or an app. */
const DEEPEST = 16

/** In the shortest form, because what is signed has only one. */
function head(major: number, value: number): Buffer {
  if (value < SIZES[0].first) return Buffer.of((major << 5) | value)
  const size = SIZES.find(({ most }) => value <= most)
  if (size === undefined) throw new Error(`too large for this encoding: ${value}`)
  const out = Buffer.alloc(1 + size.bytes)
  out[0] = (major << 5) | size.first
  out.writeUIntBE(value, 1, size.bytes)
  return out
}

export function encode(value: Cbor): Buffer {
  if (value === null) return head(SIMPLE, NULL)
  if (typeof value === 'boolean') return head(SIMPLE, value ? TRUE : FALSE)
  if (typeof value === 'number') return value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value)
  if (typeof value === 'string') return Buffer.concat([head(TEXT, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(BYTES, value.length), value])
  if (value instanceof Tagged) return Buffer.concat([head(TAG, value.tag), encode(value.value)])
  if (value instanceof Map)
    return Buffer.concat([head(MAP, value.size), ...[...value].flatMap(([key, item]) => [encode(key), encode(item)])])
  return Buffer.concat([head(ARRAY, value.length), ...value.map(encode)])
}

/** @throws Error when the bytes are no value, or more than one */
export function decode(bytes: Uint8Array): Cbor {
  const input = Buffer.from(bytes)
  let at = 0
  const take = (length: number) => {
    if (at + length > input.length) throw new Error('ends too early')
    at += length
    return input.subarray(at - length, at)
  }
  function argument(low: number): number {
    if (low < SIZES[0].first) return low
    const size = SIZES.find(({ first }) => first === low)
    if (size === undefined) throw new Error(`length ${low} is not known`)
    return take(size.bytes).readUIntBE(0, size.bytes)
  }
  function map(size: number, depth: number): CborMap {
    const entries: CborMap = new Map()
    while (entries.size < size) {
      const key = next(depth + 1)
      if ((typeof key !== 'string' && typeof key !== 'number') || entries.has(key)) throw new Error('bad key')
      entries.set(key, next(depth + 1))
    }
    return entries
  }
  function list(length: number, depth: number): Cbor[] {
    const items: Cbor[] = []
    while (items.length < length) items.push(next(depth + 1))
    return items
  }
  function next(depth: number): Cbor {
    if (depth > DEEPEST) throw new Error('too deep')
    const [first = 0] = take(1)
    const major = first >> 5
    const value = argument(first & 31)
    if (major === UNSIGNED) return value
    if (major === NEGATIVE) return -1 - value
    if (major === BYTES) return take(value)
    if (major === TEXT) return take(value).toString()
    if (major === ARRAY) return list(value, depth)
    if (major === MAP) return map(value, depth)
    if (major === TAG) return new Tagged(value, next(depth + 1))
    if (value === FALSE || value === TRUE) return value === TRUE
    if (value === NULL) return null
    throw new Error(`simple value ${value} is not known`)
  }
  const decoded = next(0)
  if (at !== input.length) throw new Error('something follows')
  return decoded
}

const EMBEDDED = 24

/** A value inside bytes, so that a signature or a digest is of exactly these. */
export const embed = (value: Cbor): Tagged => new Tagged(EMBEDDED, encode(value))

/** @throws Error when it is no embedded value */
export function openEmbedded(value: Cbor | undefined): Cbor {
  if (value instanceof Tagged && value.tag === EMBEDDED && value.value instanceof Uint8Array) return decode(value.value)
  throw new Error('no embedded value')
}

/** The value of a map at a path; undefined where a step leads nowhere. */
export const at = (value: Cbor | undefined, ...path: readonly (string | number)[]): Cbor | undefined =>
  path.reduce<Cbor | undefined>((found, key) => (found instanceof Map ? found.get(key) : undefined), value)

export const mapOf = (entries: Readonly<Record<string, Cbor>>): CborMap => new Map(Object.entries(entries))
