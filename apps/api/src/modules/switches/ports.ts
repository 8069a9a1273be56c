import type { SwitchName, SwitchValue } from '@avouch/contract'

export type SwitchEntry = { name: SwitchName; value: SwitchValue; changedAt: Date | null }

export type SwitchStore = {
  all(): Promise<SwitchEntry[]>
  /** What is the other way round already stays as it is, with the time of its change. */
  set(name: SwitchName, value: SwitchValue, now: Date): Promise<void>
}
