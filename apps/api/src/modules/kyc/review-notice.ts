import { HOUR_MS, type KycStatus } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { EnqueueSms } from '../sms/index.ts'

/** News from yesterday would only wake somebody up. */
const GOOD_FOR_MS = 24 * HOUR_MS

/** Only who waits for this review is told, and only while there is an account. */
const WRITE = `
  insert into sms_message (id, account_id, notice, language, good_until, created_at)
  select $2, a.id, 'review_ended', a.language, $4, $5 from account a
  where a.id = $1 and a.state = 'active' and a.kyc_status = $3
  on conflict (id) do nothing returning id`

type Ended = { accountId: string; checkId: string; status: KycStatus; now: Date }

/** A review has ended: its owner gets one SMS, written together with the outcome. */
export async function writeReviewNotice(
  tx: Executor,
  { accountId, checkId, status, now }: Ended,
  enqueue: EnqueueSms,
): Promise<void> {
  const smsId = `review:${checkId}`
  const written = await tx.query(WRITE, [accountId, smsId, status, later(now, GOOD_FOR_MS), now])
  if (written.length > 0) await enqueue(tx, smsId)
}
