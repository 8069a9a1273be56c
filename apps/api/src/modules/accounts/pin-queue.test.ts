import { afterEach, expect, test, vi } from 'vitest'
import { type HashCaller, PinHasher } from './pin-queue.ts'

const COSTS = { memoryKib: 64, passes: 1 }
let callers = 0
/** Another address and another number than those of any other caller. */
const caller = (given: Partial<HashCaller> = {}): HashCaller => {
  callers++
  return { lane: 'bare', address: `address ${callers}`, number: `number ${callers}`, ...given }
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

test('Half of the turns are for browsers that passed a captcha, a quarter for recognised ones, in the order in which they came [LIMIT-15 LIMIT-19]', async () => {
  const { ask, served } = atWork()
  const lanes = ['bare', 'captcha', 'begun', 'recognised'] as const
  await Promise.all([1, 2, 3].flatMap((i) => lanes.map((lane) => ask(`${lane} ${i}`, { lane }))))
  const round = (i: number) => lanes.toReversed().map((lane) => `${lane} ${i}`)
  expect(served).toEqual([...round(1), ...round(2), ...round(3)])
})

test('A full queue of PINs without a captcha keeps out none that follows one [LIMIT-19]', async () => {
  const { ask, served } = atWork(2)
  const bare = ['bare 1', 'bare 2', 'bare 3'].map((name) => ask(name))
  const outcomes = Promise.allSettled(bare)
  await Promise.all([ask('first step', { lane: 'captcha' }), ask('second step', { lane: 'begun' })])
  expect(await outcomes).toMatchObject([{}, {}, { reason: busy }])
  expect(served).toEqual(['second step', 'first step', 'bare 1', 'bare 2'])
})

test.for(['recognised', 'begun', 'captcha', 'bare'] as const)(
  'In a full queue of PINs a new number takes the place of one that asks all the time: %s [LIMIT-15]',
  async (lane) => {
    const { hasher, first, ask, served } = atWork(2)
    const flood = ['1', '2'].map((number) => ({ number, lane }))
    await first
    for (const one of [...flood, ...flood]) await hasher.hash('2580', caller(one))
    const busyAgain = hasher.hash('2580', caller())
    const waiting = Promise.allSettled(flood.map((one) => ask(one.number, one)))
    await Promise.all([busyAgain, ask('newcomer', { lane })])
    expect(await waiting).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: busy }])
    expect(served).toEqual(['newcomer', '1'])
  },
)

test.for([
  ['captcha', 'begun'],
  ['recognised', 'recognised'],
] as const)('A person’s first step puts the second one behind nobody: %s, %s [LIMIT-19]', async ([before, lane]) => {
  const { hasher, first, ask, served } = atWork()
  await first
  await hasher.hash('2580', caller({ number: 'mine', lane: before }))
  const busyAgain = hasher.hash('2580', caller())
  await Promise.all([busyAgain, ask('second step', { number: 'mine', lane }), ask('stranger', { lane })])
  expect(served).toEqual(['second step', 'stranger'])
})

test('PIN hashes that have waited for four seconds are refused, and later ones are computed [LIMIT-15]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { ask, first } = atWork()
  const outcomes = Promise.allSettled([ask('1'), ask('2', { lane: 'recognised' })])
  vi.advanceTimersByTime(3_999)
  const late = ask('3')
  vi.advanceTimersByTime(1)
  expect(await outcomes).toMatchObject([{ reason: busy }, { reason: busy }])
  await Promise.all([first, late])
})
