import { HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Chain } from './chain.ts'
import { RARELY } from './events.ts'
import { gathering } from './gathering.ts'
import { present } from './present.ts'
import type { AuditEvent, AuditNote, AuditStore, ChainReader, Mark, Noticed } from './ports.ts'

const DAY_MS = 24 * HOUR_MS
const FULL_MS = 90 * DAY_MS
const REDUCED_MS = 365 * DAY_MS
const ROWS_AT_ONCE = 1_000

type Deps = {
  store: AuditStore
  chain: Pick<Chain, 'pseudonym' | 'isSigned' | 'isWhole'>
  clock: Clock
  onLost: (types: string[], error: Error) => void
}
export type Audit = ReturnType<typeof createAudit>

/** Whole, or the first place where it is not; `head` is its end, to be compared with one that was noted elsewhere. */
export type Verification = { events: number; head: string; brokenAt: number | undefined }

export function createAudit({ store, chain, clock, onLost }: Deps) {
  /** What this process knows to be noted: a flood of the same does not even ask the database. */
  const noted = new Map<string, AuditNote>()

  const gather = gathering((noticed: readonly Noticed[]) => store.append(noticed))
  const append = (events: readonly AuditEvent[]) =>
    gather(events.map((event) => ({ event, at: clock(), present: present() })))

  async function appendOne(event: AuditEvent): Promise<void> {
    const rarely = RARELY[event.type]
    if (rarely === undefined) return append([event])
    const now = clock()
    const value = event.reason ?? ''
    const name = rarely.again === 'each reason' ? `${event.type} ${value}` : event.type
    const last = noted.get(name)
    if (last?.value === value && now < last.until && last.until <= later(now, 2 * rarely.everyMs)) return
    const note = { name, value, until: later(now, rarely.everyMs) }
    await store.appendRarely(event, note, now)
    noted.set(name, note)
  }

  const write = (events: AuditEvent[]): Promise<void> =>
    events.length === 1 && events[0] !== undefined ? appendOne(events[0]) : append(events)

  const report = async (...events: AuditEvent[]): Promise<void> =>
    write(events).catch((error: Error) =>
      onLost(
        events.map(({ type }) => type),
        error,
      ),
    )

  /** What is written down about an account. */
  const eventsOf = async (accountId: string) =>
    (await store.ofActor(chain.pseudonym(accountId))).map(({ type, at }) => ({ type, at: at.toISOString() }))

  /** Old events lose their details, very old ones go. */
  async function retain(): Promise<void> {
    await store.reduce(later(clock(), -FULL_MS))
    await store.remove(later(clock(), -REDUCED_MS))
  }

  const headOf = ({ seq, hash }: Pick<Mark, 'seq' | 'hash'>) => `${seq}:${hash.toString('hex')}`

  async function walk(reader: ChainReader, noted: string | undefined): Promise<Verification> {
    const { head, reduced, removed } = await reader.marks()
    const broken = (at: number): Verification => ({ events: 0, head: headOf(head), brokenAt: at })
    if (!chain.isSigned('removed', removed)) return broken(1)
    if (!chain.isSigned('reduced', reduced)) return broken(removed.seq + 1)
    let last: Pick<Mark, 'seq' | 'hash'> = removed
    let events = 0
    let met = noted === undefined || Number(noted.split(':')[0]) < removed.seq || noted === headOf(removed)
    for (let rows = await reader.rowsAfter(0, ROWS_AT_ONCE); rows.length > 0; ) {
      for (const row of rows) {
        if (!chain.isWhole(row, last, reduced.seq) || row.seq > head.seq) return broken(last.seq + 1)
        last = row
        events++
        met ||= noted === headOf(row)
      }
      rows = await reader.rowsAfter(last.seq, ROWS_AT_ONCE)
    }
    if (last.seq !== head.seq) return broken(last.seq + 1)
    if (!last.hash.equals(head.hash) || !chain.isSigned('head', head)) return broken(head.seq)
    return met ? { events, head: headOf(head), brokenAt: undefined } : broken(Number(noted?.split(':')[0]))
  }

  /**
   * Walks the whole chain. With a head that was noted earlier it also tells whether that one is still part of it: who
   * puts an old copy of the whole table in place breaks no link.
   */
  const verify = (notedHead?: string): Promise<Verification> => store.read((reader) => walk(reader, notedHead))

  return { report, eventsOf, retain, verify }
}
