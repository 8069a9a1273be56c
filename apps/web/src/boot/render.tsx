import {
  isComplete,
  readConsent,
  type KnownIntent,
  type Language,
  type PageAsked,
  type RenderedPage,
  type SwitchValues,
  tagsAsked,
} from '@avouch/contract'
import type { View } from '@avouch/design/jsx-runtime'
import { renderToString } from 'react-dom/server'
import { authState } from '#visit/auth-state.ts'
import { brand } from '#settings/brand.ts'
import { detectLanguage } from '#i18n/detect-language.ts'
import { dialCodeOf } from '#ui/country-text.ts'
import { forgetIntent, keepIntent } from '#visit/intent.ts'
import { loadPhrases, type Phrases, setsUpTo, speak } from '#i18n/language.ts'
import { showOnServer } from '#router/navigation.ts'
import type { Route } from '#router/route.ts'
import { settings } from '#settings/page-settings.ts'
import { locationAt } from '#router/location.ts'
import { stringifySearch } from '#router/search.ts'
import { type RenderKey, renderKeyOf } from './render-key.ts'
import { App } from './app.tsx'
import { sourcesOf } from './sources.ts'
import { ConsentBanner } from '#screens/consent/consent-banner.tsx'
import { SCREENS } from '#screens/screens.ts'

const PHRASES = '../../packages/phrases/src'
function phraseParts(language: Language, route: Route | undefined): string[] {
  const sets = setsUpTo(route === undefined ? 'first' : (route.phrases ?? 'rest'))
  // While all languages are complete the type of a partial one is never.
  const name: string = language
  return [
    ...sets.map((set) => `${PHRASES}/${isComplete(language) ? language : 'en'}/${set}.ts`),
    ...(isComplete(language) ? [] : [`${PHRASES}/partial/${name}.ts`]),
  ]
}

/** Stands for every request: a code is never written into a page. */
const ANY_REQUEST = '-'
const MOST_PAGES = 1_000
/** Stands for the label of each transaction, in a page that is rendered once for all visitors of a website. */
const ANY_TRANSACTION = `t${crypto.randomUUID()}`
const LABEL = /^[\w-]+$/
const TITLE = /<title>([^<]*)<\/title>/

const pages = new Map<string, Promise<RenderedPage>>()

type Given = {
  renderKey: RenderKey
  switches: SwitchValues
  intent: KnownIntent | undefined
  /** The visitor has not answered the question about cookies. */
  isUnasked: boolean
}

const ignore = (): void => undefined

/** Nothing is awaited here: what is rendered is one visitor's at a time. */
function markup(
  { renderKey, switches, intent, isUnasked }: Given,
  phrases: Phrases,
  screen: View | 'loading' | 'missing',
) {
  const { screen: name, language, asked, payment, expired, problem, home } = renderKey
  const search = stringifySearch({ mintid: asked === 'none' ? undefined : ANY_REQUEST, payment, expired, problem })
  Object.assign(settings.switches, switches)
  speak(language, phrases)
  authState.reset({ country: home, countryCode: dialCodeOf(home) })
  showOnServer(SCREENS, locationAt(name ?? '/not-found', search), typeof screen === 'string' ? screen : { screen })
  if (intent === undefined) forgetIntent(ANY_REQUEST)
  else keepIntent(ANY_REQUEST, intent)
  const banner = <ConsentBanner onAccept={ignore} onOnlyNecessary={ignore} onSettings={ignore} />
  return { html: renderToString(<App />), question: isUnasked ? renderToString(banner) : '' }
}

async function render(given: Given): Promise<RenderedPage> {
  const { renderKey, intent } = given
  const { screen: name, language } = renderKey
  const route: Route | undefined = name === null ? undefined : SCREENS[name]
  const isWhole = route === undefined || route.rendered === true
  const screen = route === undefined ? 'missing' : isWhole ? (await route.load()).Screen : 'loading'
  const { html, question } = markup(given, await loadPhrases(language, 'rest'), screen)
  const title = TITLE.exec(html)?.[1] ?? brand.name
  const own = name === null || !isWhole ? [] : sourcesOf(name)
  const parts = [...own, ...phraseParts(language, route)]
  const known = intent === undefined ? '' : JSON.stringify(intent)
  return {
    language,
    title,
    html: html.replace(TITLE, ''),
    question,
    renderKey: isWhole ? JSON.stringify(renderKey) : '',
    known,
    parts,
  }
}

/** What a page shows of a request for a proof of age, without what only one visitor has; undefined for any other. */
function sharedPart(intent: KnownIntent | undefined): KnownIntent | undefined {
  const shown = intent?.intent
  if (shown === undefined || shown.payment !== null || !LABEL.test(shown.transaction)) return undefined
  return { ...intent, intent: { ...shown, transaction: ANY_TRANSACTION, expires_at: '' } }
}

function cached(given: Given): Promise<RenderedPage> {
  const key = JSON.stringify([given, new Date().getFullYear()])
  const known = pages.get(key)
  if (known !== undefined) return known
  if (pages.size >= MOST_PAGES) pages.clear()
  const page = render(given)
  pages.set(key, page)
  // The caller hears of it, and asks again.
  page.catch(() => pages.delete(key))
  return page
}

/**
 * The page for a request: rendered once for all requests that look the same. In one that says who asks, the transaction's label
 * is put in afterwards; one with a payment is not cached.
 */
export async function renderPage({
  pathname,
  search,
  cookie,
  languages,
  switches,
  intent,
}: PageAsked): Promise<RenderedPage> {
  const browser = tagsAsked(languages)
  const language = detectLanguage({ pathname, search, cookie, stored: undefined, browser, htmlTag: '' })
  const renderKey = renderKeyOf(locationAt(pathname, search), {
    language,
    languages: browser,
    isKnown: intent !== undefined,
  })
  const isUnasked = settings.analytics && readConsent(cookie) === undefined
  const given = { renderKey, switches, intent, isUnasked }
  const asked = intent?.intent
  if (asked === undefined) return cached(given)
  const shared = sharedPart(intent)
  if (shared === undefined) return render(given)
  const page = await cached({ ...given, intent: shared })
  const html = page.html.replaceAll(ANY_TRANSACTION, asked.transaction)
  return { ...page, html, known: JSON.stringify(intent) }
}
