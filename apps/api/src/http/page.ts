import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { PAGE_SETTINGS, type PageSettings } from '@avouch/contract'

type Encoding = 'br' | 'gzip' | 'identity'
export type Page = Readonly<Record<Encoding, Buffer>>

const EMPTY = new RegExp(`<meta name="${PAGE_SETTINGS}" content=""`)
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * The built page with the operator's settings in it, put together anew only when they changed.
 * @throws Error when it has no place for them
 */
export function readPage(path: string): (settings: PageSettings) => Page {
  const built = readFileSync(path, 'utf8')
  if (!EMPTY.test(built)) throw new Error(`${path} has no place for the settings`)
  let last: { settings: string; page: Page } | undefined
  return (settings) => {
    const text = escaped(JSON.stringify(settings))
    if (last?.settings === text) return last.page
    const identity = Buffer.from(built.replace(EMPTY, () => `<meta name="${PAGE_SETTINGS}" content="${text}"`))
    const page = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
    last = { settings: text, page }
    return page
  }
}

/** The smallest that the browser understands. */
export function encodingFor(accepted: string | undefined): Encoding {
  const names = (accepted ?? '').split(',').map((part) => part.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity'
}
