import { SECOND_MS, type WorkAnswer, type WorkChallenge } from '@avouch/contract'
import { solveChallengeWorkers } from 'altcha/lib'
import keyWorker from 'altcha/workers/pbkdf2?worker&url'
import { Blocked } from '#api/connection.ts'
import { withTimeout } from './with-timeout.ts'
import { trustedScript } from './trusted.ts'

/** Leaves a core of a phone to the page. */
const WORKERS = 2
/** A slow phone takes ten seconds for the hardest challenge. */
const PATIENCE_MS = 20 * SECOND_MS

/**
 * Finds the key in workers, off the page's thread.
 * @throws Blocked where the browser has no workers, their script does not load, or they do not answer
 */
export async function work(challenge: WorkChallenge): Promise<string> {
  const workers: Worker[] = []
  const createWorker = () => {
    const worker = new Worker(trustedScript(keyWorker), { type: 'module' })
    workers.push(worker)
    return worker
  }
  const solving = solveChallengeWorkers({ challenge, concurrency: WORKERS, createWorker })
  try {
    const solution = await withTimeout(PATIENCE_MS, solving)
    if (solution === null) throw new Error('the proof of work took too long')
    const { counter, derivedKey } = solution
    const answer: WorkAnswer = { challenge, solution: { counter, derivedKey } }
    return btoa(JSON.stringify(answer))
  } catch (cause) {
    throw new Blocked('notice.captchaSilent', cause)
  } finally {
    for (const worker of workers) worker.terminate()
  }
}
