import { RETURN_REASONS, type ReturnReason } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { type Backlog, BACKLOG, backlogOf, type Looking } from '../../platform/database/backlog.ts'
import { bigint, int, oneOf, row, text } from '../../platform/database/rows.ts'

const ADD = `
  insert into return_order (id, deposit_id, amount, reason, next_attempt_at, created_at) values ($1, $2, $3, $4, $5, $5)`

/** Takes an order by moving its next attempt on, so that no other process sees it as due. */
const CLAIM = `
  update return_order r set attempts = r.attempts + 1, next_attempt_at = $2
  from deposit d
  where d.id = r.deposit_id and r.id = (
    select id from return_order where state = 'pending' and next_attempt_at <= $1
    order by next_attempt_at, id limit 1 for update skip locked)
  returning r.id, d.payment_id, r.amount, d.currency, r.reason, r.attempts`
const CLAIMED = row({
  id: text,
  payment_id: text,
  amount: bigint,
  currency: text,
  reason: oneOf(RETURN_REASONS),
  attempts: int,
})

const MARK_SENT = `
  update return_order r set state = 'sent', sent_at = $2 from deposit d
  where r.id = $1 and r.state = 'pending' and d.id = r.deposit_id returning r.amount, d.currency`
const SENT = row({ amount: bigint, currency: text })

const POSTPONE = `
  update return_order set next_attempt_at = $3 where id = $1 and state = 'pending' and attempts = $2`

export type NewReturn = { id: string; depositId: string; amount: number; reason: ReturnReason; now: Date }

export async function addReturnOrder(tx: Executor, order: NewReturn): Promise<void> {
  await tx.query(ADD, [order.id, order.depositId, order.amount, order.reason, order.now])
}

/** One statement: the order that has been due the longest, for this process alone until `holdUntil`. */
export async function claimReturn(db: Executor, now: Date, holdUntil: Date) {
  const [claimed] = await db.query(CLAIM, [now, holdUntil], CLAIMED)
  return claimed
}
export type DueReturn = NonNullable<Awaited<ReturnType<typeof claimReturn>>>

/** @returns undefined when it was sent before */
export async function markReturnSent(tx: Executor, id: string, now: Date) {
  const [sent] = await tx.query(MARK_SENT, [id, now], SENT)
  return sent
}

/** Changes nothing when a later attempt has begun. */
export const postponeReturn = async (
  db: Executor,
  { id, attempts }: Pick<DueReturn, 'id' | 'attempts'>,
  at: Date,
): Promise<void> => void (await db.query(POSTPONE, [id, attempts, at]))

const COUNT = `
  select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(created_at))::float8 as oldest
  from return_order where state = 'pending'`

/** Money that the bank has not sent back yet. An order may wait: while the bank is away it is asked ever less often. */
export const returnBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now], row(BACKLOG))).map((found) => ({
    ...backlogOf('bank returns', found),
    mayWait: true,
  }))
