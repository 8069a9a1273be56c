import type { Language, LegalPageName, Screen, ScreenName } from '@avouch/contract'
import type { View } from '@avouch/design/jsx-runtime'
import { connection, isOutage } from '#api/connection.ts'
import { currentLanguage, hasPhrases, ensurePhrases, type PhraseSet, switchLanguage } from '#i18n/language.ts'
import type { CommonSearch } from './location.ts'

export type Redirect = {
  to: Screen
  /** Keeps the whole query, not only the parameters that every address carries. */
  keepSearch?: boolean
}

/** Number of steps done in a sign-in and its check; 4 is the end. */
export type StepsDone = 0 | 1 | 2 | 4

export type Route = {
  load: () => Promise<{ Screen: View }>
  /** The server renders the screen and preloads its chunks. Otherwise its page is an empty layout. */
  rendered?: true
  /** The legal page that the screen shows, in `language`. */
  legalPage?: LegalPageName
  /** The set with all phrases of the screen; the last one if absent. */
  phrases?: PhraseSet
  /** Runs before anything is shown: redirects a visitor who may not be here, or starts what the address asks for. */
  guard?: (kept: CommonSearch) => Redirect | undefined
  /** Steps done, of the four of a sign-in and its check. */
  stepsDone?: StepsDone
  /** Shows Back in the header. */
  back?: boolean
  /** The screen needs a session. */
  session?: boolean
  /** The language of the screen, whatever the visitor chose for the others. */
  language?: Language
  /** Screens that its buttons lead to. */
  next?: readonly Screen[]
}
export type Routes = Readonly<Record<ScreenName, Route>>

/** The content of the layout. */
export type Content = { screen: View } | { failure: unknown } | 'loading' | 'missing' | 'offline'

const loaded = new Map<Route, View>()

export const isLoaded = (route: Route): boolean => loaded.has(route)

/** Gives the screen if it and its phrases are loaded. */
export const readyScreen = (route: Route): View | undefined => (isSayable(route) ? loaded.get(route) : undefined)

export async function loadScreen(route: Route): Promise<View> {
  const screen = loaded.get(route) ?? (await route.load()).Screen
  loaded.set(route, screen)
  return screen
}

const isSayable = ({ language = currentLanguage(), phrases = 'rest' }: Route): boolean =>
  language === currentLanguage() && hasPhrases(phrases)

async function loadWords({ language, phrases = 'rest' }: Route): Promise<void> {
  await ensurePhrases(phrases)
  if (language !== undefined && language !== currentLanguage()) await switchLanguage(language, { keep: false })
}

const loadWithWords = async (route: Route): Promise<View> =>
  (await Promise.all([loadScreen(route), loadWords(route)]))[0]

/** Loads a screen. A failed fetch is repeated once if the server can be reached: the outage may just have ended. */
export async function loadContent(route: Route, isRepeated = false): Promise<Content> {
  try {
    return { screen: await loadWithWords(route) }
  } catch (failure) {
    if (!isOutage(failure)) return { failure }
    if (!(await connection.check())) return 'offline'
    return isRepeated ? { failure } : loadContent(route, true)
  }
}
