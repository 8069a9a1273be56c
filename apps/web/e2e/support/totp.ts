import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000
const BITS = 5

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(BITS, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Reads the product's time, which other tests move. */
function now(): number {
  const file = process.env['CLOCK_SHIFT_FILE']
  return Date.now() + (file === undefined ? 0 : Number(readFileSync(file, 'utf8')))
}

/** Computes what an authenticator shows at this moment (RFC 6238). */
export function totpCode(secret: string): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(now() / STEP_MS)))
  const hash = createHmac('sha1', bytesOf(secret)).update(step).digest()
  const start = hash.readUInt8(hash.length - 1) & 15
  return String((hash.readUInt32BE(start) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}
