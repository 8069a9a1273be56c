import { traced, type Tracer } from '../tracing.ts'
import { createExecutor, type Database, type Executor } from './database.ts'

const STATEMENT = /^\s*(?<verb>\w+)(?:\s+(?:into|from))?(?:\s+(?<table>[a-z_.]+))?/i
const TABLE_OF_SELECT = /\bfrom\s+(?<table>[a-z_.]+)/i

/** "update account": the first word and a table. Texts of statements hold no values, and would be long. */
export function nameOfStatement(text: string): string {
  const { verb = 'statement', table } = STATEMENT.exec(text)?.groups ?? {}
  const kind = verb.toLowerCase()
  const named = kind === 'select' || kind === 'with' ? TABLE_OF_SELECT.exec(text)?.groups?.['table'] : table
  return named === undefined ? kind : `${kind} ${named}`
}

const ATTRIBUTES = { 'db.system.name': 'postgresql' }

const tracedExecutor = (tracer: Tracer, executor: Executor): Executor => {
  const asSpan = <T>(text: string, run: () => Promise<T>) =>
    traced(tracer, nameOfStatement(text), { kind: 'client', attributes: ATTRIBUTES }, run)
  return createExecutor(
    (text, values) => asSpan(text, () => executor.query(text, values)),
    (script) => asSpan(script, () => executor.execute(script)),
  )
}

/** The same database, with a span for each transaction and each statement. */
export const tracedDatabase = (tracer: Tracer, database: Database): Database => ({
  ...database,
  ...tracedExecutor(tracer, database),
  transaction: (run, pace) =>
    traced(tracer, 'transaction', { kind: 'internal' }, () =>
      database.transaction((tx) => run(tracedExecutor(tracer, tx)), pace),
    ),
})
