import type { HeldAccounts } from './ports.ts'
import type { AppendEvents, AuditType } from '../audit/index.ts'
import type { Database } from '../../platform/database/database.ts'

const HELD = `
  select id, erase_after from account where state = 'deactivated' and erase_after > $1 order by erase_after, id`

const ERASE_NOW = `
  update account set erase_after = $2 where id = $1 and state = 'deactivated' and erase_after > $2 returning id`

/** Nothing is proven of the person any more: the next visit begins with a check. */
const RESTORE = `
  update account set state = 'active', erase_after = null, adult = false, verified_on = null, kyc_status = '',
    current_check = null
  where id = $1 and state = 'deactivated' and erase_after > $2 returning id`

export function createHeldAccounts(db: Database, append: AppendEvents): HeldAccounts {
  const decide = (statement: string, type: AuditType) => (id: string, now: Date) =>
    db.transaction(async (tx) => {
      const decided = (await tx.query(statement, [id, now])).length > 0
      if (decided) await append(tx, { type, accountId: id, reason: 'operator' })
      return decided
    })

  return {
    async all(now) {
      const rows = await db.query<{ id: string; erase_after: Date }>(HELD, [now])
      return rows.map(({ id, erase_after }) => ({ id, eraseAfter: erase_after }))
    },
    eraseNow: decide(ERASE_NOW, 'operator.account_erased'),
    restore: decide(RESTORE, 'operator.account_restored'),
  }
}
