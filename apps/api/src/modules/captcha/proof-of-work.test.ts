import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createProofOfWork } from './proof-of-work.ts'
import { solvedChallenge } from '#test/captcha.ts'

const TRIES = 8
const now = new Date('2026-03-01T12:00:00Z')
const captcha = createProofOfWork({ tries: TRIES, mac: () => randomBytes(32) })

async function counters(hard: boolean, tasks: number): Promise<number[]> {
  const found = new Set<number>()
  for (let i = 0; i < tasks; i++) {
    const task = await captcha.task('signup', now, hard)
    if (task.provider !== 'pow') throw new Error(task.provider)
    found.add((await solvedChallenge(task.challenge)).solution.counter)
  }
  return [...found].toSorted((a, b) => a - b)
}

test('The right key of a proof of work may be any of the tries, so that a program can skip none [CAPTCHA-04]', async () => {
  // One of them is missing once in 10^11 runs.
  expect(await counters(false, 200)).toEqual(Array.from({ length: TRIES }, (_, i) => i))
})
