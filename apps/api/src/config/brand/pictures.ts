import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { MEDIA_TYPES, pictureHash, type PictureKind, pictureKind } from '../../platform/picture.ts'
import { StartupError } from '../../platform/startup-error.ts'

const MOST_BYTES = 200 * 1_024

/** A file of the operator that we serve. */
export type Picture = { path: string; type: string; bytes: Buffer; width: number; height: number }
const HASH_LENGTH = 16

function pictureOf(bytes: Buffer, { ending, width, height }: PictureKind): Picture {
  const path = `/brand/${pictureHash(bytes, HASH_LENGTH)}.${ending}`
  return { path, type: MEDIA_TYPES[ending], bytes, width, height }
}

/** Our mark, as `apps/web/public/favicon.svg` has it, in other colours. */
export function markIn({ brand, paper }: { brand: string; paper: string }): Picture {
  const shapes =
    `<path d="M16 2.5 27 6.6v8.6c0 7-4.6 11.8-11 14.3C9.6 27 5 22.2 5 15.2V6.6z" fill="${brand}"/>` +
    `<path d="m10.4 16.3 4 4 7.4-8.2" stroke="${paper}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none">${shapes}</svg>`
  return pictureOf(Buffer.from(svg), { ending: 'svg', width: 32, height: 32 })
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
  const kind = pictureKind(bytes)
  if (kind === undefined || kind.ending === 'webp')
    throw new StartupError(`BRAND_FILE: ${basename(file)} is neither a PNG nor an SVG with xmlns and viewBox.`)
  return pictureOf(bytes, kind)
}
