import { MINUTE_MS } from '@avouch/contract'
import type { Announcements } from './announcements.ts'
import type { JobLog } from './job-log.ts'
import type { Repeat } from './repeat.ts'

/** Work that keeps no state: it looks for what is over, in every process, and running it twice does no harm. */
export type Timer = { name: string; everyMs: number; run: (signal: AbortSignal) => Promise<void> }

type Deps = { repeat: Repeat; announcements: Announcements; jobLog: JobLog }

/** Runs each repeatedly from now on, and immediately when it is announced. */
export function startTimers({ repeat, announcements, jobLog }: Deps, timers: readonly Timer[]) {
  const started = timers.map(({ name, everyMs, run }) => {
    jobLog.begin(name)
    const timer = repeat(
      async (signal) => {
        // A trace each second would hide the others.
        const isRare = everyMs >= MINUTE_MS
        await jobLog.run(name, () => run(signal), { isTraced: isRare })
        if (isRare) await jobLog.write()
      },
      { everyMs, onError: () => {} },
    )
    announcements.on(name, () => timer.wake())
    return timer
  })
  return { stop: async () => void (await Promise.all(started.map((timer) => timer.stop()))) }
}
