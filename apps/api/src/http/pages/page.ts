import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PAGE_SETTINGS, type PageSettings, type RenderedPage } from '@avouch/contract'

/** A page around the places of its nonce. */
export type Page = readonly string[]

const NONCE_BYTES = 16
/** Of one that is written as base64. */
export const NONCE_LENGTH = 24
const EMPTY = new RegExp(`<meta name="${PAGE_SETTINGS}" content=""`)
/** What the build leaves where a nonce belongs. */
const NONCE_PLACE = '__nonce__'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** How the pages look, as far as it stands in the document. */
export type Look = {
  name: string
  /** Of the colours that are not the build's. */
  style: string
  icon: { href: string; type: string }
  paper: { light: string; dark: string }
}

const SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/

/** The style stands in the document: nothing that is there waits for another answer before it is seen. */
const styled = (built: string, folder: string): string =>
  built.replace(
    SHEET,
    (_, file: string) => `<style nonce="${NONCE_PLACE}">${readFileSync(join(folder, file), 'utf8').trim()}</style>`,
  )

/** Puts the operator's look in the place of the build's. */
function dressed(built: string, { name, style, icon, paper }: Look): string {
  const styleTag = style === '' ? '' : `<style nonce="${NONCE_PLACE}">${style}</style>`
  const changes: readonly (readonly [RegExp, string])[] = [
    [/<title>[^<]*<\/title>/, `<title>${escaped(name)}</title>`],
    [/(?<=<meta name="theme-color" media="\(prefers-color-scheme: light\)" content=")[^"]*/, paper.light],
    [/(?<=<meta name="theme-color" media="\(prefers-color-scheme: dark\)" content=")[^"]*/, paper.dark],
    [/<link rel="icon"[^>]*>/, `<link rel="icon" href="${icon.href}" type="${icon.type}" />`],
    [/<\/head>/, `${styleTag}</head>`],
  ]
  return changes.reduce((page, [place, text]) => page.replace(place, () => text), built)
}

/**
 * The built page with the operator's settings in it, composed again only when they changed.
 * @throws Error when it has no place for them or for a nonce
 */
export function readPage({ path, look, filesOf }: Built): (settings: PageSettings, rendered?: RenderedPage) => Page {
  const built = dressed(styled(readFileSync(path, 'utf8'), dirname(path)), look)
  if (!EMPTY.test(built) || !built.includes(NONCE_PLACE))
    throw new Error(`${path} has no place for the settings or for a nonce`)
  let settled = { text: '', built }
  let pages = new WeakMap<object, Page>()
  return (settings, rendered) => {
    const text = escaped(JSON.stringify(settings))
    if (settled.text !== text) {
      settled = { text, built: built.replace(EMPTY, () => `<meta name="${PAGE_SETTINGS}" content="${text}"`) }
      pages = new WeakMap()
    }
    const known = pages.get(rendered ?? look)
    if (known !== undefined) return known
    const whole = rendered === undefined ? settled.built : filled(settled.built, rendered, filesOf(rendered.parts))
    const page = whole.split(NONCE_PLACE)
    pages.set(rendered ?? look, page)
    return page
  }
}

type Built = {
  path: string
  look: Look
  /** The files of the build behind its sources. */
  filesOf: (parts: readonly string[]) => string[]
}

/** What is seen before a script runs, and the files that the script will want next. */
function filled(built: string, { language, title, html, renderKey, known }: RenderedPage, files: string[]): string {
  const ahead = files
    .filter((file) => !built.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" nonce="${NONCE_PLACE}" />`)
  const changes: readonly (readonly [RegExp, string])[] = [
    [/<html lang="[^"]*"/, `<html lang="${language}"`],
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    [/<\/head>/, `${ahead.join('')}</head>`],
    [
      /<div id="root"><\/div>/,
      `<div id="root" data-render-key="${escaped(renderKey)}" data-known="${escaped(known)}">${html}</div>`,
    ],
  ]
  return changes.reduce((page, [place, text]) => page.replace(place, () => text), built)
}

/** What no other answer has: only scripts that carry it run. */
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64')
