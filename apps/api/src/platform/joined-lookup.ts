import { setImmediate } from 'node:timers/promises'

/** A statement for more of them would keep the others waiting. */
const MOST_KEYS = 250

type Batch<Found> = { keys: Buffer[]; found: Promise<ReadonlyMap<string, Found>> }

export const lookupName = (key: Buffer): string => key.toString('latin1')

/**
 * Lookups of the same moment share one statement: what comes in with one turn of the event loop is asked for at its end.
 * None waits for a statement that runs already. An error is everybody's whose key was asked for, and of no later call.
 * @param findAll gives what was found by the key's `lookupName`
 */
export function joinLookups<Found>(findAll: (keys: readonly Buffer[]) => Promise<ReadonlyMap<string, Found>>) {
  let next: Batch<Found> | undefined

  function begin(): Batch<Found> {
    const keys: Buffer[] = []
    const batch: Batch<Found> = {
      keys,
      found: setImmediate().then(() => {
        if (next === batch) next = undefined
        return findAll(keys)
      }),
    }
    return batch
  }

  return async (key: Buffer): Promise<Found | undefined> => {
    if (next === undefined || next.keys.length >= MOST_KEYS) next = begin()
    next.keys.push(key)
    return (await next.found).get(lookupName(key))
  }
}
