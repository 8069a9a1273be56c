import { afterEach, expect, test, vi } from 'vitest'
import { type HashCaller, PinHasher } from './pin-queue.ts'

const COSTS = { memoryKib: 64, passes: 1 }
let callers = 0
/** Another address and another number than those of any other caller. */
const caller = (given: Partial<HashCaller> = {}): HashCaller => {
  callers++
  return { address: `address ${callers}`, number: `number ${callers}`, recognised: false, ...given }
}
const busy = { code: 'service_unavailable', details: { retry_after: 2 } }

/** A hasher that does one hash at a time, and is at work already: what is asked for now waits. */
function atWork(perLane = 8) {
  const hasher = new PinHasher({ ...COSTS, atOnce: 1, perLane })
  const first = hasher.hash('2580', caller())
  const served: string[] = []
  const ask = (name: string, given?: Partial<HashCaller>) =>
    hasher.hash('2580', caller(given)).then(() => void served.push(name))
  return { hasher, first, served, ask }
}

afterEach(() => vi.useRealTimers())

test('A PIN is kept as an Argon2id hash with its parameters, different each time [X-13]', async () => {
  const hasher = new PinHasher({ ...COSTS, atOnce: 2, perLane: 8 })
  const [one, two] = [await hasher.hash('2580', caller()), await hasher.hash('2580', caller())]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  expect(one).not.toBe(two)
  expect([await hasher.matches(one, '2580', caller()), await hasher.matches(one, '2581', caller())]).toEqual([
    true,
    false,
  ])
})

test.each(['address', 'number'] as const)(
  'Two PIN hashes of one %s wait at a time, and a third is refused [LIMIT-15]',
  async (shared) => {
    const { ask, served } = atWork()
    const outcomes = await Promise.allSettled(['1', '2', '3'].map((name) => ask(name, { [shared]: 'the same' })))
    expect(outcomes[2]).toMatchObject({ status: 'rejected', reason: busy })
    expect(served).toEqual(['1', '2'])
    await ask('4', { [shared]: 'the same' })
  },
)

test('PIN hashes of recognised browsers and of all others take turns, in the order in which they came [LIMIT-15]', async () => {
  const { ask, served } = atWork()
  const others = ['other 1', 'other 2', 'other 3'].map((name) => ask(name))
  const recognised = ['recognised 1', 'recognised 2'].map((name) => ask(name, { recognised: true }))
  await Promise.all([...others, ...recognised])
  expect(served).toEqual(['recognised 1', 'other 1', 'recognised 2', 'other 2', 'other 3'])
})

test('An address that asks all the time keeps no newcomer out of a full queue of PIN hashes [LIMIT-15]', async () => {
  const { hasher, first, ask, served } = atWork(2)
  const flood = ['1', '2'].map((address) => ({ address }))
  await first
  for (const one of flood) await hasher.hash('2580', caller(one))
  const busyAgain = hasher.hash('2580', caller())
  const waiting = Promise.allSettled(flood.map((one) => ask(one.address, one)))
  await Promise.all([busyAgain, ask('newcomer')])
  expect(await waiting).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: busy }])
  expect(served).toEqual(['newcomer', '1'])
})

test('PIN hashes that have waited for four seconds are refused, and later ones are computed [LIMIT-15]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { ask, first } = atWork()
  const outcomes = Promise.allSettled([ask('1'), ask('2', { recognised: true })])
  vi.advanceTimersByTime(3_999)
  const late = ask('3')
  vi.advanceTimersByTime(1)
  expect(await outcomes).toMatchObject([{ reason: busy }, { reason: busy }])
  await Promise.all([first, late])
})
