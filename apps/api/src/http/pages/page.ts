import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
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
import type { FastifyReply } from 'fastify'
import type { Inline, PagePolicy } from '../headers.ts'
import type { ErrorTexts } from '../problem-answer.ts'

/** The element in which a page says that its script does not run. */
const NEEDS_SCRIPT = '<!--needs-script-->'
const EMPTY = new RegExp(`<meta name="${PAGE_SETTINGS}" content=""`)

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
  texts: Localized<{
    needsScript: string
    otherAddress: { title: string; text: string; phone: string }
    noIdentityCheck: { title: string; text: string; again: string; back: string }
  }>
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
  built.replace(SHEET, (_, file: string) => `<style>${readFileSync(join(folder, file), 'utf8').trim()}</style>`)

/** Replaces the build's brand by the operator's. */
function withBrand(built: string, { name, style, icon, paper }: Look): string {
  const styleTag = style === '' ? '' : `<style>${style}</style>`
  const changes: readonly (readonly [RegExp, string])[] = [
    [/<title>[^<]*<\/title>/, `<title>${escaped(name)}</title>`],
    [/(?<=<meta name="theme-color" media="\(prefers-color-scheme: light\)" content=")[^"]*/, paper.light],
    [/(?<=<meta name="theme-color" media="\(prefers-color-scheme: dark\)" content=")[^"]*/, paper.dark],
    [/<link rel="icon"[^>]*>/, `<link rel="icon" href="${icon.href}" type="${icon.type}" />`],
    [/<\/head>/, `${styleTag}</head>`],
  ]
  return changes.reduce((page, [place, text]) => page.replace(place, () => text), built)
}

const hashesOf = (page: string, tag: RegExp): string[] =>
  Array.from(page.matchAll(tag), ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

/** Hashes the inline scripts and styles of the built page. What is rendered into it later has none. */
const inlineOf = (built: string): Inline => ({
  scripts: hashesOf(built, /<script>([^]*?)<\/script>/g),
  styles: hashesOf(built, /<style>([^]*?)<\/style>/g),
})

/** Brotli would make a page a tenth smaller, but one of a single visitor would take longer to compress than all the rest. */
const encodings = new Negotiator({ supportedValues: ['gzip'] })

/** A page in both forms. The same page is compressed once. */
type Encoded = { plain: string; gzip?: Buffer }

/**
 * Sends the built page with the operator's settings and what was rendered. It is assembled again only after those changed.
 * @throws Error when the page has no place for the settings
 */
export function readPage({ path, look, policy, filesOf }: Built) {
  const built = withBrand(withInlineStyles(readFileSync(path, 'utf8'), dirname(path)), look)
  if (!EMPTY.test(built)) throw new Error(`${path} has no place for the settings`)
  const headers = policy(inlineOf(built))
  let settled = { text: '', built }
  let pages = new WeakMap<RenderedPage, Encoded>()

  function pageOf(settings: PageSettings, rendered: RenderedPage): Encoded {
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
    const page = { plain: withMarkup(said, rendered, filesOf(rendered.parts)) }
    pages.set(rendered, page)
    return page
  }

  return (reply: FastifyReply, settings: PageSettings, rendered: RenderedPage) => {
    reply.headers(headers).header('cache-control', 'no-store').type('text/html; charset=utf-8')
    const page = pageOf(settings, rendered)
    const accepted = reply.request.headers['accept-encoding']?.toLowerCase() ?? ''
    if (encodings.negotiate(accepted) === null) return reply.send(page.plain)
    return reply.header('content-encoding', 'gzip').send((page.gzip ??= gzipSync(page.plain)))
  }
}

/** Parts of the built head that a page without a script has too. */
const HEAD_PARTS =
  /<meta name="(?:viewport|color-scheme|theme-color|robots)"[^>]*>|<link rel="icon"[^>]*>|<style>[^]*?<\/style>/g

export type SendPlain = (reply: FastifyReply, page: { language: Language; title: string; body: string }) => FastifyReply

/** Sends pages without a script in the look of the built ones; plain where nothing is built. `body` is HTML. */
export function readPlainPage({ path, look, policy }: Omit<Built, 'filesOf'>): SendPlain {
  const built = existsSync(path) ? withBrand(withInlineStyles(readFileSync(path, 'utf8'), dirname(path)), look) : ''
  const kept = Array.from(built.matchAll(HEAD_PARTS), ([part]) => part).join('')
  const headers = policy(inlineOf(kept))
  return (reply, { language, title, body }) => {
    const head = `<meta charset="utf-8">${kept}<title>${escaped(title)} – ${escaped(look.name)}</title>`
    const page = `<!doctype html><html lang="${language}"><head>${head}</head><body>${body}</body></html>`
    return reply.headers(headers).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  }
}

type Built = {
  path: string
  look: Look
  policy: PagePolicy
  /** The files of the build behind its sources. */
  filesOf: (parts: readonly string[]) => string[]
}

/** Adds the rendered markup, and preloads the files that the script needs first. */
function withMarkup(built: string, rendered: RenderedPage, files: string[]): string {
  if (rendered.html === '') return built
  const { language, title, html, question, renderKey, known } = rendered
  const preloads = files
    .filter((file) => !built.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
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
