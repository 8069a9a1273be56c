import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Database } from './database.ts'

const LOCK_KEY = 4_812_019
/** A large table is changed slowly, and another process may be at it. */
const UNHURRIED = { hurry: false }

/**
 * Brings the schema up to date: numbered SQL files, each in one transaction, each once, in order.
 * A file that was applied and then edited stops the start.
 */
export async function migrate(database: Database, folder: string, now: Date): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

  await database.transaction(async (tx) => {
    // Several processes may start at once; on the embedded engine there is only this one.
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await tx.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null)',
    )
    const applied = await tx.query<{ name: string; checksum: string }>('select name, checksum from migration')
    for (const { name, text, checksum } of files) {
      const before = applied.find((row) => row.name === name)
      if (before !== undefined && before.checksum !== checksum)
        throw new StartupError(`The migration ${name} was changed after it had been applied to this database.`)
      if (before !== undefined) continue
      for (const statement of statements(text)) await tx.query(statement)
      await tx.query('insert into migration (name, checksum, applied_at) values ($1, $2, $3)', [name, checksum, now])
    }
  }, UNHURRIED)
}

/** Up to a semicolon at the end of a line; what stands between dollar signs is one piece. */
const STATEMENT = /(?:\$\$[\s\S]*?\$\$|[\s\S])*?(?:;\s*$|(?![\s\S]))/gm

/** Our migrations hold statements, each ended by a semicolon at the end of a line, and comment lines. */
const statements = (text: string): string[] =>
  (text.replaceAll(/^ *--.*$/gm, '').match(STATEMENT) ?? [])
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '')
