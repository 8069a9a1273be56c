import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import type { Executor } from '../../platform/database/database.ts'
import { Captcha } from './captcha.ts'
import { createProofOfWork } from './proof-of-work.ts'
import { solvedChallenge } from '#test/captcha.ts'
import { noAudit } from '#test/no-audit.ts'

const now = new Date('2026-03-01T12:00:00Z')

test('Every call is refused while the captcha service is down [CAPTCHA-04]', async () => {
  const captcha = new Captcha({
    db: { query: async () => [] } as unknown as Executor,
    provider: { task: async () => ({ provider: 'off' }), verify: async () => ({ kind: 'down' }) },
    networks: { isBusy: async () => false },
    codes: { areGuessed: async () => false },
    isRecognised: async () => false,
    clock: () => now,
    audit: noAudit,
  })
  const caller = { address: UNKNOWN_ADDRESS, device: null }
  await expect(captcha.check('signup', 'x', caller)).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('The right key of a proof of work may be any of the tries, so that a program can skip none [CAPTCHA-04]', async () => {
  const tries = 8
  const ours = createProofOfWork({ tries, mac: () => randomBytes(32) })
  const found = new Set<number>()
  // One of them is missing once in 10^11 runs.
  for (let i = 0; i < 200; i++) {
    const task = await ours.task('signup', now, false)
    if (task.provider === 'pow') found.add((await solvedChallenge(task.challenge)).solution.counter)
  }
  expect([...found].toSorted((a, b) => a - b)).toEqual(Array.from({ length: tries }, (_, i) => i))
})
