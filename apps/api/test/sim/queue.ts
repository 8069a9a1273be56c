import { hash } from 'node:crypto'
import { setImmediate as othersRun } from 'node:timers/promises'
import { mock } from 'node:test'
import { type HashCaller, type Lane, PinHasher } from '../../src/modules/accounts/pin-queue.ts'

const [HASH_MS, AT_ONCE, TRIES, LAST_TRIES_MS, REST_MS] = [40, 2, 6, 60_000, 10_000]
/** People of each kind. */
const PER_SECOND = 0.5
const CARRIERS = 5
/** The lanes of the steps of a sign-in. */
const PEOPLE = {
  newcomers: ['captcha', 'begun'],
  'holders, new browser': ['captcha', 'begun'],
  'holders, recognised': ['recognised', 'recognised'],
} satisfies Record<string, readonly Lane[]>
export const COMERS = Object.keys(PEOPLE)

/**
 * Strangers, each call from an address that no other has, and the lanes of one's calls. `accounts`: theirs, with the right PIN;
 * none where each has a number that no other has. How many
 * percent of each kind of people may be kept out at 2 and 5 times what is hashed.
 */
export type Flood = { name: string; lanes: readonly Lane[]; accounts?: number; mayLose?: readonly number[][] }
const TEN_GRANTS = Array<Lane>(10).fill('begun')
export const FLOODS: readonly Flood[] = [
  { name: 'PINs: right ones of 50 accounts at the token endpoint', lanes: ['bare'], accounts: 50 },
  { name: 'PINs: right ones of 10,000 accounts at the token endpoint', lanes: ['bare'], accounts: 10_000 },
  { name: 'PINs: right ones of 50 accounts in recognised browsers', lanes: ['recognised'], accounts: 50 },
  {
    name: 'PINs: right ones of 10,000 accounts in recognised browsers',
    lanes: ['recognised'],
    accounts: 10_000,
    mayLose: [
      [0, 0, 10],
      [0, 0, 50],
    ],
  },
  {
    name: 'PINs: sign-ups with captchas',
    lanes: ['captcha'],
    mayLose: [
      [15, 15, 0],
      [60, 60, 0],
    ],
  },
  {
    name: 'PINs: sign-ups with captchas, and ten grants of each',
    lanes: ['captcha', ...TEN_GRANTS],
    mayLose: [
      [0, 0, 0],
      [10, 10, 0],
    ],
  },
]
export const RATIOS = [1.2, 2, 5]

/** @returns how many percent of each kind of people did not get in within six tries */
export async function floodQueue({ lanes, accounts, mayLose = [] }: Flood, ratio: number, seconds = 120) {
  const [lastComerAt, lastStrikeAt] = [1_000 * seconds, 1_000 * seconds + LAST_TRIES_MS]
  let [now, ids] = [0, 0]
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(performance, 'now', () => now)
  const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  const hasher = new PinHasher({ memoryKib: 64, passes: 1, atOnce: AT_ONCE })
  const take = (caller: HashCaller) => hasher.inTurn(caller, () => pause(HASH_MS).then(() => true)).catch(() => false)
  const random = () => hash('sha256', newId(), 'buffer').readUInt32BE() / 2 ** 32
  const newId = () => `${(ids += 1)}`

  async function strike(): Promise<void> {
    const number = accounts === undefined ? newId() : `account ${(ids += 1) % accounts}`
    for (const lane of lanes) if (now >= lastStrikeAt || !(await take({ lane, address: newId(), number }))) return
  }
  const tally = Object.values(PEOPLE).map((steps) => ({ steps, asked: 0, refused: 0 }))
  async function come(kind: (typeof tally)[number]): Promise<void> {
    const [i, number] = [Number(newId()), newId()]
    const address = random() < 0.5 ? `carrier ${i % CARRIERS}` : newId()
    kind.asked += 1
    let left = TRIES
    for (const lane of kind.steps)
      while (!(await take({ lane, address, number }))) {
        left -= 1
        if (left === 0) return void (kind.refused += 1)
        await pause(2_000 + 500 * random())
      }
  }

  const perMs = (AT_ONCE / HASH_MS) * (ratio / lanes.length)
  const all: Promise<void>[] = []
  for (; now < lastStrikeAt + REST_MS; now++) {
    if (now < lastStrikeAt && random() < perMs) all.push(strike())
    for (const kind of tally) if (now < lastComerAt && random() < PER_SECOND / 1_000) all.push(come(kind))
    mock.timers.tick(1)
    await othersRun()
  }
  await Promise.all(all)
  mock.reset()
  const refused = tally.map((kind) => (100 * kind.refused) / kind.asked)
  const most = mayLose[RATIOS.indexOf(ratio) - 1] ?? []
  return { refused, isBroken: refused.some((share, i) => share > (most[i] ?? 0)) }
}
