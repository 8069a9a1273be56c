import { posix } from 'node:path'
import markdownIt from 'markdown-it'
import { codeBlock, languageName } from './highlight.ts'
import { html, markup } from './html.ts'
import { addressOf, sourceOf } from './pages.ts'

type Environment = { page?: { inputPath: string } }
type Renderer = ReturnType<typeof markdownIt>
type Tokens = Parameters<NonNullable<Renderer['renderer']['rules'][string]>>[0]

/** As code hosts make them, so that a link works there and here. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Finds where a link of a document leads to on the site. @throws Error where the site has no such page */
function siteLink(href: string, from: string): string {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(from), path))
  const address = addressOf(target.startsWith('examples/') ? 'examples/README.md' : target)
  if (address === undefined) throw new Error(`${from} links to ${href}, which is no page of the site`)
  return anchor === undefined ? address : `${address}#${anchor}`
}

type Fence = { language: string; code: string }
const fenceOf = ({ info, content }: Tokens[number]): Fence => ({ language: info.split(' ')[0] ?? '', code: content })

/** The same in several languages: one is shown at a time. */
function languages(fences: readonly Fence[]) {
  const panels = fences.map(({ language, code }) => {
    const name = languageName(language, code)
    return html`<div class="tab" data-tab="${name}"><p class="tab-name">${name}</p>${codeBlock(code, language, name)}</div>`
  })
  return html`<div class="tabs" data-tabs>${panels}</div>`
}

/** Collects the adjacent blocks of code from here, each in another language. */
function runFrom(tokens: Tokens, at: number): Fence[] {
  const end = tokens.findIndex((token, index) => index > at && token.type !== 'fence')
  return tokens.slice(at, end === -1 ? tokens.length : end).map(fenceOf)
}

function addRules(md: Renderer): void {
  const { rules } = md.renderer
  rules['fence'] = (tokens, at) => {
    if (tokens[at - 1]?.type === 'fence') return ''
    const fences = runFrom(tokens, at)
    const [first = { language: '', code: '' }] = fences
    return (fences.length > 1 ? languages(fences) : codeBlock(first.code, first.language)).text
  }
  rules['heading_open'] = (tokens, at) => {
    const { tag = 'h2' } = tokens[at] ?? {}
    return tag === 'h1' ? '<h1>' : `<${tag} id="${slugOf(tokens[at + 1]?.content ?? '')}">`
  }
  rules['table_open'] = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>'
  rules['table_close'] = () => '</table></div>'
  rules['th_open'] = () => '<th scope="col">'
  rules['link_open'] = (tokens, at, _options, { page }: Environment) => {
    const href = tokens[at]?.attrGet('href') ?? ''
    return html`<a href="${siteLink(href, sourceOf(page?.inputPath ?? ''))}">`.text
  }
}

/** Makes pages of the documents: as a code host shows them, with links between the pages of the site. */
export function createMarkdown(): Renderer {
  const md = markdownIt({ html: false })
  md.disable('code')
  addRules(md)
  return md
}

/** One line of Markdown inside a page that was built here. */
const inline = createMarkdown()
export const text = (line: string) => markup(inline.renderInline(line))
