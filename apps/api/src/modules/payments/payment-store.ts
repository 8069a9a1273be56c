import { newId } from '../../platform/identifier.ts'
import { type NudgeDelivery, STEPS } from '../intents/index.ts'
import type { Captured, PaymentStore } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { addEvent } from '../webhooks/index.ts'
import { holdAccounts, post } from '../wallet/index.ts'
import { minorUnits } from '../../platform/minor-units.ts'

/** Whoever changes the account meanwhile waits, or is waited for: a payment comes before its end, or never. */
const PAYER = `
  select adult, unknown_reset_at from account where id = $1 and state = 'active' for share`
type PayerRow = { adult: boolean; unknown_reset_at: Date | null }

/** Whoever holds the intent is alone with its end. */
const HOLD = `
  select i.live, i.provider_id, i.minimum_age, p.amount, p.available_id, p.reserved_id
  from intent i join payment p on p.intent_id = i.id
  where i.id = $1 and i.account_id = $2 and i.state = any($3) and i.expires_at > $4 for update of i`
type IntentRow = {
  live: boolean
  provider_id: string
  minimum_age: number | null
  amount: unknown
  available_id: string | null
  reserved_id: string | null
}

const SET_ASIDE = 'update payment set held = true, available_id = $2, reserved_id = $3 where intent_id = $1'
const RESERVED = `update intent set state = 'reserved' where id = $1`
const PAID = 'update payment set held = false, receipt = $2 where intent_id = $1'
const EXECUTED = `update intent set state = 'executed', ended_at = $2, answered_at = $2 where id = $1`

const ADD_PAYABLE = `
  insert into ledger_account (id, kind, provider_id) values ($1, 'payable', $2)
  on conflict (provider_id) where provider_id is not null do nothing`
const PAYABLE = 'select id from ledger_account where provider_id = $1'

/** Where a provider's money is kept until it is paid out. */
export async function payableOf(tx: Executor, providerId: string): Promise<string> {
  const find = async () => (await tx.query<{ id: string }>(PAYABLE, [providerId]))[0]?.id
  const known = await find()
  if (known !== undefined) return known
  await tx.query(ADD_PAYABLE, [newId('lac'), providerId])
  const made = await find()
  if (made === undefined) throw new Error('a provider without an account in the ledger')
  return made
}

const isTooYoung = ({ minimum_age }: IntentRow, { adult }: PayerRow) => minimum_age !== null && !adult

type Hooks = { nudgeDelivery: NudgeDelivery; append: AppendEvents }

export function createPaymentStore(db: Database, { nudgeDelivery, append }: Hooks): PaymentStore {
  const payerOf = async (tx: Executor, accountId: string) => (await tx.query<PayerRow>(PAYER, [accountId]))[0]

  async function pay(tx: Executor, intentId: string, row: IntentRow, now: Date): Promise<void> {
    if (!row.live || row.reserved_id === null) return
    const payable = await payableOf(tx, row.provider_id)
    const amount = minorUnits(row.amount)
    await holdAccounts(tx, [row.reserved_id, payable])
    const lines = [[row.reserved_id, -amount] as const, [payable, amount] as const]
    await post(tx, { kind: 'payment', cause: `payment:${intentId}`, intentId, at: now, lines })
  }

  return {
    reserve: ({ intentId, accountId, wallet: { availableId, reservedId }, now }) =>
      db.transaction(async (tx) => {
        const payer = await payerOf(tx, accountId)
        const [row] = await tx.query<IntentRow>(HOLD, [intentId, accountId, STEPS.reserve.from, now])
        if (payer === undefined || row === undefined) return 'lost'
        if (isTooYoung(row, payer)) return 'not_adult'
        if (row.live) {
          const amount = minorUnits(row.amount)
          const held = await holdAccounts(tx, [availableId, reservedId])
          if (held(availableId).balance < amount) return 'insufficient'
          await tx.query(SET_ASIDE, [intentId, availableId, reservedId])
          const lines = [[availableId, -amount] as const, [reservedId, amount] as const]
          await post(tx, { kind: 'reservation', cause: `reservation:${intentId}`, intentId, at: now, lines })
        }
        await tx.query(RESERVED, [intentId])
        await append(tx, { type: 'payment.reserved', accountId, reason: intentId })
        return 'reserved'
      }),

    capture: ({ intentId, accountId, receipt, event, now, heldSince }) =>
      db.transaction(async (tx): Promise<Captured> => {
        const payer = await payerOf(tx, accountId)
        const [row] = await tx.query<IntentRow>(HOLD, [intentId, accountId, STEPS.execute.from, now])
        if (payer === undefined || row === undefined) return { kind: 'lost' }
        if (isTooYoung(row, payer)) return { kind: 'not_adult' }
        const since = payer.unknown_reset_at
        if (since !== null && since > heldSince) return { kind: 'held', since }
        await pay(tx, intentId, row, now)
        await tx.query(PAID, [intentId, receipt])
        await tx.query(EXECUTED, [intentId, now])
        await addEvent(tx, row.provider_id, event, now)
        await nudgeDelivery(tx)
        await append(tx, { type: 'payment.executed', accountId, reason: intentId })
        return { kind: 'executed' }
      }),
  }
}
