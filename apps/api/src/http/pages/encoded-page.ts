import { constants, crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib'
import { newNonce, NONCE_LENGTH, type Page } from './page.ts'

/** Brotli would make a page a tenth smaller, but has to compress each answer again, which takes longer than all the rest. */
export const OF_PAGES = ['gzip'] as const
type Encoding = (typeof OF_PAGES)[number] | 'identity'

/** RFC 1952, 2.3: deflate, no name, no time, no system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** RFC 1951, 3.2.4: a block that is not the last and holds a nonce as it is. */
const STORED_HEADER = Buffer.from([0, NONCE_LENGTH, 0, 0xff - NONCE_LENGTH, 0xff])

/** Takes the place of a nonce while a page is compressed: bytes that no page has, so nothing else is written by them. */
const STAND_IN = String.fromCharCode(...Array.from({ length: NONCE_LENGTH }, (_, at) => at + (at < 8 ? 1 : 6)))

type Compress = (nonce: string) => Buffer

/**
 * Compresses a page once for all nonces: the first one is a block of its own, and where it occurs again, the
 * compressed text refers back to it. Each answer only inserts its nonce and the checksum.
 */
function compressOnce(page: Page): Compress {
  const [first = '', ...rest] = page
  const parts = page.map((part) => Buffer.from(part))
  const before = deflateRawSync(first, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
  const after = deflateRawSync(rest.join(STAND_IN), { level: 9, dictionary: Buffer.from(first + STAND_IN) })
  return (nonce) => {
    const place = Buffer.from(nonce)
    const trailer = Buffer.alloc(8)
    const sum = parts.reduce((sum, part, at) => crc32(part, at === 0 ? sum : crc32(place, sum)), 0)
    const length = parts.reduce((length, part) => length + part.length, (parts.length - 1) * NONCE_LENGTH)
    trailer.writeUInt32LE(sum, 0)
    trailer.writeUInt32LE(length, 4)
    return Buffer.concat([GZIP_HEADER, before, STORED_HEADER, place, after, trailer])
  }
}

/** Whether a nonce arrives in all of its places: how a page is compressed is up to the library. */
function isRight(page: Page, compress: Compress): boolean {
  const sample = newNonce()
  try {
    return gunzipSync(compress(sample)).toString() === page.join(sample)
  } catch {
    // The parts do not make a whole stream.
    return false
  }
}

const known = new WeakMap<Page, Compress>()

function compressorOf(page: Page): Compress {
  const before = known.get(page)
  if (before !== undefined) return before
  const once = compressOnce(page)
  const compress = isRight(page, once) ? once : (nonce: string) => gzipSync(page.join(nonce))
  known.set(page, compress)
  return compress
}

/** The page of one answer. */
export const encodePage = (page: Page, nonce: string, encoding: Encoding): Buffer =>
  encoding === 'gzip' ? compressorOf(page)(nonce) : Buffer.from(page.join(nonce))

/** The first of those offered that the browser takes. */
export function encodingFor<Offered extends string>(
  accepted: string | undefined,
  offered: readonly Offered[],
): Offered | 'identity' {
  const taken = (accepted ?? '').split(',').flatMap((part) => {
    const [name, weight = 'q=1'] = part.split(';').map((word) => word.trim().toLowerCase())
    return Number(weight.replace('q=', '')) === 0 ? [] : [name]
  })
  return offered.find((one) => taken.includes(one)) ?? 'identity'
}
