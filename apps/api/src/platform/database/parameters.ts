/** A value of a statement as the database reads it: bytes as they are, everything else as text. */
export type Parameter = string | Buffer | null

/** Moments are in UTC: the database's time zone changes nothing. */
export function parameterOf(value: unknown): Parameter {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return bytesOf(value)
  return Array.isArray(value) ? arrayOf(value) : textOf(value)
}

const bytesOf = (value: Uint8Array): Buffer =>
  Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength)

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint') return value.toString()
  // Numbers and truth values are the same in JSON.
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

/** An array literal: numbers, truth values and bytes have nothing to quote. */
function arrayOf(values: readonly unknown[]): string {
  return `{${values.map(elementOf).join(',')}}`
}

const QUOTED = /["\\]/g

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Uint8Array) return `\\\\x${bytesOf(value).toString('hex')}`
  if (Array.isArray(value)) return arrayOf(value)
  return `"${textOf(value).replace(QUOTED, String.raw`\$&`)}"`
}
