import { setImmediate as everythingElse } from 'node:timers/promises'

type Event = { at: number; run: () => unknown }

/** What happens, in the order of its time. A binary heap: events add further ones, and go on later. */
export function createTimeline() {
  const heap: Event[] = []
  let now = 0
  const failures: unknown[] = []
  const fail = (error: unknown) => void failures.push(error)
  const timeOf = (i: number) => heap[i]?.at ?? Number.POSITIVE_INFINITY

  function swap(a: number, b: number): void {
    const [one, other] = [heap[a], heap[b]]
    if (one === undefined || other === undefined) return
    heap[a] = other
    heap[b] = one
  }

  function add(event: Event): void {
    let i = heap.push(event) - 1
    while (i > 0) {
      const above = (i - 1) >> 1
      if (timeOf(above) <= timeOf(i)) return
      swap(above, i)
      i = above
    }
  }

  function first(): Event | undefined {
    const [top] = heap
    const last = heap.pop()
    if (top === undefined || last === undefined || top === last) return top
    heap[0] = last
    for (let i = 0; ; ) {
      const [left, right] = [2 * i + 1, 2 * i + 2]
      const smaller = timeOf(right) < timeOf(left) ? right : left
      if (timeOf(smaller) >= timeOf(i)) return top
      swap(i, smaller)
      i = smaller
    }
  }

  return {
    add,
    now: () => now,
    /** Goes on so much later. */
    after: (forMs: number): Promise<void> => new Promise((run) => add({ at: now + forMs, run: () => run() })),
    /** Runs everything before the end; what comes later stays. */
    async run(endMs: number): Promise<void> {
      while (timeOf(0) < endMs) {
        const event = first()
        if (event === undefined) return
        now = event.at
        void (async () => event.run())().catch(fail)
        // Nothing waits for anything but its time: what an event began is as far as it gets.
        await everythingElse()
        if (failures.length > 0) throw new AggregateError(failures, 'an event of the simulation failed')
      }
    },
  }
}
export type Timeline = ReturnType<typeof createTimeline>
