/** Browsers that the account knows wait apart from all others. */
export type Lane = 'known' | 'other'
/** For whom something waits: the host of its address, and the number by its index. */
export type Caller = { lane: Lane; address: string; number: string }

/** A lane's turns go round its addresses. */
type Waiting<T> = { entries: Entry<T>[]; addresses: string[] }
type Entry<T> = { item: T; caller: Caller }

/** So many wait in a lane for one address, and for one number. */
const PER_ADDRESS = 2
const PER_NUMBER = 2

/**
 * Lets the lanes take turns, and in a lane the addresses, so that a caller waits for other addresses and never for all the
 * requests of one. It waits for nothing and knows no time.
 */
export function createFairQueue<T>({ perLane }: { perLane: number }) {
  const lanes: Record<Lane, Waiting<T>> = {
    known: { entries: [], addresses: [] },
    other: { entries: [], addresses: [] },
  }
  let turn: Lane = 'known'

  const lines = [
    { most: PER_ADDRESS, shared: (one: Caller, other: Caller) => one.address === other.address },
    { most: PER_NUMBER, shared: (one: Caller, other: Caller) => one.number === other.number },
    { most: perLane, shared: () => true },
  ]

  return {
    /** @returns what may not wait any longer: the newest of the address that has most where there are too many */
    add(caller: Caller, item: T): T | undefined {
      const lane = lanes[caller.lane]
      lane.entries.push({ item, caller })
      if (!lane.addresses.includes(caller.address)) lane.addresses.push(caller.address)
      for (const { most, shared } of lines) {
        const together = lane.entries.filter((entry) => shared(entry.caller, caller))
        if (together.length > most) return removeFrom(lane, newestOfLongest(together))
      }
      return undefined
    },

    /** The next one whose turn it is. */
    take(): T | undefined {
      if (lanes[turn].entries.length === 0) turn = otherThan(turn)
      const lane = lanes[turn]
      const address = lane.addresses.shift()
      const next = lane.entries.find(({ caller }) => caller.address === address)
      if (address === undefined || next === undefined) return undefined
      lane.addresses.push(address)
      turn = otherThan(turn)
      return removeFrom(lane, next)
    },

    /** For what has waited too long. */
    remove(item: T): void {
      for (const lane of Object.values(lanes)) {
        const entry = lane.entries.find((each) => each.item === item)
        if (entry !== undefined) removeFrom(lane, entry)
      }
    },
  }
}

const otherThan = (lane: Lane): Lane => (lane === 'known' ? 'other' : 'known')

/** Among addresses with equally many, the newest of all: that is the last one to come. */
function newestOfLongest<T>(entries: readonly Entry<T>[]): Entry<T> | undefined {
  const counts = new Map<string, number>()
  for (const { caller } of entries) counts.set(caller.address, (counts.get(caller.address) ?? 0) + 1)
  const longest = Math.max(...counts.values())
  return entries.findLast(({ caller }) => counts.get(caller.address) === longest)
}

function removeFrom<T>(lane: Waiting<T>, entry: Entry<T> | undefined): T | undefined {
  if (entry === undefined) return undefined
  lane.entries.splice(lane.entries.indexOf(entry), 1)
  const { address } = entry.caller
  if (!lane.entries.some(({ caller }) => caller.address === address))
    lane.addresses.splice(lane.addresses.indexOf(address), 1)
  return entry.item
}
