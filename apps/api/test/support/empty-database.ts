import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/platform/database/migrate.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { createDatabase } from './create-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database with the schema and nothing in it: a folder of the embedded engine, or a name on the server. */
    emptyDatabase: string
  }
}

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')

/** Migrating takes longer than most tests: the schema is made once for each run, and copied. */
export async function setup({ provide, config }: TestProject) {
  const onServer = config.env['TEST_ENGINE'] === 'postgres'
  const folder = mkdtempSync(join(tmpdir(), 'avouch-empty-'))
  const server = onServer ? await createDatabase() : undefined
  const opened = await openDatabase({ urls: server && [server.url], poolSize: 2, dataDir: folder }, () => {})
  await migrate(opened.database, MIGRATIONS, new Date())
  await opened.close()
  provide('emptyDatabase', server?.name ?? join(folder, 'database'))
  return async () => {
    await server?.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}
