import { OPERATOR_SWITCHES, type OperatorSwitch, type SwitchValue } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { nullable, oneOf, row, timestamp } from '../../platform/database/rows.ts'

const SWITCH = row({ name: oneOf(OPERATOR_SWITCHES), value: oneOf(['0', '1']), changed_at: nullable(timestamp) })

export type SwitchEntry = { name: OperatorSwitch; value: SwitchValue; changedAt: Date | null }

export async function readSwitches(db: Executor): Promise<SwitchEntry[]> {
  const rows = await db.query('select name, value, changed_at from switch order by name', [], SWITCH)
  return rows.map(({ name, value, changed_at }) => ({ name, value, changedAt: changed_at }))
}

/** @returns false when it was set to the value already: then the time of its change stays */
export async function writeSwitch(tx: Executor, name: OperatorSwitch, value: SwitchValue, now: Date): Promise<boolean> {
  const changed = await tx.query(
    `update switch set value = $2, changed_at = $3
     where name = $1 and (value <> $2 or (name = 'provider_signup' and changed_at is null)) returning name`,
    [name, value, now],
  )
  return changed.length > 0
}

const HOLD_MAINTENANCE = `select value from switch where name = 'maintenance' for share`

/** Locks the switch, so that it is turned before or after the transaction. @returns whether maintenance is on */
export async function holdMaintenance(tx: Executor): Promise<boolean> {
  const [maintenance] = await tx.query(HOLD_MAINTENANCE, [], row({ value: oneOf(['0', '1']) }))
  return maintenance?.value === '1'
}
