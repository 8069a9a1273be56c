import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { decide } from '../../src/config/config.ts'
import { readEnv } from '../../src/config/env.ts'
import { readSandboxFile } from './sandbox-file.ts'
import { createServer } from '../../src/server.ts'
import { createTestClient } from './test-client.ts'
import { createTestDatabase } from './test-database.ts'
import { startPartnerWorld } from './partner-world.ts'

export type TestApi = Awaited<ReturnType<typeof startTestApi>>

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')

/** Time that only tests move; it starts at the real present. */
function createTestClock() {
  let shift = 0
  return {
    now: () => new Date(Date.now() + shift),
    advance: (milliseconds: number) => {
      shift += milliseconds
    },
  }
}

/** The whole server on a free port, with its own database, the partners it calls, and a clock to move. */
export async function startTestApi(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-test-'))
  const { url, drop } = await createTestDatabase()
  const credentials = readSandboxFile(dataDir)
  const world = await startPartnerWorld(credentials.provider.webhookSecret)
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://product.test',
    PORT: '0',
    WEB_DIR: join(dataDir, 'no-front-end'),
    SMS_URL: `${world.url}/sms`,
    SANDBOX_PROVIDER_URL: world.url,
    ARGON2_MEMORY_KIB: '64',
    ARGON2_PASSES: '1',
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    ...settings,
  }
  const clock = createTestClock()
  const log: string[] = []
  const config = { ...decide(readEnv(env)), clock: clock.now }
  const server = await createServer(config, { migrationsDir: MIGRATIONS, writeLog: (line) => log.push(line) })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`

  return {
    baseUrl,
    databaseUrl: url,
    client: createTestClient(baseUrl),
    credentials,
    world,
    clock,
    log,
    async [Symbol.asyncDispose]() {
      await server.close()
      await world.close()
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
