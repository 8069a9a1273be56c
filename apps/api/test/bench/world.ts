import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase } from '../support/create-database.ts'
import { createTestClient } from '../support/test-client.ts'
import { ARGON2, createPeople, makeMasterKeys, PIN } from './people.ts'
import { end, type Started, start } from './processes.ts'

const here = (file: string) => resolve(import.meta.dirname, file)
const PRODUCT = here('../../dist/main.js')
/** There is always money for an SMS. */
const ENDLESS_MONEY = { centsPerDay: 1_000_000_000 }

async function startGateway() {
  const gateway = await start(here('gateway.ts'), '/')
  return {
    ...gateway,
    /** The codes that were sent since the last call, by number. */
    codes: async () => new Map(Object.entries((await (await fetch(gateway.url)).json()) as Record<string, string>)),
  }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** The built product with a database of its own, whose keys the bench knows. */
async function startProduct(gateway: Started, main = PRODUCT) {
  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-bench-'))
  const database = await createDatabase()
  const master = makeMasterKeys()
  writeFileSync(join(dataDir, 'master.json'), JSON.stringify(master), { mode: 0o600 })
  writeFileSync(join(dataDir, 'sms.json'), JSON.stringify(ENDLESS_MONEY))
  const product = await start(main, '/livez', {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    MASTER_KEY_FILE: join(dataDir, 'master.json'),
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    CAPTCHA: 'off',
    LIMITS_FACTOR: '1000',
    SMS_URL: `${gateway.url}/`,
    SMS_LIMITS_FILE: join(dataDir, 'sms.json'),
    LOG_LEVEL: 'silent',
    WEB_DIR: join(dataDir, 'none'),
    ARGON2_MEMORY_KIB: String(ARGON2.memoryCost),
    ARGON2_PASSES: String(ARGON2.timeCost),
  })
  const people = createPeople(database.url, master)
  return {
    ...product,
    databaseUrl: database.url,
    people,
    async stop() {
      await people.close()
      await end(product)
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Product = Awaited<ReturnType<typeof startProduct>>

/** What is started beside the product: the floor, or a peer from a folder of its own. */
async function startBeside(file: string, path: string, cwd?: string) {
  const database = await createDatabase()
  const started = await start(file, path, { DATABASE_URL: database.url }, cwd)
  const stop = async () => {
    await end(started)
    await database.drop()
  }
  return { ...started, databaseUrl: database.url, stop }
}
export type Beside = Awaited<ReturnType<typeof startBeside>>

type Beyond = {
  /** The folder that a peer is installed in. */
  peers: string | undefined
  /** The main file of another build of the product, to compare two states in one run. */
  other: string | undefined
}

/** The product twice, once for the rows of others, and the floor beside it. */
export async function startWorld({ peers, other: otherMain }: Beyond) {
  const gateway = await startGateway()
  const product = await startProduct(gateway)
  const crowded = await startProduct(gateway)
  const other = otherMain === undefined ? undefined : await startProduct(gateway, otherMain)
  process.env['GATEWAY_URL'] = `${gateway.url}/`
  const floor = await startBeside(here('floor.ts'), '/poll')
  const peer = peers === undefined ? undefined : await startBeside(join(peers, 'better-auth.mjs'), '/', peers)
  const client = createTestClient(product.url, () => '203.0.113.7', { saw: () => {} })

  /** A confirmed account with a session. */
  async function account(n: number) {
    const number = `+49160${String(10_000_000 + n)}`
    const phone = number.slice(1)
    const more = { language: 'en', data_collection_consent: false } as const
    await client('signup', { body: { phone, password: PIN, ...more } })
    const granted = await client('token', { body: { grant_type: 'password', username: phone, password: PIN } })
    const bearer = granted.data.access_token
    const { data } = await client('resendCode', { body: {} }, { bearer })
    const code = (await gateway.codes()).get(number) ?? ''
    const tokens = await client('verifyCode', { body: { pinId: data.pinId, code } }, { bearer })
    return { phone, tokens: tokens.data }
  }

  return {
    product,
    crowded,
    other,
    floor,
    peer,
    gateway,
    account,
    async stop() {
      for (const one of [product, crowded, other, floor, peer]) await one?.stop()
      await end(gateway)
    },
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>
