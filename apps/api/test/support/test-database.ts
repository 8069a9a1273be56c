import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createDatabase } from './create-database.ts'

/** The schema with nothing in it, for one server under test; an undefined address stands for the embedded engine. */
export async function createTestDatabase(
  dataDir: string,
): Promise<{ url: string | undefined; drop: () => Promise<void> }> {
  const empty = inject('emptyDatabase')
  if (process.env.TEST_ENGINE === 'postgres') return createDatabase(empty)
  cpSync(empty, join(dataDir, 'database'), { recursive: true })
  return { url: undefined, drop: async () => {} }
}
