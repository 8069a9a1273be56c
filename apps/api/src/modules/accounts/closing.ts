import type { Clock } from '../../platform/clock.ts'
import type { Intents } from '../intents/index.ts'
import type { AccountStore } from './ports.ts'

type Deps = {
  store: Pick<AccountStore, 'deactivated' | 'erase'>
  intents: Pick<Intents, 'withdrawAll'>
  clock: Clock
}

/**
 * For every account that ended: tells the providers that wait, then forgets the person once the time has come.
 * Repeating it changes nothing. One that fails keeps nobody else waiting, and is told of at the end.
 */
export const createClosing =
  ({ store, intents, clock }: Deps) =>
  async (): Promise<void> => {
    const failures: unknown[] = []
    for (const id of await store.deactivated()) {
      try {
        await intents.withdrawAll(id)
        await store.erase(id, clock())
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'accounts that ended were not closed')
  }
