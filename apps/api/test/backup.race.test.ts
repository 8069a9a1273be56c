import { execFile, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runCommand } from '../src/cli/cli.ts'
import { configFrom } from '../src/config/config.ts'
import { readEnv } from '../src/config/env.ts'
import { makeMasterKeys } from '../src/config/key-files.ts'
import { createServer } from '../src/server.ts'
import { checked, digits } from './support/builders.ts'
import { createDatabase } from './support/create-database.ts'
import { deposit, referenceFor } from './support/money.ts'
import { secretFile } from './support/production.ts'
import { createTestClient } from './support/test-client.ts'
import { useTestApi } from './support/use-test-api.ts'

const run = promisify(execFile)
const migrationsDir = resolve(import.meta.dirname, '../migrations')
const the = useTestApi()

const isThere = spawnSync('pg_restore', ['--version']).status === 0

async function command(variables: Record<string, string>, ...words: string[]) {
  const lines: string[] = []
  const exitCode = await runCommand(words, (line) => void lines.push(line), { migrationsDir, variables })
  return { exitCode, lines }
}

test.skipIf(!isThere)(
  'A dump that is restored into another database serves with the same keys, and with no others [OPS-58]',
  { meta: { needs: 'pg_restore' } },
  async () => {
    const { number, pin, bearer } = await checked(the.api, 'COMPLETED')
    await deposit(the.api, await referenceFor(the.api, bearer), 700)
    const { lines: noted } = await the.api.command('audit', 'verify')

    const dump = join(the.api.settings['DATA_DIR'] ?? '', 'avouch.dump')
    const { url, drop } = await createDatabase()
    try {
      await run('pg_dump', ['--format=custom', `--file=${dump}`, the.api.databaseUrl ?? ''])
      await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${url}`, dump])
      const restored = { ...the.api.settings, DATABASE_URL: url }

      const wrong = { ...restored, MASTER_KEY_FILE: secretFile(makeMasterKeys()) }
      await expect(command(wrong, 'installation', 'show')).rejects.toThrow('use the file that belongs to it')
      const open = async (variables: Record<string, string>) =>
        createServer(
          { ...configFrom(readEnv(variables)), clock: the.api.clock.now },
          { migrationsDir, writeLog: (line) => void the.api.log.push(line) },
        )
      await expect(open(wrong)).rejects.toThrow('use the file that belongs to it')

      const head = /head (\S+)$/.exec(noted.join())?.[1] ?? ''
      for (const words of [
        ['installation', 'show'],
        ['keys', 'check'],
        ['migrations', 'status'],
        ['ledger', 'verify'],
        ['audit', 'verify', head],
      ])
        expect(await command(restored, ...words)).toMatchObject({ exitCode: 0 })

      const server = await open(restored)
      try {
        const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
        const client = createTestClient(baseUrl, () => the.api.place.address, the.api.secrets)
        expect((await client('kycStatus', {}, { bearer })).data.result.status).toBe('COMPLETED')
        expect((await client('wallet', {}, { bearer })).data).toMatchObject({ available: 700 })
        const body = { grant_type: 'password', username: digits(number), password: pin } as const
        expect((await client('token', { body })).status).toBe(200)
      } finally {
        await server.close()
      }
    } finally {
      await drop()
      rmSync(dump, { force: true })
    }
  },
)
