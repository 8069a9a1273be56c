import { SpanKind } from '@opentelemetry/api'
import { isPart, traced } from '../tracing.ts'
import { createExecutor, type Database, type Executor } from './database.ts'

const STATEMENT = /^\s*(?<verb>\w+)(?:\s+(?:into|from))?(?:\s+(?<table>[a-z_.]+))?/i
const TABLE_OF_SELECT = /\bfrom\s+(?<table>[a-z_.]+)/i

/** "update account": the first word and a table. Texts of statements hold no values, and would be long. */
function nameOfStatement(text: string): string {
  const { verb = 'statement', table } = STATEMENT.exec(text)?.groups ?? {}
  const kind = verb.toLowerCase()
  const named = kind === 'select' || kind === 'with' ? TABLE_OF_SELECT.exec(text)?.groups?.['table'] : table
  return named === undefined ? kind : `${kind} ${named}`
}

const OPTIONS = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } }

const tracedExecutor = (executor: Executor): Executor => {
  const asSpan = <T>(text: string, run: () => Promise<T>) =>
    isPart() ? traced(nameOfStatement(text), OPTIONS, run) : run()
  return createExecutor(
    (text, values) => asSpan(text, () => executor.query(text, values)),
    (script) => asSpan(script, () => executor.execute(script)),
    (text, values) => asSpan(text, () => executor.atCommit(text, values)),
  )
}

/** The same database, with a span for each transaction and each statement of a request or a job. */
export const tracedDatabase = (database: Database): Database => ({
  ...database,
  ...tracedExecutor(database),
  transaction: (run, pace) =>
    isPart()
      ? traced('transaction', {}, () => database.transaction((tx) => run(tracedExecutor(tx)), pace))
      : database.transaction(run, pace),
})
