export type Repeat = typeof repeat

/** Runs again and again, a while after the run before has ended. `stop` interrupts the run and waits for its end. */
export function repeat(
  run: (signal: AbortSignal) => Promise<void>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
) {
  const stopping = new AbortController()
  let running = Promise.resolve()
  let timer: NodeJS.Timeout

  function wait() {
    timer = setTimeout(() => {
      running = run(stopping.signal)
        .catch(onError)
        .then(() => {
          if (!stopping.signal.aborted) wait()
        })
    }, everyMs)
  }
  wait()

  return {
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
