export type Row = Record<string, unknown>

/** Runs one statement. Rows are shaped by the statement itself, so the caller names the type. */
export type Executor = {
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>
}

/**
 * The one database, PostgreSQL by either engine.
 * Inside a transaction only `tx` may be used: the embedded engine has one session, and a query beside the transaction
 * would wait for it for ever.
 */
export type Database = Executor & {
  /** `hurry: false` lets a statement take as long as it takes; callers that wait for an answer want to know in time. */
  transaction<T>(run: (tx: Executor) => Promise<T>, pace?: { hurry?: boolean }): Promise<T>
  close(): Promise<void>
}

const RETRYABLE = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 3

/** A deadlock or a failed serialisation says nothing about the request: the same transaction runs again. */
export async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MAX_ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

export const isReachable = (database: Database): Promise<boolean> =>
  database.query('select 1').then(
    () => true,
    () => false,
  )
