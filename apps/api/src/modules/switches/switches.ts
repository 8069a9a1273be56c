import type { SwitchValues } from '@avouch/contract'
import type { SwitchStore } from './ports.ts'

export type Switches = ReturnType<typeof createSwitches>

/** What the operator changes while the product runs. It is read each time, so a change holds from the next call on. */
export function createSwitches({ store }: { store: Pick<SwitchStore, 'all'> }) {
  async function values(): Promise<SwitchValues> {
    const off: SwitchValues = { maintenance: '0', broadcast: '0' }
    return { ...off, ...Object.fromEntries((await store.all()).map(({ name, value }) => [name, value])) }
  }

  return { values }
}
