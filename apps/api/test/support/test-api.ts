import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { operateOn, runCommand } from '../../src/cli/cli.ts'
import { type Config, configFrom } from '../../src/config/config.ts'
import { readEnv } from '../../src/config/env.ts'
import { readSandbox } from '../../src/config/sandbox.ts'
import { type Repeat, repeat } from '../../src/platform/repeat.ts'
import { createServer, type Server } from '../../src/server.ts'
import { startPartnerWorld } from './partner-world.ts'
import { newAddress } from './address.ts'
import { contentsOfFolder, contentsOfServer } from './contents.ts'
import { freePort } from './free-port.ts'
import { refuseLeaks } from './search.ts'
import { createRegister } from './secrets.ts'
import { createTestClient } from './test-client.ts'
import { createTestDatabase } from './test-database.ts'
import { startVendorWorld } from './vendor-world.ts'

export type TestApi = Awaited<ReturnType<typeof startTestApi>>

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations')

/** A clock that tests move; it starts at the real time, and runs with it unless it is held. */
function createTestClock() {
  let shift = 0
  let held: number | undefined
  const now = () => new Date((held ?? Date.now()) + shift)
  return {
    now,
    /** How far the clock is ahead of the real time, in milliseconds. */
    shift: () => now().getTime() - Date.now(),
    advance: (milliseconds: number) => {
      shift += milliseconds
    },
    /** Moves to the start of the next UTC day, so that the following hours are within one day. */
    toNextDay: () => {
      shift += 24 * HOUR_MS - (now().getTime() % (24 * HOUR_MS))
    },
    /** Stops at a whole second: only `advance` moves the clock, however long a test takes. */
    hold: () => {
      held = Math.ceil(Date.now() / 1_000) * 1_000
      shift = Math.ceil(shift / 1_000) * 1_000
    },
    release: () => {
      shift += 2_000
      held = undefined
    },
  }
}

/**
 * Background work comes five times as often: what is due now and then in the product, no test waits for. At ten times it
 * took a twentieth of a processor for each server. What is rare, a test has run when it needs it.
 */
const repeatSooner: Repeat = (run, { everyMs, onError }) =>
  repeat(run, { everyMs: everyMs > MINUTE_MS ? everyMs : Math.min(everyMs, Math.max(20, everyMs / 5)), onError })

const listening = ({ app }: Server, port: number) => app.listen({ host: '127.0.0.1', port })

/** Tests of one file share addresses and countries, and ask for many codes: only tests about a limit use its own number. */
const ROOMY_LIMITS = [
  'lookup.address=6000/day',
  'lookup.network=6000/day',
  'lookup.browser=6000/day',
  'sms.address=6000/day',
  'sms.network=6000/day',
  'sms.range=6000/day',
  'sms.browser=1000/day',
  'sms-proven.number=1000/day',
  'test-intent.number=100000/day',
].join()

/** A machine with many parallel tests is slow; tests about timeouts use those of the product. */
const DATABASE_TIMEOUTS = { statementMs: 20_000, lockMs: 15_000, idleInTransactionMs: 30_000 }

function noSmsLimits(dataDir: string): string {
  const path = join(dataDir, 'sms-limits.json')
  writeFileSync(path, '{}')
  return path
}

const SECOND_WEBHOOK = '/webhooks/museum'

const makeSecondProvider = () => ({
  id: 'museum',
  apiKey: `avpk_test_${randomBytes(32).toString('base64url')}`,
  webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
})

/** The operator's list of providers, with one; @returns its path */
function writeSecondProvider(dataDir: string, provider: ReturnType<typeof makeSecondProvider>, url: string) {
  const entry = {
    id: provider.id,
    name: 'Museum der Nacht',
    apiKeySha256: [createHash('sha256').update(provider.apiKey).digest('hex')],
    redirectUris: [`${url}/museum/return`, `${url}/museum/other`],
    webhook: { url: `${url}${SECOND_WEBHOOK}`, secret: provider.webhookSecret },
  }
  const path = join(dataDir, 'providers.json')
  writeFileSync(path, JSON.stringify([entry]), { mode: 0o600 })
  return path
}

/** Production registers https alone; nothing is sent there. */
export const protectedUrl = (url: string): string => url.replace(/^http:/, 'https:')

/** A configuration as only tests need it. */
export type Change = (config: Config) => Config

/** Only tests about missing reports poll the identity-check service. */
export const pollEvery =
  (pollEveryMs: number): Change =>
  (config) => ({ ...config, identity: { ...config.identity, pollEveryMs } })

