import type { ChildProcess } from 'node:child_process'
import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { answeredTest, beginCheck, createIntent, registered, sendCallback, vendorMessage } from './support/builders.ts'
import { layLine } from './support/cut-line.ts'
import { kill, startProcess as startOwn } from './support/own-process.ts'
import { rows } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'
import { runJob } from './support/whole-database.ts'
import { soak } from './support/soak.ts'

const the = useTestApi()
/** After every which lasting change the server is killed. */
const STRIDE = soak(6, 1)
type Line = Awaited<ReturnType<typeof layLine>>

const startProcess = ({ url }: Line) => startOwn(the.api, url)
const heard = (intentId: string) => the.api.world.eventsOf(intentId)
const settled = async (intentId: string) =>
  (await rows(the.api, `select 1 from webhook_event where intent_id = $1 and state = 'delivered'`, [intentId])).length >
  0
const succeeds = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  )

/** An under-age account is deactivated by a job, apart from the webhook. */
const isClosed = async () =>
  (await rows(the.api, `select 1 from account where kyc_status = 'UNDERAGED' and state = 'active'`, [])).length === 0

type Outcome = 'COMPLETED' | 'UNDERAGED'
const answerTo = { COMPLETED: 'yes', UNDERAGED: 'no' } as const

/** @returns the process that took over, and whether the other one was killed before it had finished */
async function round(line: Line, first: ChildProcess, n: number, outcome: Outcome) {
  const { bearer } = await registered(the.api)
  const intent = await createIntent(the.api)
  const { code } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
  const message = vendorMessage(the.api, code, outcome)
  const tell = () =>
    succeeds(sendCallback(the.api, message).then(({ ok }) => ok || Promise.reject(new Error('refused'))))
  const confirm = () =>
    succeeds(the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer }))

  line.cutAt(n, () => void first.kill('SIGKILL'))
  const isReported = await tell()
  const isConfirmed = outcome === 'COMPLETED' && isReported && (await confirm())
  while (!first.killed && !((await settled(intent.id)) && (await isClosed())))
    await new Promise((wake) => setTimeout(wake, 20))
  const isKilled = first.killed
  await kill(first)
  line.mend()

  // Longer than a claim on an event lasts.
  the.api.clock.advance(MINUTE_MS + 1_000)
  const next = await startProcess(line)
  // Acknowledged calls are not repeated; the others are, by the caller that waits for the answer.
  if (!isReported) expect(await tell()).toBe(true)
  if (outcome === 'COMPLETED' && !isConfirmed) expect(await confirm()).toBe(true)
  // Another process looks for ended accounts every minute.
  if (outcome === 'UNDERAGED') await runJob(the.api, 'accounts.erase')
  await expect.poll(() => settled(intent.id)).toBe(true)
  const events = heard(intent.id)
  expect(new Set(events.map(({ id }) => id)).size).toBe(1)
  expect(new Set(events.map(({ event }) => event.data.result))).toEqual(new Set([answerTo[outcome]]))
  return { next, isKilled }
}

test.each<[Outcome, number]>([
  ['COMPLETED', 4],
  ['UNDERAGED', 6],
])(
  'A server killed after any lasting change between the report %s and its webhook loses nothing [OPS-03 PROV-05]',
  { timeout: 600_000 },
  async (outcome, atLeast) => {
    const line = await layLine(new URL(the.api.databaseUrl ?? ''))
    await the.api.aside(async () => {
      let running = await startProcess(line)
      let changes = 0
      try {
        for (let isKilled = true; isKilled; changes += STRIDE) {
          const ended = await round(line, running, changes + 1, outcome)
          running = ended.next
          isKilled = ended.isKilled
        }
      } finally {
        await kill(running)
        await line.close()
      }
      expect(changes).toBeGreaterThan(atLeast)
    })
  },
)

test('An event that a receiver holds while its server is killed comes again under the same id, until it is taken [OPS-03 PROV-05 PROV-12]', async () => {
  const line = await layLine(new URL(the.api.databaseUrl ?? ''))
  await the.api.aside(async () => {
    const goOn = the.api.world.holdUp('/webhooks/avouch')
    let running = await startProcess(line)
    try {
      const { id } = await answeredTest(the.api)
      await the.api.world.until(() => heard(id).length === 1)
      await kill(running)
      goOn()
      the.api.clock.advance(MINUTE_MS + 1_000)
      running = await startProcess(line)
      await expect.poll(() => settled(id)).toBe(true)
      const [first, second] = heard(id)
      expect([heard(id).length, second?.id, second?.event]).toEqual([2, first?.id, first?.event])

      await kill(running)
      the.api.clock.advance(MINUTE_MS + 1_000)
      running = await startProcess(line)
      const { id: later } = await answeredTest(the.api)
      await expect.poll(() => settled(later)).toBe(true)
      expect(heard(id)).toHaveLength(2)
    } finally {
      await kill(running)
      await line.close()
    }
  })
})
