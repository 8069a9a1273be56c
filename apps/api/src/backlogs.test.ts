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

test('The queues are counted once for everyone who asks within seconds [OPS-22]', async () => {
  const { look, asked } = database(async () => [])
  const backlogs = createBacklogs({ look, clock: () => new Date() })
  const [first, second] = await Promise.all([backlogs.read(), backlogs.read()])
  expect([first, second]).toEqual([first, first])
  const once = asked()
  await backlogs.read()
  expect([once > 0, asked()]).toEqual([true, once])
})

test('The count of the queues ends with the first statement that fails [OPS-22]', async () => {
  const { look, asked } = database(async () => Promise.reject(new Error('timeout')))
  expect(await createBacklogs({ look, clock: () => new Date() }).read()).toBeUndefined()
  expect(asked()).toBe(1)
})
