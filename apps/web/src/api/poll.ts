import { inBackground } from './report.ts'

type Polling<Answer> = {
  ask: (signal: AbortSignal) => Promise<Answer>
  intervalMs: number
  /** Skips a tick that is not due; a page that becomes visible asks anyway. */
  isDue?: () => boolean
  onAnswer: (answer: Answer) => void
  /** Called for a failed question; the next one follows all the same. */
  onError?: (error: unknown) => void
}

/** Gives up a question after this time: a dead connection reports no error. */
const PATIENCE_MS = 8_000

/**
 * Polls: now, in intervals, and when the page becomes visible again, as a background tab's timers may have been paused. A hidden
 * page does not poll. Without React Query, which the pages of a sign-in do not load.
 * @returns stops it
 */
export function poll<Answer>({ ask, intervalMs, isDue = () => true, onAnswer, onError }: Polling<Answer>): () => void {
  const over = new AbortController()
  const { signal } = over
  let asking = false

  function askNow(): void {
    if (asking || document.hidden) return
    asking = true
    const asked = ask(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])).finally(() => {
      asking = false
    })
    inBackground(
      asked.then(
        (answer) => signal.aborted || onAnswer(answer),
        (error: unknown) => signal.aborted || onError?.(error),
      ),
    )
  }
  const tick = () => {
    if (isDue()) askNow()
  }
  const timer = setInterval(tick, intervalMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', askNow, { signal })
  for (const seen of ['focus', 'pageshow', 'online']) window.addEventListener(seen, askNow, { signal })
  tick()
  return () => over.abort()
}
