export type Repeat = typeof repeat

/** Runs again and again, a while after the run before has ended. `stop` interrupts the run and waits for its end. */
export function repeat(
  run: (signal: AbortSignal) => Promise<void>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
) {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let runAgain = false
  let timer: NodeJS.Timeout

  function start() {
    clearTimeout(timer)
    runAgain = false
    running = run(stopping.signal)
      .catch(onError)
      .then(() => {
        running = undefined
        if (stopping.signal.aborted) return
        if (runAgain) start()
        else wait()
      })
  }
  function wait() {
    timer = setTimeout(start, everyMs)
  }
  wait()

  return {
    /** Runs now; during a run, once more after it. */
    wake(): void {
      if (stopping.signal.aborted) return
      if (running === undefined) start()
      else runAgain = true
    },
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
