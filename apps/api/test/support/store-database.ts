import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openEmbeddedDatabase } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const MIGRATIONS = join(ROOT, 'apps/api/migrations')
const CACHE = join(ROOT, '.cache')

/** A name that changes with the schema and with the engine. */
function imageName(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(file).update(readFileSync(join(MIGRATIONS, file)))
  return `schema-${hash.digest('hex').slice(0, 16)}.tar`
}

async function makeImage(path: string): Promise<void> {
  const database = await openEmbeddedDatabase(undefined)
  await migrate(database, MIGRATIONS, new Date())
  const image = await database.engine.dumpDataDir('none')
  await database.close()
  mkdirSync(CACHE, { recursive: true })
  // In one go: another test file may look for it at the same moment.
  writeFileSync(`${path}.${process.pid}`, Buffer.from(await image.arrayBuffer()))
  renameSync(`${path}.${process.pid}`, path)
}

/**
 * The schema with nothing in it, in memory, for tests of a store. Making it takes longer than most of these tests, so
 * an image of it is kept until the schema changes.
 */
export async function openStoreDatabase() {
  const path = join(CACHE, imageName())
  if (!existsSync(path)) await makeImage(path)
  // Read synchronously: a concurrent test may replace the file.
  return openEmbeddedDatabase(undefined, new Blob([readFileSync(path)]))
}
