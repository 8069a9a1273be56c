import { cleanPath, isScreen } from './clean-path.ts'
import { type AnalyticsEvent, EVENT_CATEGORY, EVENTS, PAGE_EVENTS } from './events.ts'

/** What Matomo's queue is told; its script knows many more. */
export type Command = readonly ['setCustomUrl' | 'setDocumentTitle' | 'trackPageView' | 'trackEvent', ...string[]]
export type Tracker = {
  send: (commands: readonly Command[]) => void
  /** Commands that it could not pass on yet, which it then forgets. */
  takeUntold: () => Command[]
  stop: () => void
}
export type ShownPage = { pathname: string; title: string }

type Deps = {
  origin: string
  /** The visitor agrees, as of now. */
  mayCount: () => boolean
  tracker: Tracker
  /** The first page was there before: nothing is reached by loading it again. */
  isReload: boolean
}

const isName = (name: string): name is AnalyticsEvent => Object.hasOwn(EVENTS, name)
const namesOf = (said: string | undefined): AnalyticsEvent[] =>
  Object.keys(EVENTS).filter((name): name is AnalyticsEvent => isName(name) && EVENTS[name] === said)

/** Counts pages and events of visitors who agree. */
export function createAnalytics({ origin, mayCount, tracker, isReload }: Deps) {
  let open: { path: string; title: string; reached: AnalyticsEvent | undefined } | undefined
  let isCounted = false

  const send = (commands: readonly Command[]) => {
    if (mayCount()) tracker.send(commands)
  }
  const event = (name: AnalyticsEvent): Command => ['trackEvent', EVENT_CATEGORY, EVENTS[name]]
  function sendPage() {
    if (open === undefined || isCounted || !mayCount()) return
    isCounted = true
    const { path, title, reached } = open
    const view: Command[] = [['setCustomUrl', origin + path], ['setDocumentTitle', title], ['trackPageView']]
    send(reached === undefined ? view : [...view, event(reached)])
  }

  return {
    track: (name: AnalyticsEvent) => send([event(name)]),
    /** The page's query may change without another page being shown. */
    pageShown: ({ pathname, title }: ShownPage) => {
      const path = cleanPath(pathname)
      if (path === open?.path) return
      const isReached = isScreen(path) && (open !== undefined || !isReload)
      open = { path, title, reached: isReached ? PAGE_EVENTS[path] : undefined }
      isCounted = false
      sendPage()
    },
    takeUntold: (): AnalyticsEvent[] =>
      tracker.takeUntold().flatMap(([command, , said]) => (command === 'trackEvent' ? namesOf(said) : [])),
    /** Who agrees is counted from the page that is open; who withdraws, at once no more. */
    consentChanged: () => {
      if (mayCount()) return sendPage()
      isCounted = false
      tracker.stop()
    },
  }
}
export type Analytics = ReturnType<typeof createAnalytics>
