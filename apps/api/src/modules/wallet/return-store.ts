import { RETURN_REASONS, type ReturnReason } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { type Backlog, BACKLOG, backlogOf, COUNTED, type Looking } from '../../platform/database/backlog.ts'
import { bigint, oneOf, row, text } from '../../platform/database/rows.ts'

const ADD = `
  insert into return_order (id, deposit_id, amount, reason, next_attempt_at, created_at, deletion_hash)
  values ($1, $2, $3, $4, $5, $5, $6)`

/** Money that the bank has to send back. */
export const RETURN_OUTBOX = {
  name: 'bank.return',
  table: 'return_order',
  key: 'id',
  attempts: 'attempts',
  dueAt: 'next_attempt_at',
  open: `t.state = 'pending'`,
  isDuty: true,
} as const

const READ = `
  select r.id, d.payment_id, r.amount, d.currency, r.reason
  from return_order r join deposit d on d.id = r.deposit_id where r.id = $1 and r.state = 'pending'`
const ORDER = row({
  id: text,
  payment_id: text,
  amount: bigint,
  currency: text,
  reason: oneOf(RETURN_REASONS),
})

const MARK_SENT = `
  update return_order r set state = 'sent', sent_at = $2, deletion_hash = null from deposit d
  where r.id = $1 and r.state = 'pending' and d.id = r.deposit_id returning r.amount, d.currency`
const SENT = row({ amount: bigint, currency: text })

/** `deletionHash`: of the deletion that closed the wallet; it is gone once the bank has the order. */
export type NewReturn = {
  id: string
  depositId: string
  amount: number
  reason: ReturnReason
  now: Date
  deletionHash?: Buffer | null | undefined
}

export async function addReturnOrder(tx: Executor, order: NewReturn): Promise<void> {
  await tx.query(ADD, [order.id, order.depositId, order.amount, order.reason, order.now, order.deletionHash ?? null])
}

/** @returns undefined when it was sent before */
export async function readReturn(db: Executor, id: string) {
  const [order] = await db.query(READ, [id], ORDER)
  return order
}

/** @returns undefined when it was sent before */
export async function markReturnSent(tx: Executor, id: string, now: Date) {
  const [sent] = await tx.query(MARK_SENT, [id, now], SENT)
  return sent
}

/** The oldest orders were tried the most often, so their next attempt is the latest. */
const COUNT = `
  select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(created_at))::float8 as oldest
  from (select created_at from return_order where state = 'pending' order by next_attempt_at desc limit ${COUNTED}) last`

/** Money that the bank has not sent back yet. An order may wait: while the bank is away it is asked ever less often. */
export const returnBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now], row(BACKLOG))).map((found) => ({
    ...backlogOf('bank returns', found),
    mayWait: true,
  }))
