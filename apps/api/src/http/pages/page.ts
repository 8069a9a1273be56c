import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { dirname, join } from 'node:path'
import {
  inLanguage,
  type Language,
  languageOfBrowser,
  tagsAsked,
  LANGUAGES,
  type Localized,
  PAGE_SETTINGS,
  type PageSettings,
  type RenderedPage,
  sizeOfMarkup,
} from '@avouch/contract'
import type { ErrorTexts } from '../problem-answer.ts'

/** A page, split where its nonce belongs. */
export type Page = readonly string[]

const NONCE_BYTES = 16
/** In base64. */
export const NONCE_LENGTH = 24
/** The element in which a page says that its script does not run. */
const NEEDS_SCRIPT = '<!--needs-script-->'
const EMPTY = new RegExp(`<meta name="${PAGE_SETTINGS}" content=""`)
/** What the build leaves where a nonce belongs. */
const NONCE_OF_BUILD = '__nonce__'
/** Stands for it while a page is assembled: names, addresses and other texts of the page cannot contain it. */
const NONCE_PLACE = `nonce ${randomBytes(NONCE_BYTES).toString('hex')}`

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The operator's brand, as far as it is part of the document. */
export type Look = {
  name: string
  /** CSS of the colours that differ from the build's. */
  style: string
  icon: { href: string; type: string }
  paper: { light: string; dark: string }
  /** Texts that the server says itself. */
  errors: ErrorTexts
  texts: Localized<{ needsScript: string; otherAddress: { title: string; text: string; phone: string } }>
}

const empty = (language: Language): RenderedPage => ({
  language,
  title: '',
  html: '',
  question: '',
  renderKey: '',
  known: '',
  parts: [],
})
const EMPTY_PAGES = new Map(LANGUAGES.map((language) => [language, empty(language)]))

/** A page of which nothing was rendered, in the language that the browser asks for. */
export const emptyPage = ({ 'accept-language': header = '' }: IncomingHttpHeaders): RenderedPage =>
  EMPTY_PAGES.get(languageOfBrowser(tagsAsked(header)[0] ?? '')) ?? empty('en')

const SHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/

/** Inlines the style sheet: the first paint waits for no second request. */
const withInlineStyles = (built: string, folder: string): string =>
  built.replace(
    SHEET,
    (_, file: string) => `<style nonce="${NONCE_PLACE}">${readFileSync(join(folder, file), 'utf8').trim()}</style>`,
  )

/** Replaces the build's brand by the operator's. */
function withBrand(built: string, { name, style, icon, paper }: Look): string {
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
 * The built page with the operator's settings in it, assembled again only after they changed.
 * @throws Error when the page has no place for the settings or for a nonce
 */
export function readPage({ path, look, filesOf }: Built): (settings: PageSettings, rendered: RenderedPage) => Page {
  const template = readFileSync(path, 'utf8').replaceAll(NONCE_OF_BUILD, NONCE_PLACE)
  const built = withBrand(withInlineStyles(template, dirname(path)), look)
  if (!EMPTY.test(built) || !built.includes(NONCE_PLACE))
    throw new Error(`${path} has no place for the settings or for a nonce`)
  let settled = { text: '', built }
  let pages = new WeakMap<RenderedPage, Page>()
  return (settings, rendered) => {
    const text = escaped(JSON.stringify(settings))
    if (settled.text !== text) {
      settled = { text, built: built.replace(EMPTY, () => `<meta name="${PAGE_SETTINGS}" content="${text}"`) }
      pages = new WeakMap()
    }
    const known = pages.get(rendered)
    if (known !== undefined) return known
    const { needsScript } = inLanguage(look.texts, rendered.language)
    const said = settled.built
      .replace(/<html lang="[^"]*"/, `<html lang="${rendered.language}"`)
      .replaceAll(NEEDS_SCRIPT, escaped(needsScript))
    const page = withMarkup(said, rendered, filesOf(rendered.parts)).split(NONCE_PLACE)
    pages.set(rendered, page)
    return page
  }
}

type Built = {
  path: string
  look: Look
  /** The files of the build behind its sources. */
  filesOf: (parts: readonly string[]) => string[]
}

/** Adds the rendered markup, and preloads the files that the script needs first. */
function withMarkup(built: string, rendered: RenderedPage, files: string[]): string {
  if (rendered.html === '') return built
  const { language, title, html, question, renderKey, known } = rendered
  const preloads = files
    .filter((file) => !built.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" nonce="${NONCE_PLACE}" />`)
  const changes: readonly (readonly [RegExp, string])[] = [
    [/<title>[^<]*<\/title>/, `<title>${title}</title>`],
    [/<\/head>/, `${preloads.join('')}</head>`],
    [
      /<div id="question"><\/div>/,
      `<div id="question" data-language="${language}" data-size="${sizeOfMarkup(question)}">${question}</div>`,
    ],
    [
      /<div id="root"><\/div>/,
      `<div id="root" data-render-key="${escaped(renderKey)}" data-known="${escaped(known)}" data-size="${sizeOfMarkup(html)}">${html}</div>`,
    ],
  ]
  return changes.reduce((page, [place, text]) => page.replace(place, () => text), built)
}

/** Unique to one answer: only scripts that carry it run. */
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64')
