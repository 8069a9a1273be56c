import { APP_LINK_POLL_MS, PROGRESS_REPEATED_EVERY_MS, SECOND_MS } from '@avouch/contract'
import { poll } from '#api/poll.ts'

type Following<Progress> = {
  /** The address of the progress events. */
  events: string
  ask: (signal: AbortSignal) => Promise<Progress>
  /** Reads the data of an event; undefined for anything else. */
  parse: (event: unknown) => Progress | undefined
  isLast: (progress: Progress) => boolean
}

/** Events are repeated more often than this: a silent stream is held back on the way, which reports no error. */
const SILENT_AFTER_MS = PROGRESS_REPEATED_EVERY_MS + 2 * SECOND_MS
/** Polls now and then in any case: events may be out of date. */
const ASK_ANYWAY_AFTER_MS = 5 * APP_LINK_POLL_MS

/** Undefined where it cannot be parsed. */
function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    // No JSON.
    return undefined
  }
}

/**
 * Follows the app's progress to its end: by server-sent events, and by polling where they are silent. A hidden tab does not poll, and
 * closes its stream: a browser has few connections over HTTP/1.1. @returns stops it
 */
export function followProgress<Progress>(following: Following<Progress>, tell: (progress: Progress) => void) {
  const { events, ask, parse, isLast } = following
  let heardAt = performance.now()
  let askedAt = heardAt
  let push: EventSource | undefined

  function hear(progress: Progress) {
    if (isLast(progress)) stop()
    tell(progress)
  }
  function listen(): EventSource {
    const stream = new EventSource(events)
    stream.addEventListener('message', ({ data }) => {
      const progress = parse(readJson(data))
      if (progress === undefined) return
      heardAt = performance.now()
      hear(progress)
    })
    stream.addEventListener('error', () => {
      heardAt = Number.NEGATIVE_INFINITY
    })
    return stream
  }
  function listenWhileSeen() {
    if (!document.hidden) push ??= listen()
    else {
      push?.close()
      push = undefined
    }
  }
  const stopAsking = poll({
    ask: (signal) => {
      askedAt = performance.now()
      return ask(signal)
    },
    intervalMs: APP_LINK_POLL_MS,
    isDue: () => performance.now() - heardAt > SILENT_AFTER_MS || performance.now() - askedAt > ASK_ANYWAY_AFTER_MS,
    onAnswer: hear,
  })
  function stop() {
    stopAsking()
    document.removeEventListener('visibilitychange', listenWhileSeen)
    push?.close()
  }
  document.addEventListener('visibilitychange', listenWhileSeen)
  listenWhileSeen()
  return stop
}
