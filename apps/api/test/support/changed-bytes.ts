import fc from 'fast-check'

type Change = { kind: 'flip' | 'set' | 'insert' | 'remove' | 'cut' | 'double'; at: number; byte: number }

function apply(bytes: Buffer, { kind, at, byte }: Change): Buffer {
  const place = at % Math.max(1, bytes.length)
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place + 1)]
  const own = bytes.subarray(place, place + 1)
  switch (kind) {
    case 'flip':
      return Buffer.concat([before, own.map((value) => value ^ (1 << (byte % 8))), after])
    case 'set':
      return Buffer.concat([before, Buffer.of(byte), after])
    case 'insert':
      return Buffer.concat([before, Buffer.of(byte), own, after])
    case 'remove':
      return Buffer.concat([before, after])
    case 'double':
      return Buffer.concat([before, own, bytes.subarray(place, place + byte), after])
    default:
      return before
  }
}

const change = fc.record({
  kind: fc.constantFrom(...(['flip', 'set', 'insert', 'remove', 'cut', 'double'] as const)),
  at: fc.nat(65_535),
  byte: fc.nat(255),
})

/** One to three places at which bytes are changed. */
export const someChanges = fc.array(change, { minLength: 1, maxLength: 3 })
type Changes = typeof someChanges extends fc.Arbitrary<infer C> ? C : never

/** @returns undefined when they are the same bytes again */
export function changed(bytes: Uint8Array, changes: Changes): Buffer | undefined {
  const result = changes.reduce(apply, Buffer.from(bytes))
  return result.equals(bytes) ? undefined : result
}
