import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { StartupError } from '../../platform/startup-error.ts'

const MOST_BYTES = 200 * 1_024

/** A file of the operator that we serve. */
export type Picture = { path: string; type: string; bytes: Buffer; width: number; height: number }
type Kind = Pick<Picture, 'type' | 'width' | 'height'> & { ending: string }

const PNG_BEGINNING = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function svgOf(bytes: Buffer): Kind | undefined {
  const [tag] = /<svg\b[^>]*>/.exec(bytes.toString('utf8')) ?? []
  if (tag === undefined || !tag.includes('http://www.w3.org/2000/svg')) return undefined
  const box = /\bviewBox\s*=\s*["'][\d.-]+[\s,]+[\d.-]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(tag)
  const [width, height] = [Number(box?.[1]), Number(box?.[2])]
  return { ending: 'svg', type: 'image/svg+xml', width, height }
}

const pngOf = (bytes: Buffer): Kind | undefined =>
  bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG_BEGINNING)
    ? { ending: 'png', type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined

function pictureOf(bytes: Buffer, { ending, ...kind }: Kind): Picture {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { ...kind, bytes, path: `/brand/${hash}.${ending}` }
}

/** Our mark, as `apps/web/public/favicon.svg` has it, in other colours. */
export function markIn({ brand, paper }: { brand: string; paper: string }): Picture {
  const shapes =
    `<path d="M16 2.5 27 6.6v8.6c0 7-4.6 11.8-11 14.3C9.6 27 5 22.2 5 15.2V6.6z" fill="${brand}"/>` +
    `<path d="m10.4 16.3 4 4 7.4-8.2" stroke="${paper}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">${shapes}</svg>`
  return pictureOf(Buffer.from(svg), { ending: 'svg', type: 'image/svg+xml', width: 32, height: 32 })
}

/** @throws StartupError when it is no SVG with a view box and no PNG, or too big */
export function readPicture(folder: string, file: string): Picture {
  let bytes: Buffer
  try {
    bytes = readFileSync(resolve(folder, file))
  } catch (error) {
    throw new StartupError(`BRAND_FILE: ${file} can't be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
  if (bytes.length > MOST_BYTES)
    throw new StartupError(`BRAND_FILE: ${basename(file)} has more than ${MOST_BYTES / 1_024} KiB.`)
  const kind = pngOf(bytes) ?? svgOf(bytes)
  if (kind === undefined || !(kind.width > 0 && kind.height > 0))
    throw new StartupError(`BRAND_FILE: ${basename(file)} is neither a PNG nor an SVG with xmlns and viewBox.`)
  return pictureOf(bytes, kind)
}
