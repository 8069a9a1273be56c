import { expect, test } from 'vitest'
import { createBacklogs } from './backlogs.ts'
import type { Looking } from './platform/database/backlog.ts'

/** A database whose answers the test gives. */
function database(answer: () => Promise<never[]>) {
  let asked = 0
  const query = () => {
    asked++
    return answer()
  }
  return { look: { query } as unknown as Looking, asked: () => asked }
}

test('OPS-22 the queues are counted once for everyone who asks within seconds', async () => {
  const { look, asked } = database(async () => [])
  const backlogs = createBacklogs({ look, clock: () => new Date() })
  const [first, second] = await Promise.all([backlogs.read(), backlogs.read()])
  expect([first, second]).toEqual([first, first])
  const once = asked()
  await backlogs.read()
  expect([once > 0, asked()]).toEqual([true, once])
})

test('OPS-22 the first statement that fails is the last one', async () => {
  const { look, asked } = database(async () => Promise.reject(new Error('timeout')))
  expect(await createBacklogs({ look, clock: () => new Date() }).read()).toBeUndefined()
  expect(asked()).toBe(1)
})
