import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/identifier.ts'
import type { Database } from '../../platform/database/database.ts'
import type { EnqueueSms } from '../sms/index.ts'

/** It answers what somebody does now. */
const GOOD_FOR_MS = HOUR_MS
const ONCE_IN_MS = 24 * HOUR_MS

const HOLD = `select id from account where phone_idx = $1 and state = 'active' for no key update`

const WRITE = `
  insert into sms_message (id, account_id, notice, language, good_until, created_at)
  select $2, a.id, 'account_exists', a.language, $3, $4 from account a
  where a.id = $1 and not exists (
    select 1 from sms_message m where m.account_id = a.id and m.notice = 'account_exists' and m.created_at > $5)
  returning id`

/** Somebody registers a number that has an account: its holder gets one SMS, and in a day no other. */
export const writeAccountExistsNotice = (
  db: Database,
  { phoneIdx, now }: { phoneIdx: Buffer; now: Date },
  enqueue: EnqueueSms,
): Promise<void> =>
  db.transaction(async (tx) => {
    const [account] = await tx.query<{ id: string }>(HOLD, [phoneIdx])
    if (account === undefined) return
    const smsId = newId('sms')
    const written = await tx.query(WRITE, [account.id, smsId, later(now, GOOD_FOR_MS), now, later(now, -ONCE_IN_MS)])
    if (written.length > 0) await enqueue(tx, smsId)
  })
