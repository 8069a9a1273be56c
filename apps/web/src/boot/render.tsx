import {
  isComplete,
  type KnownIntent,
  type Language,
  type PageAsked,
  readConsent,
  type RenderedPage,
  type ScreenName,
  type SwitchValues,
  tagsAsked,
} from '@avouch/contract'
import { renderToString } from 'react-dom/server'
import { authState } from '#visit/auth-state.ts'
import { brand, settings } from '#settings/page-settings.ts'
import { detectLanguage } from '#i18n/detect-language.ts'
import { dialCodeOf } from '#ui/numbers/country-text.ts'
import { setIntent } from '#visit/intent.ts'
import { setSwitches } from '#visit/switches.ts'
import { loadPhrases, setPhrases, setsUpTo } from '#i18n/language.ts'
import { setShown } from '#router/navigation.ts'
import type { Route } from '#router/route.ts'
import { locationAt, stringifySearch } from '#router/location.ts'
import { type RenderKey, renderKeyOf } from './render-key.ts'
import { App } from '#screens/router.tsx'
import { ConsentBanner } from '#screens/consent/consent-banner.tsx'
import { SCREENS } from '#screens/screens.ts'

const ROUTES = Object.keys(import.meta.glob('../screens/**/*.route.tsx'))

/** Finds a screen by its address: /auth/login in screens/auth/login/, /verify-age/denied in screens/verify-age/. */
const routeFileOf = (name: ScreenName): string | undefined => {
  const [last = ''] = name.split('/').slice(-1)
  return ROUTES.find((path) => [`../screens${name}.route.tsx`, `../screens${name}/${last}.route.tsx`].includes(path))
}

/** Lists the source files that a screen loads in addition to those of every page, from the folder of the front end. */
export function sourcesOf(name: ScreenName): string[] {
  const { legalPage, language }: Route = SCREENS[name]
  if (legalPage !== undefined && language !== undefined)
    return [
      'src/screens/legal-pages/legal-page.route.tsx',
      `../../packages/phrases/src/legal-pages/${language}/${legalPage}.ts`,
    ]
  const path = routeFileOf(name)
  return path === undefined ? [] : [path.replace('..', 'src')]
}

const PHRASES = '../../packages/phrases/src'
function phraseParts(language: Language, route: Route | undefined): string[] {
  const sets = setsUpTo(route === undefined ? 'first' : (route.phrases ?? 'rest'))
  // While all languages are complete, the type of a partial one is never.
  const name: string = language
  const { kind } = settings.identityCheck
  return [
    ...[...sets, ...(kind === 'camera' ? [] : [kind])].map(
      (set) => `${PHRASES}/${isComplete(language) ? language : 'en'}/${set}.ts`,
    ),
    ...(isComplete(language) ? [] : [`${PHRASES}/partial/${name}.ts`]),
  ]
}

/** Stands for the code of every request: a page never contains one. */
const ANY_REQUEST = '-'
const MOST_PAGES = 1_000
/** Stands for the transaction's label, in a page that is rendered once for all visitors of a website. */
const ANY_TRANSACTION = `t${crypto.randomUUID()}`
const LABEL = /^[\w-]+$/
const TITLE = /<title>([^<]*)<\/title>/

const pages = new Map<string, Promise<RenderedPage>>()

type Given = {
  renderKey: RenderKey
  switches: SwitchValues
  intent: KnownIntent | undefined
  /** True until the visitor has answered the question about cookies. */
  isUnasked: boolean
}

const ignore = (): void => undefined

/** Loads what the page of a request needs. @returns its parts, and the function that renders it */
export async function prepare({ renderKey, switches, intent }: Omit<Given, 'isUnasked'>) {
  const { screen: name, language, asked, payment, expired, problem, home } = renderKey
  const route: Route | undefined = name === null ? undefined : SCREENS[name]
  const isWhole = route === undefined || route.rendered === true
  const phrases = await loadPhrases(language, 'rest')
  const content = route === undefined ? 'missing' : isWhole ? { screen: (await route.load()).Screen } : 'loading'
  const search = stringifySearch({ mintid: asked === 'none' ? undefined : ANY_REQUEST, payment, expired, problem })
  const location = locationAt(name ?? '/not-found', search)
  const own = name === null || !isWhole ? [] : sourcesOf(name)
  return {
    parts: [...own, ...phraseParts(language, route)],
    isWhole,
    /** Sets every store and renders, in one synchronous step: no other request comes in between. */
    render: () => {
      setPhrases({ language, set: 'rest' }, phrases)
      setShown({ location, route, content, canGoBack: false, scrollTo: undefined })
      authState.reset({ country: home, countryCode: dialCodeOf(home) })
      setIntent(ANY_REQUEST, intent)
      setSwitches(switches)
      return {
        page: renderToString(<App />),
        question: renderToString(<ConsentBanner onAccept={ignore} onOnlyNecessary={ignore} onSettings={ignore} />),
      }
    },
  }
}

async function render(given: Given): Promise<RenderedPage> {
  const { renderKey, intent, isUnasked } = given
  const { render: renderNow, parts, isWhole } = await prepare(given)
  const { page, question } = renderNow()
  return {
    language: renderKey.language,
    title: TITLE.exec(page)?.[1] ?? brand.name,
    html: page.replace(TITLE, ''),
    question: isUnasked ? question : '',
    renderKey: isWhole ? JSON.stringify(renderKey) : '',
    known: intent === undefined ? '' : JSON.stringify(intent),
    parts,
  }
}

/** Gives the part of a request for a proof of age that all visitors of a website share; undefined for any other request. */
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
  // A later call renders again; the caller handles the failure.
  page.catch(() => pages.delete(key))
  return page
}

/**
 * Renders the page for a request, once for all requests that look the same. The transaction's label is put into a cached page
 * afterwards; a page with a payment is not cached.
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
