import { createHash } from 'node:crypto'

/** The kind of a picture, by its bytes; its size in pixels, or in units of the view box. */
export type PictureKind = { ending: 'svg' | 'png' | 'webp'; width: number; height: number }

export const MEDIA_TYPES = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' } as const

const PNG_BEGINNING = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function svgOf(bytes: Buffer): PictureKind | undefined {
  const [tag] = /<svg\b[^>]*>/.exec(bytes.toString('utf8')) ?? []
  if (tag === undefined || !tag.includes('http://www.w3.org/2000/svg')) return undefined
  const box = /\bviewBox\s*=\s*["'][\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(tag)
  return { ending: 'svg', width: Number(box?.[1]), height: Number(box?.[2]) }
}

const pngOf = (bytes: Buffer): PictureKind | undefined =>
  bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG_BEGINNING)
    ? { ending: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined

/** The size is in another place for each of the format's three kinds: lossy, lossless, extended. */
function webpOf(bytes: Buffer): PictureKind | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  const size = (at: number) => bytes.readUInt16LE(at) & 0x3fff
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8 ':
      return { ending: 'webp', width: size(26), height: size(28) }
    case 'WEBPVP8L': {
      const bits = bytes.readUInt32LE(21)
      return { ending: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'WEBPVP8X':
      return { ending: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/** @returns undefined for what is none of the three, or has no size */
export function pictureKind(bytes: Buffer): PictureKind | undefined {
  const kind = pngOf(bytes) ?? webpOf(bytes) ?? svgOf(bytes)
  return kind !== undefined && kind.width > 0 && kind.height > 0 ? kind : undefined
}

/** The hash of the bytes as the name of a file that never changes. `length`: hexadecimal digits of it. */
export const pictureHash = (bytes: Buffer, length: number): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, length)
