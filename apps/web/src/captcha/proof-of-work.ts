import type { WorkAnswer, WorkChallenge } from '@avouch/contract'
import { solveChallengeWorkers } from 'altcha/lib'
import keyWorker from 'altcha/workers/pbkdf2?worker&url'
import { trustedScript } from './trusted.ts'

/** Phones have several cores; the page needs one of them. */
const WORKERS = 2

/** Finds the key beside the page, in workers. */
export async function work(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: WORKERS,
    createWorker: () => new Worker(trustedScript(keyWorker), { type: 'module' }),
  })
  if (solution === null) throw new Error('the proof of work took too long')
  const { counter, derivedKey } = solution
  const answer: WorkAnswer = { challenge, solution: { counter, derivedKey } }
  return btoa(JSON.stringify(answer))
}
