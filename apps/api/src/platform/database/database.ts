import type * as z from 'zod/mini'

export type Row = Record<string, unknown>

/** Parses a row of a statement; see rows.ts. */
export type RowSchema<R> = z.ZodMiniType<R>

/** Leaves out values that a driver may refuse to send: the commit would follow without the statement. */
export type PlainValue = string | number | boolean | Uint8Array | Date | null | readonly PlainValue[]

/** Runs one statement. Rows are parsed by the schema that is given: what the type says is what the database sent. */
export type Executor = {
  query<R>(text: string, values: readonly unknown[], row: RowSchema<R>): Promise<R[]>
  /** Rows that are only counted, or compared as a whole. */
  query(text: string, values?: readonly unknown[]): Promise<Row[]>
  /**
   * In a transaction, sends a statement together with the commit, so that its locks last for no round trip. An error rolls the
   * transaction back; nobody reads its rows.
   */
  atCommit(text: string, values: readonly PlainValue[]): Promise<void>
  /** Runs a script: any number of statements, without values and rows. */
  execute(script: string): Promise<void>
}

/** A statement that changes rows, by its values in their order. @returns whether it returned a row */
export const statement =
  <Values extends readonly unknown[]>(sql: string) =>
  async (db: Pick<Executor, 'query'>, ...values: Values): Promise<boolean> =>
    (await db.query(sql, values)).length > 0

type SendQuery = (text: string, values: unknown[]) => Promise<Row[]>
type SendScript = (script: string) => Promise<unknown>
type SendAtCommit = (text: string, values: readonly PlainValue[]) => Promise<unknown>

/** @throws ZodError for a row that is not as its schema says: a bug of ours, answered as an internal error */
export function createExecutor(send: SendQuery, sendScript: SendScript, sendAtCommit?: SendAtCommit): Executor {
  function query<R>(text: string, values: readonly unknown[], row: RowSchema<R>): Promise<R[]>
  function query(text: string, values?: readonly unknown[]): Promise<Row[]>
  async function query(text: string, values: readonly unknown[] = [], row?: RowSchema<unknown>): Promise<unknown[]> {
    const rows = await send(text, [...values])
    return row === undefined ? rows : rows.map((one) => row.parse(one))
  }
  const execute = async (script: string) => void (await sendScript(script))
  const atCommit = async (text: string, values: readonly PlainValue[]) =>
    void (await (sendAtCommit ?? query)(text, values))
  return { query, execute, atCommit }
}

/**
 * The one database, PostgreSQL by either engine.
 * Inside a transaction only `tx` may be used: the embedded engine has one session, and a query outside of the transaction
 * would wait for it for ever.
 */
export type Database = Executor & {
  /** `hurry: false` lets a statement take as long as it takes; callers that wait for an answer want to know in time. */
  transaction<T>(run: (tx: Executor) => Promise<T>, pace?: { hurry?: boolean }): Promise<T>
  /** Runs statements on one connection without a transaction and without limits of time, as `create index concurrently` needs. */
  unlimited<T>(run: (session: Executor) => Promise<T>): Promise<T>
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
