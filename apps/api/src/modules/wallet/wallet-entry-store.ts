import { RETURN_REASONS, type ReturnReason, WALLET_ENTRY_KINDS, type WalletEntryKind } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import type { Wallet } from './wallet-store.ts'

/** A movement of the wallet, as the ledger has it. Amounts are minor units. */
export type EntryRow = {
  id: string
  kind: WalletEntryKind
  at: Date
  availableChange: number
  reservedChange: number
  intentId: string | null
  provider: string | null
  description: string | null
  reference: string | null
  refunded: number | null
  returnReason: ReturnReason | null
}

const ENTRY = row({
  id: text,
  kind: oneOf(WALLET_ENTRY_KINDS),
  at: timestamp,
  available_change: bigint,
  reserved_change: bigint,
  intent_id: nullable(text),
  provider: nullable(text),
  description: nullable(text),
  reference: nullable(text),
  refunded: nullable(bigint),
  return_reason: nullable(oneOf(RETURN_REASONS)),
})

/** The cursor is the last entry of the page before; older entries have smaller sequence numbers. */
const ENTRIES = `
  with own as (
    select l.entry_id,
      coalesce(sum(l.amount) filter (where l.account_id = $1), 0) as available_change,
      coalesce(sum(l.amount) filter (where l.account_id = $2), 0) as reserved_change
    from ledger_line l where l.account_id in ($1, $2) group by l.entry_id)
  select e.id, e.kind, e.at, own.available_change, own.reserved_change, e.intent_id, v.name as provider,
    p.description, i.reference, case when e.kind = 'payment' then p.refunded end as refunded, r.reason as return_reason
  from own join ledger_entry e on e.id = own.entry_id
    left join payment p on p.intent_id = e.intent_id
    left join intent i on i.id = e.intent_id
    left join provider v on v.id = i.provider_id
    left join return_order r on e.kind = 'return' and r.id = substr(e.cause, length('return:') + 1)`
const PAGE = `${ENTRIES}
  where $3::text is null or e.seq < (select c.seq from ledger_entry c join own o on o.entry_id = c.id where c.id = $3)
  order by e.seq desc limit $4`

const read = async (db: Executor, statement: string, values: unknown[]): Promise<EntryRow[]> =>
  (await db.query(statement, values, ENTRY)).map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    at: entry.at,
    availableChange: entry.available_change,
    reservedChange: entry.reserved_change,
    intentId: entry.intent_id,
    provider: entry.provider,
    description: entry.description,
    reference: entry.reference,
    refunded: entry.refunded,
    returnReason: entry.return_reason,
  }))

type Page = { before: string | undefined; limit: number | null }

/** The newest first, those before the entry `before`. Without a limit all of them. */
export const entriesOf = (db: Executor, wallet: Wallet, { before, limit }: Page): Promise<EntryRow[]> =>
  read(db, PAGE, [wallet.availableId, wallet.reservedId, before ?? null, limit])

const PAYMENTS = 'select id, intent_id from ledger_entry where cause = any($1)'

/** Finds the entries of executed payments, by their intents. */
export async function paymentEntries(db: Executor, intentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (intentIds.length === 0) return new Map()
  const causes = intentIds.map((id) => `payment:${id}`)
  const found = await db.query(PAYMENTS, [causes], row({ id: text, intent_id: text }))
  return new Map(found.map(({ id, intent_id }) => [intent_id, id]))
}

export async function entryOf(db: Executor, wallet: Wallet, id: string): Promise<EntryRow | undefined> {
  const [entry] = await read(db, `${ENTRIES} where e.id = $3`, [wallet.availableId, wallet.reservedId, id])
  return entry
}
