import type { ReturnReason, WalletEntryKind } from '@avouch/contract'
import type { EntryRow, Wallet } from './ports.ts'
import type { Executor } from '../../platform/database/database.ts'
import { minorUnits } from '../../platform/minor-units.ts'

type Row = {
  id: string
  kind: WalletEntryKind
  at: Date
  available_change: unknown
  reserved_change: unknown
  intent_id: string | null
  provider: string | null
  description: string | null
  return_reason: ReturnReason | null
}

/** A page ends with an entry of this wallet; what is behind it has a smaller number. */
const ENTRIES = `
  with own as (
    select l.entry_id,
      coalesce(sum(l.amount) filter (where l.account_id = $1), 0) as available_change,
      coalesce(sum(l.amount) filter (where l.account_id = $2), 0) as reserved_change
    from ledger_line l where l.account_id in ($1, $2) group by l.entry_id)
  select e.id, e.kind, e.at, own.available_change, own.reserved_change, e.intent_id, v.name as provider,
    p.description, r.reason as return_reason
  from own join ledger_entry e on e.id = own.entry_id
    left join payment p on p.intent_id = e.intent_id
    left join intent i on i.id = e.intent_id
    left join provider v on v.id = i.provider_id
    left join return_order r on e.kind = 'return' and r.id = substr(e.cause, length('return:') + 1)`
const PAGE = `${ENTRIES}
  where $3::text is null or e.seq < (select c.seq from ledger_entry c join own o on o.entry_id = c.id where c.id = $3)
  order by e.seq desc limit $4`

const toRow = (row: Row): EntryRow => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  availableChange: minorUnits(row.available_change),
  reservedChange: minorUnits(row.reserved_change),
  intentId: row.intent_id,
  provider: row.provider,
  description: row.description,
  returnReason: row.return_reason,
})

type Page = { before: string | undefined; limit: number | null }

/** What happened in a wallet, the newest first. Without a limit all of it. */
export async function entriesOf(db: Executor, wallet: Wallet, { before, limit }: Page): Promise<EntryRow[]> {
  const values = [wallet.availableId, wallet.reservedId, before ?? null, limit]
  return (await db.query<Row>(PAGE, values)).map(toRow)
}

export async function entryOf(db: Executor, wallet: Wallet, id: string): Promise<EntryRow | undefined> {
  const [row] = await db.query<Row>(`${ENTRIES} where e.id = $3`, [wallet.availableId, wallet.reservedId, id])
  return row && toRow(row)
}
