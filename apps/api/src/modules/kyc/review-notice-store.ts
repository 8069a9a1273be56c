import type { KycStatus } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'

const ADD = `
  insert into sms_message (id, account_id, notice, language, good_until, created_at)
  select $2, a.id, 'review_ended', a.language, $4, $5 from account a
  where a.id = $1 and a.state = 'active' and a.kyc_status = $3
  on conflict (id) do nothing returning id`

type ReviewNotice = { smsId: string; accountId: string; status: KycStatus; goodUntil: Date; now: Date }

/** @returns false when there is one, or the account has ended or does not have this status */
export async function addReviewNotice(tx: Executor, notice: ReviewNotice): Promise<boolean> {
  const { smsId, accountId, status, goodUntil, now } = notice
  return (await tx.query(ADD, [accountId, smsId, status, goodUntil, now])).length > 0
}