/** The whole server on a free port, with its own database, the partners it calls, and a clock to move. */
export async function startTestApi(settings: Record<string, string> = {}, change: Change = pollEvery(24 * HOUR_MS)) {
  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-test-'))
  const { url, drop } = await createTestDatabase(dataDir)
  // A look costs a tenth of a connection, and some tests look twenty times a second.
  const reader = url === undefined ? undefined : new pg.Pool({ connectionString: url, max: 4 })
  reader?.on('error', () => {})
  const credentials = readSandbox(join(dataDir, 'keys', 'sandbox.json'))
  const second = makeSecondProvider()
  const secrets = createRegister()
  secrets.saw(JSON.stringify([credentials, second]))
  const world = await startPartnerWorld({
    '/webhooks/avouch': credentials.provider.webhookSecret,
    [SECOND_WEBHOOK]: second.webhookSecret,
  })
  const vendor = await startVendorWorld(credentials.identityCheck.token)
  const env: Record<string, string> & { DATA_DIR: string } = {
    NODE_ENV: 'test',
    NODE_NAME: 'test-node',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://product.test',
    PORT: '0',
    WEB_DIR: join(dataDir, 'no-front-end'),
    DOCS_DIR: join(dataDir, 'no-documentation'),
    CONSOLES_DIR: join(dataDir, 'no-consoles'),
    ...(settings['IDENTITY_VENDOR'] === undefined && { IDENTITY_STATUS_URL: vendor.url }),
    SMS_URL: `${world.url}/sms`,
    ...(settings['SMS_GATEWAY_2'] !== undefined && { SMS_URL_2: `${world.url}/second-sms` }),
    BANK_RETURNS_URL: `${world.url}/bank/returns`,
    SANDBOX_PROVIDER_URL: world.url,
    PROVIDERS_FILE: writeSecondProvider(
      dataDir,
      second,
      settings['NODE_ENV'] === 'production' ? protectedUrl(world.url) : world.url,
    ),
    // The receivers of the tests are on this machine.
    WEBHOOK_PRIVATE_ADDRESSES: 'true',
    SMS_LIMITS_FILE: noSmsLimits(dataDir),
    CAPTCHA: 'off',
    // Making its keys takes longer than most tests.
    OIDC: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
    ARGON2_MEMORY_KIB: '64',
    ARGON2_PASSES: '1',
    // Concurrent calls of one address meet in the database, not in the queue before it.
    PIN_HASHES_AT_ONCE: '64',
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    ...settings,
    // The later of two values with one name counts.
    LIMITS: [ROOMY_LIMITS, settings['LIMITS']].filter(Boolean).join(),
  }
  const shiftFile = join(dataDir, 'clock-shift')
  const clock = createTestClock()
  const log: string[] = []
  const start = async (more: Record<string, string> = {}) => {
    const config = change(configFrom(readEnv({ ...env, ...more })))
    const started = await createServer(
      { ...config, database: { ...config.database, timeouts: DATABASE_TIMEOUTS }, clock: clock.now },
      { migrationsDir: MIGRATIONS, writeLog: (line) => log.push(line), repeat: repeatSooner },
    )
    const metricsPort = await started.metrics?.listen({ host: '127.0.0.1', port: 0 })
    return { ...started, metricsPort }
  }
  let server = await start()
  const monitored = (path: string) => fetch(`http://127.0.0.1:${server.metricsPort}${path}`)
  /** Runs something while the server is stopped. */
  async function aside<T>(run: () => Promise<T>): Promise<T> {
    await server.close()
    try {
      return await run()
    } finally {
      server = await start()
      await listening(server, port)
    }
  }
  const port = await freePort()
  await listening(server, port)
  const baseUrl = `http://127.0.0.1:${port}`

  /** The origin of requests; every test has another address. */
  const place = { address: newAddress() }
  const here = () => place.address

  return {
    baseUrl,
    databaseUrl: url,
    settings: env,
    place,
    client: createTestClient(baseUrl, here, secrets),
    credentials,
    /** A provider in addition to the sandbox's, registered by file. */
    second,
    world,
    vendor,
    clock,
    log,
    aside,
    /** Reads what the operator's monitoring gets, where METRICS_PORT is set. */
    monitored,
    /** Secrets that were transmitted here and must not be stored or logged. */
    secrets,
    /** Stops the server and starts it on the same database, folder and port. */
    restart: () => aside(async () => {}),
    /**
     * Runs a command of the operator; on the embedded database, which is for one process, the server runs it.
     * @throws Error with the output, unless the command exits with 0
     */
    async operate(...words: string[]): Promise<string[]> {
      const { lines, exitCode } = await this.command(...words)
      if (exitCode !== 0) throw new Error(lines.join('\n'))
      return lines
    },
    /** Runs a command of the operator. @returns its lines and exit code */
    async command(...words: string[]): Promise<{ lines: string[]; exitCode: number }> {
      const lines: string[] = []
      writeFileSync(shiftFile, String(clock.shift()))
      const shifted = env['NODE_ENV'] === 'production' ? {} : { CLOCK_SHIFT_FILE: shiftFile }
      const variables = { ...env, ...shifted }
      const print = (line: string) => void lines.push(line)
      const exitCode =
        url === undefined
          ? await operateOn(readEnv(variables), server.database, MIGRATIONS)(words, print, dataDir)
          : await runCommand(words, print, { migrationsDir: MIGRATIONS, variables })
      for (const line of lines) secrets.saw(line)
      return { exitCode, lines }
    },
    /** Rows, read by another connection, or by the server where it alone has the database. */
    async rows(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
      const { rows } =
        reader === undefined ? { rows: await server.database.query(text, values) } : await reader.query(text, values)
      return rows as Record<string, unknown>[]
    },
    /** Every row of every table. */
    contents: () => (url === undefined ? aside(() => contentsOfFolder(dataDir)) : contentsOfServer(url)),
    /** Stops the server and searches everything that is stored and logged for secrets. @throws Error if one is found */
    async refuseLeaks() {
      for (const sms of world.inbox) secrets.sawSms(sms)
      return refuseLeaks(secrets, await (url === undefined ? contentsOfFolder(dataDir) : contentsOfServer(url)), log)
    },
    /** One more server on the same database; only where the database is a server too. */
    async twin(more: Record<string, string> = {}) {
      const other = await start(more)
      const address = await listening(other, 0)
      return {
        baseUrl: address,
        client: createTestClient(address, here, secrets),
        close: () => other.close(),
      }
    },
    async [Symbol.asyncDispose]() {
      // Names and labels are searched like the log; values count and measure.
      if (server.metricsPort !== undefined)
        log.push(...(await (await monitored('/metrics')).text()).split('\n').map((line) => line.replace(/ \S+$/, '')))
      await server.close()
      await world.close()
      await vendor.close()
      await reader?.end()
      try {
        await this.refuseLeaks()
      } finally {
        await drop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  }
}
