import type { Screen } from '@avouch/contract'
import { createStore } from 'zustand'
import { inBackground } from '#api/report.ts'
import { useNow } from '#api/store.ts'
import { ensurePhrases } from '#i18n/language.ts'
import { prefetch } from './prefetch.ts'
import { beginArrival } from './arrival.ts'
import { useIsHydrated } from './hydrated.ts'
import { connection } from '#api/connection.ts'
import {
  type AppLocation,
  hrefOf,
  type CommonSearch,
  commonSearch,
  locationAt,
  OWN_SEARCH,
  stringifySearch,
} from './location.ts'
import { type Content, isLoaded, loadContent, loadScreen, readyScreen, type Route, type Routes } from './route.ts'
import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

type OwnSearch = typeof OWN_SEARCH
/** Parameters of every address, and those of a single screen. */
type SearchFor<To> = Partial<CommonSearch & (To extends keyof OwnSearch ? ReturnType<OwnSearch[To]> : unknown)>

/** The page that is on the screen. */
export type Shown = {
  location: AppLocation
  /** Undefined where no screen has the address. */
  route: Route | undefined
  content: Content
  /** True if a page of ours is before this one. */
  canGoBack: boolean
  scrollTo: number | undefined
}

/** State of our entries in the history: the number of those before it, and the key of its scroll position. */
type Entry = { index: number; key: string }

/** A screen that loads within this time is shown without a spinner. */
const PATIENCE_MS = 1_000
const MOST_REDIRECTS = 8

// Own code: no small router evaluates guards and restores the visit before anything is shown (docs/decisions/0119).
let routes: Routes | undefined
let restoreVisit: ((kept: CommonSearch) => CommonSearch) | undefined
let at: AppLocation = locationAt('/', '')
let turn = 0
const shown = createStore<Shown>(() => ({
  location: at,
  route: undefined,
  content: 'loading',
  canGoBack: false,
  scrollTo: undefined,
}))

const newEntry = (index: number): Entry => ({ index, key: Math.random().toString(36).slice(2) })

function entryOf(state: unknown): Entry | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const { index, key }: Partial<Record<keyof Entry, unknown>> = state
  return typeof index === 'number' && typeof key === 'string' ? { index, key } : undefined
}
let entry = newEntry(0)

const routeOf = ({ name }: AppLocation): Route | undefined => (name === undefined ? undefined : routes?.[name])

function redirected(location: AppLocation): AppLocation | undefined {
  const redirect = routeOf(location)?.guard?.(commonSearch(location.query))
  if (redirect === undefined) return undefined
  const search = redirect.keepSearch === true ? location.search : stringifySearch(commonSearch(location.query))
  return locationAt(redirect.to, search, restoreVisit)
}

/** Follows redirects to the last address. */
function settle(pathname: string, search: string): AppLocation {
  let location = locationAt(pathname, search, restoreVisit)
  for (let hops = 0; hops < MOST_REDIRECTS; hops += 1) {
    const next = redirected(location)
    if (next === undefined) return location
    location = next
  }
  throw new Error(`${pathname} leads in a circle`)
}

const show = (content: Content, scrollTo: number | undefined): void =>
  shown.setState({ location: at, route: routeOf(at), content, canGoBack: entry.index > 0, scrollTo })

/** Keeps the old screen until the next is loaded, for a while. A navigation that was overtaken by another shows nothing. */
async function arrive(location: AppLocation, scrollTo: number | undefined, isFirst = false): Promise<void> {
  turn += 1
  const ours = turn
  at = location
  const route = routeOf(location)
  if (route === undefined) return show('missing', scrollTo)
  const ready = readyScreen(route)
  if (ready !== undefined) return show({ screen: ready }, scrollTo)
  const waiting = isFirst ? undefined : setTimeout(() => turn === ours && show('loading', scrollTo), PATIENCE_MS)
  const content = await loadContent(route)
  clearTimeout(waiting)
  if (turn === ours) show(content, scrollTo)
}

const write = (how: 'pushState' | 'replaceState', location: AppLocation, hash = window.location.hash): void =>
  window.history[how](entry, '', hrefOf(location) + hash)

function comeBack(state: unknown): void {
  const known = entryOf(state)
  const location = settle(window.location.pathname, window.location.search)
  // A link to a place within the same page.
  if (known === undefined && hrefOf(location) === hrefOf(at)) {
    rememberScroll(entry.key)
    entry = newEntry(entry.index + 1)
    return write('replaceState', location)
  }
  rememberScroll(entry.key)
  entry = known ?? newEntry(0)
  if (location.pathname !== at.pathname) beginArrival()
  write('replaceState', location)
  inBackground(arrive(location, scrollOf(entry.key)))
}

