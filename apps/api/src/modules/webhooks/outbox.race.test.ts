import { expect, test } from 'vitest'
import { answeredTest, checked, createIntent } from '#test/builders.ts'
import { createLine } from '#test/line.ts'
import { soak } from '#test/soak.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })
const key = () => ({ bearer: the.api.credentials.provider.apiKey })
const confirm = async (mintid: string, bearer: string) =>
  (await the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })).data
const cancel = async (id: string) => (await the.api.client('cancelIntent', { params: { id } }, key())).data
const read = async (id: string) => (await the.api.client('readIntent', { params: { id } }, key())).data
const heard = (id: string) => the.api.world.eventsOf(id)
const arrived = (ids: readonly string[]) => the.api.world.until(() => ids.every((id) => heard(id).length > 0))

/** Waits until every event is recorded as delivered: a worker would find none. */
async function untilSettled() {
  const open = () => rows(the.api, `select id from webhook_event where state <> 'delivered'`)
  await expect.poll(open).toEqual([])
}

test('Two processes send each event of a provider once, and the numbers have no gap [PROV-05 PROV-12 PROV-06]', async () => {
  const twin = await the.api.twin()
  try {
    const made: string[] = []
    for (let round = 0; round < 5; round++) {
      const answers = await together(times(8, async () => (await answeredTest(the.api)).id))
      made.push(...successes(answers))
    }
    expect(made).toHaveLength(40)
    await arrived(made)
    await untilSettled()
    const events = made.flatMap(heard)
    expect(events).toHaveLength(40)
    expect(new Set(events.map(({ id }) => id)).size).toBe(40)
    const numbers = events.map(({ event }) => event.sequence).sort((a, b) => a - b)
    const [first = 0] = numbers
    expect(numbers).toEqual(numbers.map((_, place) => first + place))
  } finally {
    await twin.close()
  }
})

test('Many answers of a website at once wait for no round trip of each other to the database, and the numbers have no gap [PROV-12]', async () => {
  const MANY = 40
  const DELAY_MS = 150
  await using line = await createLine(the.api.databaseUrl ?? '', { delayMs: DELAY_MS })
  const far = await the.api.twin({ DATABASE_URL: line.url, DATABASE_POOL_SIZE: String(MANY) })
  const ids: string[] = []
  for (let i = 0; i < MANY; i++) ids.push((await createIntent(the.api)).id)
  const answer = (i: number) =>
    far.client('answerTestIntent', { params: { id: ids[i] ?? '' }, body: { result: 'yes' } }, key())
  // Connects, which takes several round trips.
  await together(times(MANY, (i) => far.client('readIntent', { params: { id: ids[i] ?? '' } }, key())))
  const begun = performance.now()
  const answers = await together(times(MANY, answer))
  expect(performance.now() - begun).toBeLessThan(MANY * 2 * DELAY_MS)
  expect(successes(answers)).toHaveLength(MANY)
  const numbers = await rows(the.api, 'select sequence from webhook_event where intent_id = any($1) order by 1', [ids])
  expect(numbers).toEqual(numbers.map((_, i) => ({ sequence: Number(numbers[0]?.['sequence']) + i })))
  expect(numbers).toHaveLength(MANY)
  await arrived(ids)
  await far.close()
})

test('Of a cancellation and a confirmation at once one wins, and read, event and visitor agree [PROV-06 PROV-08]', async () => {
  for (let round = 0; round < soak(12, 50); round++) {
    const { bearer, intent } = await checked(the.api, 'COMPLETED')
    const calls = [() => confirm(intent.mintid, bearer), () => cancel(intent.id)]
    const inOrder = round % 2 === 0 ? calls : calls.reverse()
    const outcomes = await together<unknown>(inOrder)
    const [confirmed, cancelled] = round % 2 === 0 ? outcomes : [...outcomes].reverse()
    const { status, result } = await read(intent.id)
    await arrived([intent.id])
    const told = heard(intent.id)[0]?.event
    expect([confirmed?.ok, cancelled?.ok].filter((ok) => ok === true)).toHaveLength(1)
    if (confirmed?.ok === true) {
      expect(cancelled).toMatchObject({ status: 409, code: 'intent_answered' })
      expect([status, result, told?.type, told?.data.result]).toEqual(['confirmed', 'yes', 'intent.confirmed', 'yes'])
    } else {
      expect(confirmed).toMatchObject({ status: 404, code: 'mintid_used' })
      expect([status, result, told?.type, told?.data.result]).toEqual(['cancelled', null, 'intent.cancelled', null])
    }
    expect(await rows(the.api, 'select 1 from webhook_event where intent_id = $1', [intent.id])).toHaveLength(1)
  }
})

test('Of requests at once with one Idempotency-Key the same ones get one intent, and others are refused [PROV-01]', async () => {
  const ask = (i: number) => createIntent(the.api, { reference: i % 2 === 0 ? 'a' : 'b' }, 'both')
  const outcomes = await together(times(20, ask))
  expect(tally(outcomes)).toEqual({ ok: 10, '422 idempotency_key_reused': 10 })
  expect(new Set(successes(outcomes).map((intent) => JSON.stringify(intent))).size).toBe(1)
  expect(await rows(the.api, `select 1 from intent where idempotency_key = 'both'`)).toHaveLength(1)
})
