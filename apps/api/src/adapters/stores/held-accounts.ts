import type { HeldAccounts } from '../../modules/accounts/ports.ts'
import type { Executor } from '../database/database.ts'

const HELD = `
  select id, erase_after from account where state = 'deactivated' and erase_after > $1 order by erase_after, id`

const ERASE_NOW = `
  update account set erase_after = $2 where id = $1 and state = 'deactivated' and erase_after > $2 returning id`

/** Nothing is proven of the person any more: the next visit begins with a check. */
const RESTORE = `
  update account set state = 'active', erase_after = null, adult = false, verified_on = null, kyc_status = '',
    current_check = null
  where id = $1 and state = 'deactivated' and erase_after > $2 returning id`

export const createHeldAccounts = (db: Executor): HeldAccounts => ({
  async all(now) {
    const rows = await db.query<{ id: string; erase_after: Date }>(HELD, [now])
    return rows.map(({ id, erase_after }) => ({ id, eraseAfter: erase_after }))
  },
  eraseNow: async (id, now) => (await db.query(ERASE_NOW, [id, now])).length > 0,
  restore: async (id, now) => (await db.query(RESTORE, [id, now])).length > 0,
})
