import { MINUTE_MS } from '@avouch/contract'
import { later } from '../clock.ts'
import type { OutboxTable } from '../outbox.ts'
import type { Executor } from './database.ts'
import { int, nullable, row, text, timestamp } from './rows.ts'

/** Counts a row as running that was claimed, or is due again, within this time: the length of a lease. */
const LEASE_LENGTH_MS = MINUTE_MS

const waitingIn = ({ name, table, attempts, dueAt, open }: OutboxTable) => `
  select '${name}' as name, count(*) filter (where not running)::int as waiting,
    count(*) filter (where running)::int as running, coalesce(sum(again), 0)::int as repeated, min(due) as next
  from (
    select t.${dueAt} as due, greatest(t.${attempts} - 1, 0) as again,
      t.${attempts} > 0 and t.${dueAt} > $1 and t.${dueAt} <= $2 as running
    from ${table} t where ${open}) open`
const WAITING = row({ name: text, waiting: int, running: int, repeated: int, next: nullable(timestamp) })

/** Counts the rows that are not done, by outbox. */
export async function readWaiting(db: Executor, outboxes: readonly OutboxTable[], now: Date) {
  const found = await db.query(outboxes.map(waitingIn).join(' union all '), [now, later(now, LEASE_LENGTH_MS)], WAITING)
  return new Map(found.map((waiting) => [waiting.name, waiting]))
}
