import type { Language, LegalPageName, Screen, ScreenName } from '@avouch/contract'
import type { View } from '@avouch/design/jsx-runtime'
import { connection, isOutage } from '#api/connection.ts'
import { currentLanguage, hasPhrases, needPhrases, type PhraseSet, switchLanguage } from '#i18n/language.ts'
import type { StepsDone } from '#ui/step-bar.tsx'
import type { KeptSearch } from './location.ts'

export type Redirect = {
  to: Screen
  /** The whole query goes along, not only what every address carries. */
  keepSearch?: boolean
}

export type Route = {
  load: () => Promise<{ Screen: View }>
  /** The server renders the screen, and announces its parts. Without it the server's page is an empty layout. */
  rendered?: true
  /** The legal page that it shows, in `language`. */
  legalPage?: LegalPageName
  /** It says nothing beyond this set; without one it may say anything. */
  phrases?: PhraseSet
  /** Called before anything is shown: sends a visitor who may not be here elsewhere, or begins what the arrival asks for. */
  guard?: (kept: KeptSearch) => Redirect | undefined
  /** Steps done, of the four of a sign-in and its check. */
  stepsDone?: StepsDone
  /** The header offers to go one step back. */
  back?: boolean
  /** The page needs a session. */
  session?: boolean
  /** The page is in this one, whatever the visitor chose for the others. */
  language?: Language
  /** Screens that one of the buttons here leads to. */
  next?: readonly Screen[]
}
export type Routes = Readonly<Record<ScreenName, Route>>

/** The content in place of a screen. */
export type Content = { screen: View } | { failure: unknown } | 'loading' | 'missing' | 'offline'

const loaded = new Map<Route, View>()

export const isLoaded = (route: Route): boolean => loaded.has(route)

/** The screen, where it and its words are there already. */
export const readyScreen = (route: Route): View | undefined => (isSayable(route) ? loaded.get(route) : undefined)

export async function loadScreen(route: Route): Promise<View> {
  const screen = loaded.get(route) ?? (await route.load()).Screen
  loaded.set(route, screen)
  return screen
}

const isSayable = ({ language = currentLanguage(), phrases = 'rest' }: Route): boolean =>
  language === currentLanguage() && hasPhrases(phrases)

async function loadWords({ language, phrases = 'rest' }: Route): Promise<void> {
  await needPhrases(phrases)
  if (language !== undefined && language !== currentLanguage()) await switchLanguage(language, { keep: false })
}

const loadWithWords = async (route: Route): Promise<View> =>
  (await Promise.all([loadScreen(route), loadWords(route)]))[0]

/** A failed fetch is repeated once where the server can be reached: the outage may just have ended. */
export async function loadContent(route: Route, isRepeated = false): Promise<Content> {
  try {
    return { screen: await loadWithWords(route) }
  } catch (failure) {
    if (!isOutage(failure)) return { failure }
    if (!(await connection.look())) return 'offline'
    return isRepeated ? { failure } : loadContent(route, true)
  }
}
