type Event = { at: number; run: (at: number) => Promise<void> | void }

/** What happens, in the order of its time. A binary heap: events add further ones. */
export function createTimeline() {
  const heap: Event[] = []
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

  return { add, first }
}
export type Timeline = ReturnType<typeof createTimeline>
