import { AppError, SECOND_MS } from '@avouch/contract'
import { type Caller, createFairQueue } from './fair-queue.ts'

const PATIENCE_MS = 4 * SECOND_MS
/** The queue has moved on by then. */
const RETRY_SECONDS = 2

type Waiting = { start: () => void; refuse: () => void }
export type FairGate = ReturnType<typeof createFairGate>

/**
 * Runs a few jobs at once; others wait in a fair queue, for at most four seconds.
 * @throws AppError service_unavailable for a job that may not wait, or has waited too long; it has not begun then
 */
export function createFairGate({ atOnce, perLane }: { atOnce: number; perLane: number }) {
  let running = 0
  const queue = createFairQueue<Waiting>({ perLane })

  const turnOf = (caller: Caller) =>
    new Promise<void>((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer)
        reject(new AppError('service_unavailable', { retry_after: RETRY_SECONDS }))
      }
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const waiting = { start, refuse }
      const timer = setTimeout(() => {
        queue.remove(waiting)
        refuse()
      }, PATIENCE_MS)
      queue.add(caller, waiting)?.refuse()
    })

  return async function run<T>(caller: Caller, job: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await turnOf(caller)
    else running++
    try {
      return await job()
    } finally {
      const next = queue.take()
      if (next === undefined) running--
      else next.start()
    }
  }
}
