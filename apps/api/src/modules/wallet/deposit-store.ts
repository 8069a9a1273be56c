import type { Executor } from '../../platform/database/database.ts'
import { bigint, nullable, bool, row, text } from '../../platform/database/rows.ts'

const ADD = `
  insert into deposit (id, event_id, payment_id, available_id, amount, currency, received_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict do nothing returning id`

const AGREES = `
  select bool_and(payment_id = $2 and amount = $3 and currency = $4) as agrees from deposit
  where event_id = $1 or payment_id = $2`
const AGREEMENT = row({ agrees: nullable(bool) })

const RETURNABLE = `
  select id, amount - returned as rest from deposit where available_id = $1 and returned < amount
  order by received_at desc, id for update`
const REST = row({ id: text, rest: bigint })
const ADD_RETURNED = 'update deposit set returned = returned + $2 where id = $1'

/** A payment as the bank reports it; `eventId` is the report's, `paymentId` the payment's own. */
export type Incoming = {
  eventId: string
  paymentId: string
  /** In minor units. */
  amount: number
  currency: string
  /** Those in the payer's text, of wallets or of anything else. */
  referenceHashes: readonly Buffer[]
  now: Date
}

/** `availableId`: null when it goes straight back. @returns false when the payment, or the report, is known */
export async function addDeposit(
  tx: Executor,
  deposit: Incoming & { id: string; availableId: string | null },
): Promise<boolean> {
  const { id, eventId, paymentId, availableId, amount, currency, now } = deposit
  return (await tx.query(ADD, [id, eventId, paymentId, availableId, amount, currency, now])).length > 0
}

/** Compares all that is known of this report and this payment with what is reported now. */
export async function agreesWithKnown(tx: Executor, { eventId, paymentId, amount, currency }: Incoming) {
  const [known] = await tx.query(AGREES, [eventId, paymentId, amount, currency], AGREEMENT)
  return known?.agrees === true
}

/** Deposits that have not gone back entirely, the newest first, locked. `rest`: what has not, in minor units. */
export const lockReturnable = (tx: Executor, availableId: string): Promise<{ id: string; rest: number }[]> =>
  tx.query(RETURNABLE, [availableId], REST)

export const addReturned = async (tx: Executor, id: string, amount: number): Promise<void> =>
  void (await tx.query(ADD_RETURNED, [id, amount]))
