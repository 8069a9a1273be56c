import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbeddedDatabase } from '../src/platform/database/embedded.ts'
import { createTestDatabase } from './support/test-database.ts'

/** The folder in which the tests on the server left every statement that it ran; `npm test` runs them first. */
const folder = process.env['STATEMENTS_FOLDER']
/** Fewer mean that the collection is broken. */
const AT_LEAST = 250

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/** The message of the statement's error, if it has one. */
async function problemOf(text: string, describe: (text: string) => Promise<unknown>): Promise<string[]> {
  try {
    await describe(text)
    return []
  } catch (error) {
    return [`${(error as Error).message}: ${text}`]
  }
}

test.skipIf(folder === undefined)('The embedded database prepares every statement of the server [OPS-06]', async () => {
  const files = readdirSync(folder ?? '').map((name) => join(folder ?? '', name))
  const statements = new Set(files.flatMap(linesOf).map((line) => JSON.parse(line) as string))
  expect(statements.size).toBeGreaterThan(AT_LEAST)

  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-statements-'))
  await createTestDatabase(dataDir)
  const { engine } = await openEmbeddedDatabase(join(dataDir, 'database'))
  const problems: string[] = []
  for (const text of statements) problems.push(...(await problemOf(text, (one) => engine.describeQuery(one))))
  await engine.close()
  rmSync(dataDir, { recursive: true, force: true })
  expect(problems).toEqual([])
})
