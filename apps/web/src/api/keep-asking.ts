import { inBackground } from './report.ts'

type Asking<Answer> = {
  ask: (signal: AbortSignal) => Promise<Answer>
  everyMs: number
  /** A tick asks only then; a page that is seen again asks anyway. */
  isDue?: () => boolean
  hear: (answer: Answer) => void
  /** One that fails is followed by the next. */
  failed?: (error: unknown) => void
}

/** A question without an answer by then is given up: a dead connection reports no error. */
const PATIENCE_MS = 8_000

/**
 * Asks at once, every so often, and when the page is seen again: timers and connections of a tab in the background may have
 * stood still. A hidden page does not ask. Keeps nothing, so that the pages of a sign-in need no React Query for it.
 * @returns the end of it
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
