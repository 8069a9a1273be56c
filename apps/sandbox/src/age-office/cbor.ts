import * as cbor from 'cbor2'

/** A value with a tag before it. */
export const Tagged = cbor.Tag
export type Tagged = cbor.Tag
export type CborMap = Map<number | string, Cbor>
/** What proofs of age are made of. A map keeps the order of its entries. */
export type Cbor = number | string | boolean | null | Uint8Array | readonly Cbor[] | CborMap | Tagged

/** Plain bytes: the library would write a Buffer as an object. */
function plain(value: unknown): unknown {
  if (value instanceof Tagged) return new Tagged(value.tag, plain(value.contents))
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, plain(item)]))
  return Array.isArray(value) ? value.map(plain) : value
}

/** In the shortest form, because what is signed has only one. */
export const encode = (value: Cbor): Buffer => Buffer.from(cbor.encode(plain(value)))

/** @throws Error when the bytes are no value, or more than one */
export const decode = (bytes: Uint8Array): Cbor =>
  cbor.decode<Cbor>(new Uint8Array(bytes), {
    ignoreGlobalTags: true,
    preferMap: true,
    rejectDuplicateKeys: true,
    rejectStreaming: true,
    maxDepth: 16,
  })

const EMBEDDED = 24

/** A value inside bytes, so that a signature or a digest is of exactly these. */
export const embed = (value: Cbor): Tagged => new Tagged(EMBEDDED, encode(value))

/** @throws Error when it is no embedded value */
export function openEmbedded(value: Cbor | undefined): Cbor {
  if (value instanceof Tagged && value.tag === EMBEDDED && value.contents instanceof Uint8Array)
    return decode(value.contents)
  throw new Error('no embedded value')
}

/** The value of a map at a path; undefined where a step leads nowhere. */
export const at = (value: Cbor | undefined, ...path: readonly (string | number)[]): Cbor | undefined =>
  path.reduce<Cbor | undefined>((found, key) => (found instanceof Map ? found.get(key) : undefined), value)

export const mapOf = (entries: Readonly<Record<string, Cbor>>): CborMap => new Map(Object.entries(entries))
