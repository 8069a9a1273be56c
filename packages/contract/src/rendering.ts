import type { KnownIntent } from './intents.ts'
import type { Language } from './limits.ts'
import type { PageSettings } from './page-settings.ts'
import type { SwitchValues } from './switches.ts'

/** What the front end is told of a request, to make its page before a script runs. */
export type PageAsked = {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  cookie: string
  /** The header Accept-Language. */
  languages: string
  switches: SwitchValues
  /** Who asks, where the address names a request and it could be looked at. */
  intent: KnownIntent | undefined
}

/** A page as text. The same object stands for the same page. */
export type RenderedPage = {
  language: Language
  title: string
  /** What is in the root element. */
  html: string
  /** What the script compares before it takes the page over. */
  served: string
  /** What is known of who asks: the script does not ask again. */
  known: string
  /** Sources, by their names in the build's manifest, that the page needs besides what every page needs. */
  parts: readonly string[]
}

export type PageRenderer = (asked: PageAsked) => Promise<RenderedPage>
/** What the front end's part for the server exports. */
export type CreatePageRenderer = (settings: PageSettings) => Promise<PageRenderer>
