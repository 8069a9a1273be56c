import { type OperatorSwitch, SECOND_MS, type SwitchValue, type SwitchValues } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { DatabaseUnavailable } from '../../platform/database/availability.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audit } from '../audit/index.ts'
import { readSwitches, type SwitchEntry, writeSwitch } from './switch-store.ts'

const OFF: SwitchValues = { maintenance: '0', broadcast: '0' }
const RECENT_MS = SECOND_MS

/** `signUpByDefault`: test projects for everyone, as long as the operator has not said anything. */
type Deps = { db: Database; clock: Clock; audit: Audit; signUpByDefault: boolean }

/** The settings that the operator changes while the product runs. They are read each time, so a change holds from the next call on. */
export class Switches {
  readonly #deps: Deps
  #last = { values: OFF, readAt: 0 }

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async all(): Promise<SwitchEntry[]> {
    const { db, signUpByDefault } = this.#deps
    return (await readSwitches(db)).map((one) =>
      one.name === 'provider_signup' && one.changedAt === null ? { ...one, value: signUpByDefault ? '1' : '0' } : one,
    )
  }

  set(name: OperatorSwitch, value: SwitchValue): Promise<void> {
    const { db, clock, audit } = this.#deps
    return db.transaction(async (tx) => {
      if (await writeSwitch(tx, name, value, clock()))
        await audit.append(tx, { type: 'operator.switch_set', reason: `${name} ${value}` })
    })
  }

  async values(): Promise<SwitchValues> {
    const found = await readSwitches(this.#deps.db)
    return { ...OFF, ...Object.fromEntries(found.map(({ name, value }) => [name, value])) }
  }

  async isOn(name: OperatorSwitch) {
    return (await this.all()).some((one) => one.name === name && one.value === '1')
  }

  /** For every page that is sent: a second old at most, and the last known values while they can't be read. */
  async recent(): Promise<SwitchValues> {
    const now = this.#deps.clock().getTime()
    if (now - this.#last.readAt < RECENT_MS) return this.#last.values
    this.#last = { ...this.#last, readAt: now }
    try {
      this.#last = { values: await this.values(), readAt: now }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
    return this.#last.values
  }
}
