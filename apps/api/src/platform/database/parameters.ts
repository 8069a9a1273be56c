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
  if (typeof value === 'bigint') return value.toString()
  // Numbers and truth values are the same in JSON.
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

/** An array literal: numbers, truth values and bytes have nothing to quote. Joined by hand, as it is done all the time. */
function arrayOf(values: readonly unknown[]): string {
  let text = ''
  for (const value of values) text += `${text === '' ? '' : ','}${elementOf(value)}`
  return `{${text}}`
}

const quoted = (text: string): string =>
  text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Uint8Array) return `\\\\x${bytesOf(value).toString('hex')}`
  return Array.isArray(value) ? arrayOf(value) : quoted(textOf(value))
}
