import { SECOND_MS, type SwitchValues } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { SwitchStore } from './ports.ts'

const OFF: SwitchValues = { maintenance: '0', broadcast: '0' }
const RECENT_MS = SECOND_MS

export type Switches = ReturnType<typeof createSwitches>

/** What the operator changes while the product runs. It is read each time, so a change holds from the next call on. */
export function createSwitches({ store, clock }: { store: Pick<SwitchStore, 'all'>; clock: Clock }) {
  async function values(): Promise<SwitchValues> {
    return { ...OFF, ...Object.fromEntries((await store.all()).map(({ name, value }) => [name, value])) }
  }

  let last = { values: OFF, readAt: 0 }
  /** For every page that is sent: a second old at most, and as they were last known while they can't be read. */
  async function recent(): Promise<SwitchValues> {
    const now = clock().getTime()
    if (now - last.readAt < RECENT_MS) return last.values
    last = { ...last, readAt: now }
    last = { values: await values().catch(() => last.values), readAt: now }
    return last.values
  }

  return { values, recent }
}
