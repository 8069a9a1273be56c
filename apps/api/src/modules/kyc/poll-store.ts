import type { KycStatus } from '@avouch/contract'
import type { PollStore } from './ports.ts'
import type { Database } from '../../platform/database/database.ts'

/** Whoever gets the row has it until then; another process passes it over, and finds it later when this one died. */
const CLAIM = `
  update identity_check set next_poll_at = $2, polls = polls + 1
  where id in (
    select c.id from identity_check c join account a on a.id = c.account_id
    where c.next_poll_at <= $1 and a.state = 'active'
    order by c.next_poll_at limit $3 for update of c skip locked)
  returning id, status, polls, case status when '' then created_at else reported_at end as since`

/** A report that came meanwhile has set its own time. */
const POSTPONE = `
  update identity_check set next_poll_at = $3 where id = $1 and status = $2 and next_poll_at is not null`

type Row = { id: string; status: KycStatus; polls: number; since: Date }

export const createPollStore = (db: Database): PollStore => ({
  claimDue: ({ now, until, limit }) => db.query<Row>(CLAIM, [now, until, limit]),
  postpone: async ({ id, status }, at) => void (await db.query(POSTPONE, [id, status, at])),
})
