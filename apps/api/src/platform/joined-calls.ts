import { setImmediate } from 'node:timers/promises'

/** A statement for more of them would keep the others waiting. */
const MOST_ITEMS = 250

/** A result that takes longer than those of the others comes on its own. */
type Results<Result> = readonly (Result | Promise<Result>)[]
type Batch<Item, Result> = { items: Item[]; results: Promise<Results<Result>> }

/**
 * Calls of the same moment share one run: what comes in with one turn of the event loop is run at its end. None waits for a
 * run that has begun already. An error is that of all who joined, and of no later call.
 * @param run gives a result for each item, in their order
 */
export function joinCalls<Item, Result>(run: (items: readonly Item[]) => Promise<Results<Result>>) {
  let next: Batch<Item, Result> | undefined

  function begin(): Batch<Item, Result> {
    const items: Item[] = []
    const batch: Batch<Item, Result> = {
      items,
      results: setImmediate().then(() => {
        if (next === batch) next = undefined
        return run(items)
      }),
    }
    return batch
  }

  return async (item: Item): Promise<Result> => {
    if (next === undefined || next.items.length >= MOST_ITEMS) next = begin()
    const batch = next
    const index = batch.items.push(item) - 1
    // The run has a result for each item.
    return (await batch.results)[index] as Result | Promise<Result>
  }
}
