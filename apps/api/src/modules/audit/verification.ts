import type { Database, Executor } from '../../platform/database/database.ts'
import { freezeView, readMarks, rowsAfter } from './audit-store.ts'
import type { Chain, ChainRow, Position } from './chain.ts'

const ROWS_AT_ONCE = 1_000

/** Whole, or the first place where it is not; `head` is its end, to be compared with one that was noted elsewhere. */
export type Verification = { events: number; head: string; brokenAt: number | undefined }

/**
 * Walks the whole chain. With a head that was noted earlier it also tells whether that one is still part of it: an old
 * copy of the whole table, put in its place, breaks no link. `onWhole` gets each row that is whole, in order.
 */
export const verifyChain = (
  db: Database,
  chain: Chain,
  notedHead: string | undefined,
  onWhole: (row: ChainRow) => void,
): Promise<Verification> =>
  db.transaction(
    async (tx) => {
      await freezeView(tx)
      return walk(tx, chain, notedHead, onWhole)
    },
    { hurry: false },
  )

const headOf = ({ seq, hash }: Position) => `${seq}:${hash.toString('hex')}`

async function walk(
  tx: Executor,
  chain: Chain,
  notedHead: string | undefined,
  onWhole: (row: ChainRow) => void,
): Promise<Verification> {
  const { head, reduced, removed } = await readMarks(tx)
  const broken = (at: number): Verification => ({ events: 0, head: headOf(head), brokenAt: at })
  if (!chain.isSigned('removed', removed)) return broken(1)
  if (!chain.isSigned('reduced', reduced)) return broken(removed.seq + 1)
  let last: Position = removed
  let events = 0
  let met = notedHead === undefined || Number(notedHead.split(':')[0]) < removed.seq || notedHead === headOf(removed)
  for (let rows = await rowsAfter(tx, 0, ROWS_AT_ONCE); rows.length > 0; ) {
    for (const row of rows) {
      if (!chain.isWhole(row, last, reduced.seq) || row.seq > head.seq) return broken(last.seq + 1)
      onWhole(row)
      last = row
      events++
      met ||= notedHead === headOf(row)
    }
    rows = await rowsAfter(tx, last.seq, ROWS_AT_ONCE)
  }
  if (last.seq !== head.seq) return broken(last.seq + 1)
  if (!last.hash.equals(head.hash) || !chain.isSigned('head', head)) return broken(head.seq)
  return met ? { events, head: headOf(head), brokenAt: undefined } : broken(Number(notedHead?.split(':')[0]))
}
