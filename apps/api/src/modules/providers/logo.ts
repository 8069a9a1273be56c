import { LOGOS_PATH } from '@avouch/contract'
import { MEDIA_TYPES, pictureHash, pictureKind } from '../../platform/picture.ts'

export type Logo = { file: string; bytes: Buffer }

const MOST_BYTES = 32 * 1_024
const HASH_LENGTH = 32
const FILE = /^[0-9a-f]{32}\.(?<ending>svg|png|webp)$/

export const LOGO_FORMATS = 'a PNG, a WebP, or an SVG with xmlns and viewBox, of at most 32 KiB'

/** A provider's picture, named after its bytes. @returns undefined for what is not one of LOGO_FORMATS */
export function logoOf(bytes: Buffer): Logo | undefined {
  const kind = bytes.length > MOST_BYTES ? undefined : pictureKind(bytes)
  return kind && { file: `${pictureHash(bytes, HASH_LENGTH)}.${kind.ending}`, bytes }
}

/** The media type of a logo's file. @returns undefined for a name that no logo has */
export function typeOfLogo(file: string): string | undefined {
  const ending = FILE.exec(file)?.groups?.['ending']
  return ending === 'svg' || ending === 'png' || ending === 'webp' ? MEDIA_TYPES[ending] : undefined
}

export const logoPath = (file: string): string => LOGOS_PATH + file
