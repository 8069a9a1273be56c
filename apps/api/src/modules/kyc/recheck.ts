import type { Executor } from '../../platform/database/database.ts'

/** Nobody asks for a newer check at the moment: what was proven before says what the visitor sees. */
const RETURN_TO_PROOF = `
  update account a set current_check = null, kyc_status = coalesce(
    (select c.status from identity_check c where c.account_id = a.id and c.status in ('COMPLETED', 'COMPLETED_FRAUD')
     order by c.reported_at desc limit 1), 'COMPLETED')
  where a.id = $1 and a.state = 'active' and a.adult and a.kyc_status not in ('COMPLETED', 'COMPLETED_FRAUD')`

/** The newer check that is asked for again may be under review already. */
const RESUME_REVIEW = `
  update account a set current_check = c.id, kyc_status = c.status from identity_check c
  where a.id = $1 and a.state = 'active' and a.adult and a.verified_on < $2 and c.id = (
    select id from identity_check where account_id = $1 and status = 'PENDING_MANUAL_REVIEW'
    order by created_at desc limit 1)
  returning a.id`

export const returnToProof = async (db: Executor, accountId: string): Promise<void> =>
  void (await db.query(RETURN_TO_PROOF, [accountId]))

export const resumeReview = async (db: Executor, accountId: string, oldestProof: string): Promise<boolean> =>
  (await db.query(RESUME_REVIEW, [accountId, oldestProof])).length > 0
