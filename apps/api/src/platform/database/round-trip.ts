import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Row } from './database.ts'
import { type Parameter, parameterOf } from './parameters.ts'

export type Statement = { text: string; values: readonly unknown[] }
/** Each connection prepares it once, by its name. */
type Named = { name: string; text: string; values: readonly Parameter[] }

const names = new Map<string, string>()

/** The same text is the same prepared statement on every connection. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

type Column = { name: string; parse: (text: string) => unknown }
/** How the rows of the statements that a connection has prepared are read. */
type Prepared = Map<string, readonly Column[]>
const preparedOn = new WeakMap<object, Prepared>()

/** What the driver has of the protocol, and its types leave out. */
type Connection = {
  stream: { cork: () => void; uncork: () => void }
  close: (message: { type: 'S'; name: string }) => void
  parse: (statement: { name: string; text: string }) => void
  bind: (given: { statement: string; values: readonly Parameter[] }) => void
  describe: (message: { type: 'P' }) => void
  execute: () => void
  sync: () => void
}
type Field = { name: string; dataTypeID: number }
type Answered = (error: unknown, rows?: Row[][]) => void

/**
 * Statements that are sent together and answered together, in their order: what follows one that fails is not run. The
 * description of their rows is asked for once for each connection; a table that changes makes the statement fail.
 */
export class RoundTrip implements pg.Submittable {
  readonly statements: readonly Named[]
  /** The driver gives up waiting after it. */
  readonly query_timeout: number
  /** The driver puts its own around it. */
  callback: Answered
  readonly #answers: Row[][] = []
  #rows: Row[] = []
  #unread: unknown
  #prepared: Prepared = new Map()

  constructor(statements: readonly Statement[], limitMs: number, answered: Answered) {
    this.statements = statements.map(({ text, values }) => ({
      name: nameOf(text),
      text,
      values: values.map(parameterOf),
    }))
    this.query_timeout = limitMs
    this.callback = answered
  }

  submit(driver: pg.Connection): void {
    const connection = driver as unknown as Connection
    this.#prepared = preparedOn.get(connection) ?? new Map<string, readonly Column[]>()
    preparedOn.set(connection, this.#prepared)
    connection.stream.cork()
    for (const { name, text, values } of this.statements) {
      const isKnown = this.#prepared.has(name)
      if (!isKnown) {
        // It may have been prepared by a call that failed afterwards; closing one that is not there is no error.
        connection.close({ type: 'S', name })
        connection.parse({ name, text })
      }
      connection.bind({ statement: name, values })
      if (!isKnown) connection.describe({ type: 'P' })
      connection.execute()
    }
    connection.sync()
    connection.stream.uncork()
  }

  get #name(): string {
    return this.statements[this.#answers.length]?.name ?? ''
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }))
    this.#prepared.set(this.#name, columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {}
    const columns = this.#prepared.get(this.#name) ?? []
    let at = 0
    try {
      for (const { name, parse } of columns) {
        const text = fields[at++]
        row[name] = text === null || text === undefined ? null : parse(text)
      }
    } catch (error) {
      this.#unread = error
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    // Without a description it has no rows.
    if (!this.#prepared.has(this.#name)) this.#prepared.set(this.#name, [])
    this.#answers.push(this.#rows)
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleError(error: unknown): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    if (this.#unread === undefined) this.callback(undefined, this.#answers)
    else this.callback(this.#unread)
  }
}
