import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { SmsNotice } from './ports.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { EnqueueSms } from './sms-outbox.ts'

/** A warning is worth reading for a day. */
const GOOD_FOR_MS = 24 * HOUR_MS

const WRITE = `
  insert into sms_message (id, account_id, notice, language, good_until, created_at)
  select $2, a.id, $3, a.language, $4, $5 from account a where a.id = $1 and a.state = 'active'
  on conflict (id) do nothing returning id`

type Warning = {
  accountId: string
  /** Names what happened: the same is told once. */
  smsId: string
  notice: Extract<SmsNotice, 'pin_changed' | 'codes_wrong' | 'pin_closed'>
  now: Date
}

/** The holder of the number hears of it, together with what happened. */
export async function writeWarning(tx: Executor, warning: Warning, enqueue: EnqueueSms): Promise<void> {
  const { accountId, smsId, notice, now } = warning
  const written = await tx.query(WRITE, [accountId, smsId, notice, later(now, GOOD_FOR_MS), now])
  if (written.length > 0) await enqueue(tx, smsId)
}