type Going<To extends Screen> = {
  to: To
  search?: SearchFor<To>
  /** Keeps the whole query of the current address. */
  keepSearch?: boolean
  /** Keeps the hash as well. */
  keepHash?: boolean
  replace?: boolean
}

/** Goes to a screen of ours. Resolves when it is shown. */
export async function navigate<To extends Screen>(going: Going<To>): Promise<void> {
  const { to, search, keepSearch = false, keepHash = false, replace = false } = going
  const here = locationAt(window.location.pathname, window.location.search)
  const kept = keepSearch ? here.query : commonSearch(here.query)
  const location = settle(to, stringifySearch({ ...kept, ...search }))
  const stays = replace || hrefOf(location) === hrefOf(here)
  if (location.pathname !== at.pathname) beginArrival()
  rememberScroll(entry.key)
  entry = newEntry(stays ? entry.index : entry.index + 1)
  write(stays ? 'replaceState' : 'pushState', location, keepHash ? window.location.hash : '')
  await arrive(location, 0)
}

/**
 * Shows the screen of the current address, and follows the history from then on.
 * @param restore adds the parameters of the open visit to an address that has none
 */
export async function startNavigation(table: Routes, restore: typeof restoreVisit): Promise<void> {
  routes = table
  restoreVisit = restore
  const location = settle(window.location.pathname, window.location.search)
  entry = entryOf(window.history.state) ?? newEntry(0)
  write('replaceState', location)
  keepScroll(() => entry.key)
  window.addEventListener('popstate', ({ state }) => comeBack(state))
  await arrive(location, scrollBeforeReload(entry.key), true)
}

/** Prefetches the screens that buttons of the current one lead to. */
export function prepareNext(): void {
  for (const name of routeOf(at)?.next ?? []) {
    const route = routes?.[name]
    if (route === undefined || isLoaded(route)) continue
    prefetch(() => loadScreen(route))
    prefetch(() => ensurePhrases(route.phrases ?? 'rest'))
  }
}

/** Tries again to load a screen that did not load. */
export const tryAgain = (): void => void arrive(at, undefined)

connection.listen((online) => {
  if (online && shown.getState().content === 'offline') tryAgain()
})

export const goBack = (): void => window.history.back()
export const currentLocation = (): AppLocation => at
export const isAt = (screen: Screen): boolean => at.name === screen
/** True once the screen of the address is shown, as the server renders it. */
export function isRendered(): boolean {
  const { content } = shown.getState()
  return content === 'missing' || (typeof content === 'object' && 'screen' in content)
}
/** True for a page that needs a session. */
export const requiresSession = (): boolean => routeOf(at)?.session === true

/** Sets the screen of the page that the server renders. */
export const setShown = (page: Shown): void => shown.setState(page)

export const useShown = (): Shown => useNow(shown)
export const useLocation = (): AppLocation => useShown().location

/** Reads the parameters of every address, and those of the screen. */
export function useSearch(): CommonSearch
export function useSearch<Own extends keyof OwnSearch>(own: Own): CommonSearch & ReturnType<OwnSearch[Own]>
export function useSearch(own?: keyof OwnSearch): CommonSearch {
  const { query } = useLocation()
  return { ...commonSearch(query), ...(own === undefined ? {} : OWN_SEARCH[own](query)) }
}

/** Reads the route of the screen that is shown. */
export const useRoute = (): Pick<Route, 'back' | 'session' | 'stepsDone'> => useShown().route ?? {}

/** Gives the address of a screen, with the parameters that every address carries. */
export function useHref(to: Screen): string {
  const { query } = useLocation()
  return useIsHydrated() ? hrefOf(locationAt(to, stringifySearch(commonSearch(query)))) : to
}

/** Scroll positions of the pages that were left, by the keys of their entries in the history. */
const positions = new Map<string, number>()

const LEFT = 'scroll'

const rememberScroll = (key: string): void => void positions.set(key, window.scrollY)
const scrollOf = (key: string): number => positions.get(key) ?? 0

/** Takes the scroll position over from the browser, and stores it over a reload. */
function keepScroll(keyOfNow: () => string): void {
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', () => writeItem(inTab, LEFT, `${keyOfNow()} ${window.scrollY}`))
}

/** Takes the scroll position before a reload. */
function scrollBeforeReload(keyOfNow: string): number | undefined {
  const [key, position] = (readItem(inTab, LEFT) ?? '').split(' ')
  removeItem(inTab, LEFT)
  return key === keyOfNow ? Number(position) : undefined
}
