import { CONTRACT_VERSION } from '@avouch/contract'
import type { ClockGuard } from '../clock-guard.ts'
import { repeat } from '../repeat.ts'
import { lacksRoom } from './availability.ts'
import type { Executor } from './database.ts'
import { isReadOnly } from './hosts.ts'
import { bool, row, timestamp } from './rows.ts'
import type { WriteGuard } from './write-guard.ts'

/** The reasons that keep a process from serving: no answer of the database, one that takes no writes, no room on its disk, a wrong clock, another schema. */
export type ServingFailure = 'database' | 'read-only' | 'full' | 'clock' | 'schema'

const CHECK_EVERY_MS = 1_000
const NO_TABLE = '42P01'

const LOOK = `
  select clock_timestamp() as now,
    pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only,
    (select count(*) from migration where name = any($1)) = cardinality($1::text[])
      and exists (select from installation where name = 'contract' and value = $2) as fits`
const FOUND = row({ now: timestamp, is_read_only: bool, fits: bool })

type Deps = {
  /** A separate connection, with timeouts: visitors who use up all others do not affect it. */
  look: Executor
  writes: WriteGuard
  guard: ClockGuard
  /** The names of the migrations that this program needs. */
  migrations: readonly string[]
  /** Called when the failures change. `reason`: the message of the database's driver or engine. */
  onChange: (failures: readonly ServingFailure[], aheadMs: number, reason: string | undefined) => void
}

/** Checks once a second whether this process and its database can serve. */
export class Monitor {
  readonly #deps: Deps
  readonly #checking: ReturnType<typeof repeat>
  #last: readonly ServingFailure[] = []
  #running: Promise<readonly ServingFailure[]> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#checking = repeat(async () => void (await this.check()), { everyMs: CHECK_EVERY_MS, onError: () => {} })
  }

  /** Reads what fails at this moment. Calls at the same time share one look. */
  check(): Promise<readonly ServingFailure[]> {
    return (this.#running ??= this.#look().finally(() => {
      this.#running = undefined
    }))
  }

  stop(): Promise<void> {
    return this.#checking.stop()
  }

  async #look(): Promise<readonly ServingFailure[]> {
    const { guard, onChange } = this.#deps
    const { failures, reason } = await this.#failures()
    if (failures.join() !== this.#last.join()) onChange(failures, guard.aheadMs(), reason)
    this.#last = failures
    return failures
  }

  async #failures(): Promise<{ failures: readonly ServingFailure[]; reason?: string }> {
    const { look, writes, guard, migrations } = this.#deps
    const begun = performance.now()
    try {
      const [found] = await look.query(LOOK, [migrations, String(CONTRACT_VERSION)], FOUND)
      if (found === undefined) return { failures: ['database'] }
      guard.compare({ theirs: found.now, after: Date.now(), tookMs: performance.now() - begun })
      const failures = [
        ...(found.is_read_only ? (['read-only'] as const) : []),
        ...((await writes.isRight(look)) ? [] : (['full'] as const)),
        ...(guard.isRight() ? [] : (['clock'] as const)),
        ...(found.fits ? [] : (['schema'] as const)),
      ]
      return { failures }
    } catch (error) {
      const cause = (error as Error).cause ?? error
      return { failures: [failureOf(cause)], reason: (cause as Error).message }
    }
  }
}

function failureOf(error: unknown): ServingFailure {
  if ((error as { code?: string }).code === NO_TABLE) return 'schema'
  if (isReadOnly(error)) return 'read-only'
  return lacksRoom(error) ? 'full' : 'database'
}
