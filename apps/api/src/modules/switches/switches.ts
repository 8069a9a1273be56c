import {
  OPERATOR_SWITCHES,
  type OperatorSwitch,
  SECOND_MS,
  type SwitchValue,
  type SwitchValues,
} from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { DatabaseUnavailable } from '../../platform/database/availability.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { nullable, oneOf, row, timestamp } from '../../platform/database/rows.ts'
import type { Audit } from '../audit/index.ts'

const SWITCH = row({ name: oneOf(OPERATOR_SWITCHES), value: oneOf(['0', '1']), changed_at: nullable(timestamp) })

type SwitchEntry = { name: OperatorSwitch; value: SwitchValue; changedAt: Date | null }

async function readSwitches(db: Executor): Promise<SwitchEntry[]> {
  const rows = await db.query('select name, value, changed_at from switch order by name', [], SWITCH)
  return rows.map(({ name, value, changed_at }) => ({ name, value, changedAt: changed_at }))
}

/** @returns false when it was set to the value already: then the time of its change stays */
async function writeSwitch(tx: Executor, name: OperatorSwitch, value: SwitchValue, now: Date): Promise<boolean> {
  const changed = await tx.query(
    `update switch set value = $2, changed_at = $3
     where name = $1 and (value <> $2 or (name = 'provider_signup' and changed_at is null)) returning name`,
    [name, value, now],
  )
  return changed.length > 0
}

const LOCK_MAINTENANCE = `select value from switch where name = 'maintenance' for share`

/** Locks the switch, so that it is turned before or after the transaction. @returns whether maintenance is on */
export async function lockMaintenance(tx: Executor): Promise<boolean> {
  const [maintenance] = await tx.query(LOCK_MAINTENANCE, [], row({ value: oneOf(['0', '1']) }))
  return maintenance?.value === '1'
}

const OFF: SwitchValues = { maintenance: '0', broadcast: '0' }
const RECENT_MS = SECOND_MS

/** `signUpByDefault`: test projects for everyone, as long as the operator has not said anything. */
type Deps = { db: Database; clock: Clock; audit: Audit; signUpByDefault: boolean }

/** The settings that the operator changes while the product runs. They are read each time, so a change counts from the next call on. */
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

  /** Reads the values for a page: a second old at most, and the last known ones while the database is away. */
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
