import { isConnectionLost } from './database/availability.ts'

const NAMED = 10

/** Names the rows that a job could not work on, of which the log has the first ones. */
export class RowsFailed extends AggregateError {
  readonly rows: readonly string[]

  constructor(failures: ReadonlyMap<string, unknown>) {
    super([...failures.values()], 'rows were set aside')
    this.rows = [...failures.keys()].slice(0, NAMED)
  }
}

/** Works on each row; one that fails is set aside until the next run. A lost connection ends the run. @throws RowsFailed at the end */
export async function eachRow(
  ids: readonly string[],
  signal: AbortSignal,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const failures = new Map<string, unknown>()
  for (const id of ids) {
    if (signal.aborted) break
    try {
      await work(id)
    } catch (error) {
      failures.set(id, error)
      if (isConnectionLost(error)) break
    }
  }
  if (failures.size > 0) throw new RowsFailed(failures)
}
