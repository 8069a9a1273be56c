import { type ReturnReason, WALLET_CURRENCY } from '@avouch/contract'
import type { ReturnStore } from './ports.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { BANK, holdAccounts, post, RETURNS } from './ledger.ts'
import { minorUnits } from '../../platform/minor-units.ts'

/** Whoever takes an order moves its next attempt on: nobody else sees it as due before. */
const CLAIM = `
  update return_order r set attempts = r.attempts + 1, next_attempt_at = $2
  from deposit d
  where d.id = r.deposit_id and r.id = (
    select id from return_order where state = 'pending' and next_attempt_at <= $1
    order by next_attempt_at, id limit 1 for update skip locked)
  returning r.id, d.payment_id, r.amount, d.currency, r.reason, r.attempts`
type Row = { id: string; payment_id: string; amount: unknown; currency: string; reason: ReturnReason; attempts: number }

const SETTLE = `
  update return_order r set state = 'sent', sent_at = $2 from deposit d
  where r.id = $1 and r.state = 'pending' and d.id = r.deposit_id returning r.amount, d.currency`

/** An attempt that somebody else has meanwhile begun anew sets no time any more. */
const POSTPONE = `
  update return_order set next_attempt_at = $3 where id = $1 and state = 'pending' and attempts = $2`

export const createReturnStore = (db: Database, append: AppendEvents): ReturnStore => ({
  async claim(now, holdUntil) {
    const [row] = await db.query<Row>(CLAIM, [now, holdUntil])
    if (row === undefined) return undefined
    const { id, payment_id, amount, currency, reason, attempts } = row
    return { id, payment_id, amount: minorUnits(amount), currency, reason, attempts }
  },

  settle: (id, now) =>
    db.transaction(async (tx) => {
      const [sent] = await tx.query<{ amount: unknown; currency: string }>(SETTLE, [id, now])
      if (sent === undefined) return
      // What is no euro never was in the books.
      if (sent.currency === WALLET_CURRENCY) {
        const amount = minorUnits(sent.amount)
        await holdAccounts(tx, [BANK, RETURNS])
        const lines = [[RETURNS, -amount] as const, [BANK, amount] as const]
        await post(tx, { kind: 'returned', cause: `returned:${id}`, at: now, lines })
      }
      await append(tx, { type: 'wallet.returned', reason: id })
    }),

  postpone: async ({ id, attempts }, at) => void (await db.query(POSTPONE, [id, attempts, at])),
})
