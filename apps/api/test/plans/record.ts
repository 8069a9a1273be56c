import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Recorded } from './recorded.ts'

type Query = (this: pg.Client, ...words: unknown[]) => unknown

/** A value as PostgreSQL reads it from text. */
const asText = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return Array.isArray(value) ? value.map(asText) : value
}

/** Records each statement that the product sends to a server, with the values of its first call, as a file of the folder. */
function record(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const seen = new Set<string>()
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function recorded(...words) {
    const [sent] = words as [({ name?: string } & Recorded) | string | undefined]
    // The product names its statements, tests don't. A setting has no plan.
    if (typeof sent === 'object' && sent.name !== undefined && !seen.has(sent.text) && !sent.text.startsWith('set ')) {
      const { text, values } = sent
      seen.add(text)
      const recording: Recorded = { text, values: values.map(asText) }
      writeFileSync(join(folder, `${hash('sha256', text).slice(0, 12)}.json`), JSON.stringify(recording))
    }
    return Reflect.apply(query, this, words)
  }
}

const folder = process.env['STATEMENTS_DIR']
const mark = globalThis as { recordsStatements?: true }
// Files of a process share its driver.
if (folder !== undefined && mark.recordsStatements === undefined) {
  mark.recordsStatements = true
  record(folder)
}
