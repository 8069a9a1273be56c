import type { KnownIntent } from './intents.ts'
import type { Language } from './languages.ts'
import type { PageSettings } from './page-settings.ts'
import type { SwitchValues } from './switches.ts'

/** The part of a request from which the front end renders its page. */
export type PageAsked = {
  pathname: string
  /** Begins with a question mark, or is empty. */
  search: string
  cookie: string
  /** The header Accept-Language. */
  languages: string
  switches: SwitchValues
  /** The intent behind the address's code, if it could be read. */
  intent: KnownIntent | undefined
}

/** A rendered page. The same object is the same page, which allows caching by identity. */
export type RenderedPage = {
  language: Language
  title: string
  /** Content of the root element. */
  html: string
  /** The question about cookies, which stands above the page; empty once it was answered, and where nothing needs it. */
  question: string
  /** Compared by the script before hydration. */
  renderKey: string
  /** The intent that the page shows: the script does not request it again. */
  known: string
  /** Sources that this page needs in addition to the common ones, by their names in the build's manifest. */
  parts: readonly string[]
}

/** Elements and characters of a markup: the script compares them with the page, which an extension or a translation may change. */
export function sizeOfMarkup(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll(/&[^;]+;/g, '-')
  return `${html.match(/<\w/g)?.length ?? 0} ${text.length}`
}

export type PageRenderer = (asked: PageAsked) => Promise<RenderedPage>
/** The export of the front end's part for the server. */
export type CreatePageRenderer = (settings: PageSettings) => Promise<PageRenderer>
