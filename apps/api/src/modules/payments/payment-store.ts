import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, int, nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import { STEPS } from '../intents/index.ts'

/** Locks the payer's account, so that a payment comes before its end, or never. */
const LOCK_PAYER = `
  select adult, unknown_reset_at from account where id = $1 and state = 'active' for share`
const PAYER = row({ adult: bool, unknown_reset_at: nullable(timestamp) })

/** Locks the intent, so that it does not end otherwise. */
const LOCK_PAYMENT = `
  select i.live, i.provider_id, i.minimum_age, p.amount, p.reserved_id
  from intent i join payment p on p.intent_id = i.id
  where i.id = $1 and i.account_id = $2 and i.state = any($3) and i.expires_at > $4 for update of i`
const PAYMENT = row({
  live: bool,
  provider_id: text,
  minimum_age: nullable(int),
  amount: bigint,
  reserved_id: nullable(text),
})

const SET_ASIDE = 'update payment set held = true, available_id = $2, reserved_id = $3 where intent_id = $1'
const MARK_RESERVED = `update intent set state = 'reserved' where id = $1`
const MARK_PAID = 'update payment set held = false, receipt = $2 where intent_id = $1'
const MARK_EXECUTED = `update intent set state = 'executed', ended_at = $2, answered_at = $2 where id = $1`

const PAYABLE = 'select id, balance from ledger_account where provider_id = $1'
const PAYABLE_ACCOUNT = row({ id: text, balance: bigint })
const ADD_PAYABLE = `
  insert into ledger_account (id, kind, provider_id) values ($1, 'payable', $2)
  on conflict (provider_id) where provider_id is not null do nothing`

/** `resetInUnknownBrowserAt`: when the PIN was last reset in a browser that the account did not know. */
export type Payer = { adult: boolean; resetInUnknownBrowserAt: Date | null }

/** @returns undefined when the account has ended */
export async function lockPayer(tx: Executor, accountId: string): Promise<Payer | undefined> {
  const [payer] = await tx.query(LOCK_PAYER, [accountId], PAYER)
  return payer && { adult: payer.adult, resetInUnknownBrowserAt: payer.unknown_reset_at }
}

type Step = 'reserve' | 'execute'

/** The payer's open payment, if this step can be taken. Amounts are minor units. */
export async function lockPayment(tx: Executor, step: Step, intentId: string, accountId: string, now: Date) {
  const [held] = await tx.query(LOCK_PAYMENT, [intentId, accountId, STEPS[step].from, now], PAYMENT)
  return (
    held && {
      intentId,
      live: held.live,
      providerId: held.provider_id,
      minimumAge: held.minimum_age,
      amount: held.amount,
      /** null for a test payment, which moves no money. */
      reservedId: held.reserved_id,
    }
  )
}
export type HeldPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

export const setAside = async (
  tx: Executor,
  intentId: string,
  availableId: string,
  reservedId: string,
): Promise<void> => void (await tx.query(SET_ASIDE, [intentId, availableId, reservedId]))

export const markReserved = async (tx: Executor, intentId: string): Promise<void> =>
  void (await tx.query(MARK_RESERVED, [intentId]))

export async function markExecuted(tx: Executor, intentId: string, receipt: string, now: Date): Promise<void> {
  await tx.query(MARK_PAID, [intentId, receipt])
  await tx.query(MARK_EXECUTED, [intentId, now])
}

/** The provider's account in the ledger, where its money is kept until it is paid out; undefined before its first payment. */
export async function findPayable(
  db: Executor,
  providerId: string,
): Promise<{ id: string; balance: number } | undefined> {
  const [payable] = await db.query(PAYABLE, [providerId], PAYABLE_ACCOUNT)
  return payable
}

/** Adds the account unless it exists. */
export const addPayable = async (tx: Executor, id: string, providerId: string): Promise<void> =>
  void (await tx.query(ADD_PAYABLE, [id, providerId]))
