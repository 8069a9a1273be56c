import type { SwitchEntry, SwitchStore } from './ports.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'

type Row = Pick<SwitchEntry, 'name' | 'value'> & { changed_at: Date | null }

const SET = 'update switch set value = $2, changed_at = $3 where name = $1 and value <> $2 returning name'

export const createSwitchStore = (db: Database, append: AppendEvents): SwitchStore => ({
  async all() {
    const rows = await db.query<Row>('select name, value, changed_at from switch order by name')
    return rows.map(({ name, value, changed_at }) => ({ name, value, changedAt: changed_at }))
  },

  set: (name, value, now) =>
    db.transaction(async (tx) => {
      const changed = await tx.query(SET, [name, value, now])
      if (changed.length > 0) await append(tx, { type: 'operator.switch_set', reason: `${name} ${value}` })
    }),
})
