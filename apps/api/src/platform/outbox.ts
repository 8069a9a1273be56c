import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import type { Announcements } from './announcements.ts'
import { type Clock, later } from './clock.ts'
import type { Database } from './database/database.ts'
import { int, nullable, row, text } from './database/rows.ts'
import type { JobLog } from './job-log.ts'
import { heedingWaits } from './outgoing.ts'
import { pause } from './pause.ts'
import type { Repeat } from './repeat.ts'

/** Longer than any run: after this time the process that took the row has died. */
export const LEASE_MS = 60 * SECOND_MS
/** A shutdown waits so long for answers that are on their way. */
const GRACE_MS = 2 * SECOND_MS
const LOOK_EVERY_MS = 2 * SECOND_MS
const FIRST_WAIT_MS = 5 * SECOND_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS

/** A row that is this process's own until its lease ends. `attempt`: the result of an earlier one no longer counts. */
export type Claimed = { id: string; attempt: number }

/** Rows that wait for work outside of the transaction that wrote them. In its SQL `t` is a row. */
export type OutboxTable = {
  name: string
  /** SQL: the table, and its columns of the key, of the attempts and of the time of the next one. */
  table: string
  key: string
  attempts: string
  dueAt: string
  /** SQL: the rows that are not done. */
  open: string
  /** SQL: rows of one group share a limit, so that a slow receiver delays no other. */
  group?: string
  /** True: its rows are due at a date that was promised. Undefined: a backlog of its module shows what is late. */
  isDuty?: boolean
}
/** SQL: its rows that are due and not taken. */
export const dueOf = ({ table, key, dueAt, open }: OutboxTable): string =>
  `select t.${key} as key, t.${dueAt} as due from ${table} t where ${open} and t.${dueAt} <= $1`

export type Outbox = OutboxTable & {
  /** Limits concurrent runs in this process, in all and of one group. */
  limits: { inAll: number; inGroup?: number }
  everyMs?: number
  /** Works on a row. @returns when it comes again, or later where a partner asks for that; nothing once it has stored how it ended */
  run: (claimed: Claimed, signal: AbortSignal) => Promise<Date | undefined>
}

type Deps = {
  db: Database
  clock: Clock
  announcements: Announcements
  repeat: Repeat
  jobLog: JobLog
}

const CLAIMED = row({ id: text, attempt: int, group: nullable(text) })

/** Computes the wait after a failed call of a partner: it doubles each time, up to a limit. */
export const growingWait = (attempt: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)

/** Takes the row that has been due the longest by moving its next attempt on, so that no other process sees it as due. */
const claimOf = ({ table, key, attempts, dueAt, open, group = 'null::text' }: OutboxTable) => `
  update ${table} t set ${attempts} = t.${attempts} + 1, ${dueAt} = $2
  where t.${key} = (
    select t.${key} from ${table} t
    where ${open} and t.${dueAt} <= $1 and t.${key} <> all($3) and (${group} <> all($4::text[])) is not false
    order by t.${dueAt} limit 1 for update of t skip locked)
  returning t.${key} as id, t.${attempts} as attempt, ${group} as "group"`

const postponeOf = ({ table, key, attempts, dueAt, open }: OutboxTable) => `
  update ${table} t set ${dueAt} = $3 where t.${key} = $1 and t.${attempts} = $2 and ${open}`

/** Works from now on on what is due: each row in one process at a time, at least once, whichever process dies. */
export function startOutboxes(deps: Deps, outboxes: readonly Outbox[]) {
  const started = outboxes.map((outbox) => start(deps, outbox))
  return { stop: async () => void (await Promise.all(started.map((one) => one.stop()))) }
}

function start({ db, clock, announcements, repeat, jobLog }: Deps, outbox: Outbox) {
  const { name, limits, run, everyMs = LOOK_EVERY_MS } = outbox
  const { inAll, inGroup = inAll } = limits
  const [claim, postpone] = [claimOf(outbox), postponeOf(outbox)]
  const onError = (error: unknown) => jobLog.fail(name, error, 'queue not read')
  const underWay = new Map<string, { group: string | null; done: Promise<void> }>()
  const ending = new AbortController()
  const interruption = new AbortController()
  let looking: Promise<void> | undefined
  let lookAgain = false

  /** The last quarter is for groups with nothing under way: several slow receivers leave it to the others. */
  function fullGroups(): string[] {
    const most = underWay.size < inAll * 0.75 ? inGroup : 1
    const groups = Map.groupBy(underWay.values(), ({ group }) => group)
    return [...groups].flatMap(([group, rows]) => (group !== null && rows.length >= most ? [group] : []))
  }

  /** Runs a claimed row. One that fails is claimed again when its lease has ended. */
  async function work(claimed: Claimed): Promise<void> {
    const { result: next, waitMs } = await heedingWaits(() => jobLog.run(name, () => run(claimed, interruption.signal)))
    if (next === undefined) return
    const again = new Date(Math.max(next.getTime(), later(clock(), waitMs).getTime()))
    await db.query(postpone, [claimed.id, claimed.attempt, again]).catch(onError)
  }

  async function claimAll(): Promise<void> {
    while (underWay.size < inAll && !ending.signal.aborted) {
      const now = clock()
      const values = [now, later(now, LEASE_MS), [...underWay.keys()], fullGroups()]
      const [claimed] = await db.query(claim, values, CLAIMED)
      if (claimed === undefined) return
      const done = work(claimed).finally(() => {
        underWay.delete(claimed.id)
        look()
      })
      underWay.set(claimed.id, { group: claimed.group, done })
    }
  }

  /** Begins what is due. A call while it reads causes one more read. */
  function look(): void {
    if (ending.signal.aborted) return
    lookAgain = looking !== undefined
    looking ??= claimAll()
      .catch(onError)
      .finally(() => {
        looking = undefined
        if (lookAgain) look()
      })
  }

  jobLog.begin(name)
  announcements.on(name, look)
  const looks = repeat(async () => look(), { everyMs, onError: () => {} })

  return {
    /** Waits a short time for running work; another process takes over what is interrupted. */
    async stop(): Promise<void> {
      ending.abort()
      await looks.stop()
      await looking
      const done = Promise.all([...underWay.values()].map((row) => row.done))
      const answered = new AbortController()
      await Promise.race([done, pause(GRACE_MS, answered.signal)])
      answered.abort()
      interruption.abort()
      await done
    },
  }
}
