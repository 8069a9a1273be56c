import { type Screen, SCREENS, SCREENS_BELOW } from '@avouch/contract'

const EVENT_CATEGORY = 'Web solution'

/** All events, by their names in the operator's reports. */
export const EVENTS = {
  access: 'Access web solution',
  selectApp: 'Landing page - Select app',
  selectWeb: 'Landing page - Select web',
  register: 'Register',
  login: 'Login',
  registered: 'Register successfully',
  loggedIn: 'Login successfully',
  kycStarted: 'Kyc initialization',
  kycCompleted: 'Kyc Verification - Completed',
  kycReviewing: 'Kyc Verification - Reviewing',
  kycDenied: 'Kyc Verification - Denied',
  anonymized: 'Anonymize user',
  confirmed: 'Confirm verification',
} as const
export type AnalyticsEvent = keyof typeof EVENTS

/** Events of reaching a page; the others are tracked where they happen. */
const PAGE_EVENTS: Readonly<Partial<Record<Screen, AnalyticsEvent>>> = {
  '/': 'access',
  '/verify-age/denied': 'anonymized',
}

/** Stands for every address without a screen. */
const ELSEWHERE = '/404'

/** Names the screen of an address. Only names of our own are sent: no code, and nothing else that an address may contain. */
export function cleanPath(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  const screen = SCREENS.find((known) => known === path)
  const below = SCREENS_BELOW.find((known) => path.startsWith(known))
  return screen ?? below?.slice(0, -1) ?? ELSEWHERE
}

const isScreen = (path: string): path is Screen => SCREENS.some((known) => known === path)

/** Commands of Matomo's queue that are used here. */
export type Command = readonly ['setCustomUrl' | 'setDocumentTitle' | 'trackPageView' | 'trackEvent', ...string[]]
export type Tracker = {
  send: (commands: readonly Command[]) => void
  /** Gives the commands that were not acknowledged, and forgets them. */
  takePending: () => Command[]
  stop: () => void
}
export type ShownPage = { pathname: string; title: string }

type Deps = {
  origin: string
  /** True if the visitor agrees now. */
  mayCount: () => boolean
  tracker: Tracker
  /** A reload reaches no page. */
  isReload: boolean
}

export const isEvent = (name: unknown): name is AnalyticsEvent =>
  typeof name === 'string' && Object.hasOwn(EVENTS, name)
const eventsNamed = (reported: string | undefined): AnalyticsEvent[] =>
  Object.keys(EVENTS)
    .filter(isEvent)
    .filter((name) => EVENTS[name] === reported)

/** Counts pages and events of visitors who agree. */
export function createAnalytics({ origin, mayCount, tracker, isReload }: Deps) {
  let current: { path: string; title: string; reached: AnalyticsEvent | undefined } | undefined
  let isCounted = false

  const send = (commands: readonly Command[]) => {
    if (mayCount()) tracker.send(commands)
  }
  const event = (name: AnalyticsEvent): Command => ['trackEvent', EVENT_CATEGORY, EVENTS[name]]
  function sendPage() {
    if (current === undefined || isCounted || !mayCount()) return
    isCounted = true
    const { path, title, reached } = current
    const view: Command[] = [['setCustomUrl', origin + path], ['setDocumentTitle', title], ['trackPageView']]
    send(reached === undefined ? view : [...view, event(reached)])
  }

  return {
    track: (name: AnalyticsEvent) => send([event(name)]),
    /** Counts a page once, though its query may change. */
    pageShown: ({ pathname, title }: ShownPage) => {
      const path = cleanPath(pathname)
      if (path === current?.path) return
      const isReached = isScreen(path) && (current !== undefined || !isReload)
      current = { path, title, reached: isReached ? PAGE_EVENTS[path] : undefined }
      isCounted = false
      sendPage()
    },
    takePending: (): AnalyticsEvent[] =>
      tracker.takePending().flatMap(([command, , reported]) => (command === 'trackEvent' ? eventsNamed(reported) : [])),
    /** Counts from the open page on once the visitor agrees, and stops when they withdraw. */
    consentChanged: () => {
      if (mayCount()) return sendPage()
      isCounted = false
      tracker.stop()
    },
  }
}
export type Analytics = ReturnType<typeof createAnalytics>
