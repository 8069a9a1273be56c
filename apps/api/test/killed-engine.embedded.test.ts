import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { createIntent } from './support/builders.ts'
import { kill, startProcess } from './support/own-process.ts'
import { soak } from './support/soak.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()
const KILLS = soak(2, 100)
/** The requests to each process at once, and how many answers it lives for at most. */
const [AT_ONCE, MOST_ANSWERS] = [4, 30]

const read = (id: string) =>
  the.api.client('readIntent', { params: { id } }, { bearer: the.api.credentials.provider.apiKey })

/** Requests until the process is killed in the middle of others. @returns what was acknowledged */
async function untilKilled(running: Awaited<ReturnType<typeof startProcess>>): Promise<string[]> {
  const acknowledged: string[] = []
  const last = randomInt(1, MOST_ANSWERS)
  const work = async () => {
    while (!running.killed) {
      const created = await createIntent(the.api).catch(() => undefined)
      if (created === undefined) return
      acknowledged.push(created.id)
      if (acknowledged.length === last) running.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await kill(running)
  return acknowledged
}

test('The embedded database has everything that was acknowledged, however often its process is killed [OPS-03]', {
  timeout: 1_800_000,
}, async () => {
  const all: string[] = []
  await the.api.aside(async () => {
    for (let i = 0; i < KILLS; i++) {
      const running = await startProcess(the.api, '')
      // The requests over which the process before was killed.
      for (const id of all.slice(-AT_ONCE)) expect((await read(id)).data.id).toBe(id)
      all.push(...(await untilKilled(running)))
    }
  })
  const kept = new Set(
    (await the.api.contents()).filter(({ table }) => table === 'public.intent').map(({ row }) => row['id']),
  )
  expect(all.length).toBeGreaterThanOrEqual(KILLS)
  expect(all.filter((id) => !kept.has(id))).toEqual([])
})
