import { join } from 'node:path'
import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { runCommand } from '../src/cli/cli.ts'
import { makeMasterKeys } from '../src/config/key-files.ts'
import { confirmCode, newBrowser, registered, signInOn, signUp } from './support/builders.ts'
import { readKeys, writeKeys } from './support/key-file.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()
const MIGRATIONS = join(import.meta.dirname, '../migrations')

test('The command keys reindex refuses while a server has the embedded database open, and moves its numbers afterwards [OPS-36]', async () => {
  const { api } = the
  const { number } = await registered(api)
  const waiting = await signUp(api)
  expect(await api.command('keys', 'reindex')).toEqual({
    exitCode: 1,
    lines: ['The embedded database is in use: stop the server first.'],
  })
  await api.aside(async () => {
    writeKeys(api, { ...readKeys(api), index: { ...makeMasterKeys().hash, id: 'x2' } })
    const place = { migrationsDir: MIGRATIONS, variables: api.settings }
    expect(await runCommand(['keys', 'reindex'], () => {}, place)).toBe(0)
  })
  await confirmCode(api, waiting)
  api.clock.advance(2 * MINUTE_MS)
  await signInOn(api, newBrowser(), number)
})
