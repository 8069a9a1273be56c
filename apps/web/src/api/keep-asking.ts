import { inBackground } from './report.ts'

type Asking<Answer> = {
  ask: (signal: AbortSignal) => Promise<Answer>
  everyMs: number
  /** Skips a tick that is not due; a page that becomes visible asks anyway. */
  isDue?: () => boolean
  hear: (answer: Answer) => void
  /** Called for a failed question; the next one follows all the same. */
  failed?: (error: unknown) => void
}

/** Gives up a question after this time: a dead connection reports no error. */
const PATIENCE_MS = 8_000

/**
 * Polls: at once, in intervals, and when the page becomes visible again, as a background tab's timers may have been paused. A hidden
 * page does not poll. Without React Query, which the pages of a sign-in do not load.
 * @returns stops it
 */
export function keepAsking<Answer>({ ask, everyMs, isDue = () => true, hear, failed }: Asking<Answer>): () => void {
  const over = new AbortController()
  const { signal } = over
  let asking = false

  function look(): void {
    if (asking || document.hidden) return
    asking = true
    const asked = ask(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])).finally(() => {
      asking = false
    })
    inBackground(
      asked.then(
        (answer) => signal.aborted || hear(answer),
        (error: unknown) => signal.aborted || failed?.(error),
      ),
    )
  }
  const tick = () => {
    if (isDue()) look()
  }
  const timer = setInterval(tick, everyMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', look, { signal })
  for (const seen of ['focus', 'pageshow', 'online']) window.addEventListener(seen, look, { signal })
  tick()
  return () => over.abort()
}
