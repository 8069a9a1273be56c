import { DEPOSIT_MAX_AMOUNT, WALLET_CURRENCY } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, int, oneOf, row, text } from '../../platform/database/rows.ts'
import { BANK, RETURNS } from './ledger-store.ts'

/**
 * Broken rules of the ledger, by one statement and thus at one moment. The database keeps most of them by itself; this
 * finds what was changed around it, and payments and returns that contradict the ledger.
 */
const WRONG = `
  with entry_sum as (
    select e.id, count(l.entry_id) as lines, coalesce(sum(l.amount), 0) as total
    from ledger_entry e left join ledger_line l on l.entry_id = e.id group by e.id),
  line_sum as (select account_id, sum(amount) as total from ledger_line group by account_id),
  held as (
    select p.reserved_id, sum(p.amount) as total from payment p join intent i on i.id = p.intent_id
    where p.held and i.state = 'reserved' group by p.reserved_id),
  wrong as (
    select 'sum' as rule, id from entry_sum where lines < 2 or total <> 0
    union all
    select 'sum', '${BANK}' from ledger_account having sum(balance) <> 0
    union all
    select 'balance', a.id from ledger_account a left join line_sum s on s.account_id = a.id
    where a.balance <> coalesce(s.total, 0)
    union all
    select 'negative', id from ledger_account where kind <> 'bank' and balance < 0
    union all
    select 'reservation', a.id from ledger_account a left join held h on h.reserved_id = a.id
    where a.kind = 'reserved' and a.balance <> coalesce(h.total, 0)
    union all
    select 'payment', p.intent_id from payment p join intent i on i.id = p.intent_id
    where p.held <> (i.state = 'reserved' and i.live)
    union all
    select 'return', a.id from ledger_account a
    where a.id = '${RETURNS}'
      and a.balance <> (
        select coalesce(sum(r.amount), 0) from return_order r join deposit d on d.id = r.deposit_id
        where r.state = 'pending' and d.currency = '${WALLET_CURRENCY}' and d.amount <= ${DEPOSIT_MAX_AMOUNT}))
  select rule, id from wrong order by rule, id`

const TOTALS = `
  select (select count(*) from ledger_entry)::int as entries, (select count(*) from ledger_account)::int as accounts,
    -balance as held
  from ledger_account where id = '${BANK}'`

const RULES = ['sum', 'balance', 'negative', 'reservation', 'payment', 'return'] as const
export type LedgerRule = (typeof RULES)[number]

const BROKEN = row({ rule: oneOf(RULES), id: text })
const TOTAL = row({ entries: int, accounts: int, held: bigint })

/** `held`: other people's money at the bank, in minor units. `wrong`: the rules that are broken, and where. */
export async function checkLedger(db: Executor) {
  const wrong = await db.query(WRONG, [], BROKEN)
  const [totals] = await db.query(TOTALS, [], TOTAL)
  if (totals === undefined) throw new Error('the ledger has no bank')
  return { ...totals, wrong }
}
