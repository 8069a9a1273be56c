import { APP_LINK_POLL_MS } from '@avouch/contract'

type Following<Progress> = {
  /** Where the progress is pushed. */
  events: string
  ask: () => Promise<Progress>
  /** What was pushed; undefined for anything else. */
  parse: (pushed: unknown) => Progress | undefined
  isLast: (progress: Progress) => boolean
}

/** Nothing where it can not be read. */
function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    // No JSON.
    return undefined
  }
}

/**
 * How far the app is, from now on until the end: by push, and where no push arrives by asking. A hidden tab
 * does not ask. @returns the end of it
 */
export function followProgress<Progress>(following: Following<Progress>, tell: (progress: Progress) => void) {
  const { events, ask, parse, isLast } = following
  const poll = () => setInterval(() => void look(), APP_LINK_POLL_MS)
  // Until the first push arrives: a proxy that holds it back reports no error.
  let polling: ReturnType<typeof setInterval> | undefined = poll()
  const push = new EventSource(events)

  function stop() {
    push.close()
    clearInterval(polling)
  }
  function hear(progress: Progress) {
    if (isLast(progress)) stop()
    tell(progress)
  }
  async function look() {
    if (document.hidden) return
    // One that fails is followed by the next.
    const progress = await ask().catch(() => undefined)
    if (progress !== undefined) hear(progress)
  }
  push.addEventListener('message', ({ data }) => {
    clearInterval(polling)
    polling = undefined
    const progress = parse(readJson(data))
    if (progress !== undefined) hear(progress)
  })
  push.addEventListener('error', () => {
    polling ??= poll()
  })
  return stop
}
