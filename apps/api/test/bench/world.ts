import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { securityHeaders } from '../../src/http/headers.ts'
import { AV, createOffice } from '../support/age-office.ts'
import { makeCertificate, pemOf } from '../support/certificates.ts'
import { createDatabase } from '../support/create-database.ts'
import { fillSessions } from './crowd.ts'
import { postmaster } from './machine.ts'
import { createPeople, makeMasterKeys } from './people.ts'
import { end, type Started, start } from './processes.ts'

const here = (file: string) => resolve(import.meta.dirname, file)
const PRODUCT = here('../../dist/main.js')
const WEB = here('../../../web/dist')
const PID_TYPES = ['eu.europa.ec.eudi.pid.1', 'urn:eudi:pid']
/** There is always money for an SMS. */
const ENDLESS_MONEY = { centsPerDay: 1_000_000_000 }
/** Sessions of the floor, and of the product where nothing else is said. */
export const FEW = 1_000
export const MANY = Number(process.env['BENCH_MANY'] ?? 1_000_000)

/** Whose proofs of age and identity data the product accepts. */
export const office = createOffice()
/** Who the product is to ID wallets. */
const access = makeCertificate({ name: 'Bench' })

async function startGateway() {
  const gateway = await start(here('gateway.ts'), '/')
  return {
    ...gateway,
    /** The codes that were sent since the last call, by number. */
    codes: async () => new Map(Object.entries((await (await fetch(gateway.url)).json()) as Record<string, string>)),
  }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>

type ProductChoice = { main?: string; env?: Record<string, string> }

const settingsOf = (dataDir: string, gateway: Started) => ({
  NODE_ENV: 'development',
  DATA_DIR: dataDir,
  MASTER_KEY_FILE: join(dataDir, 'master.json'),
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '127.0.0.1',
  CAPTCHA: 'off',
  LIMITS_FACTOR: '1000',
  SMS_URL: `${gateway.url}/`,
  SMS_LIMITS_FILE: join(dataDir, 'sms.json'),
  TRUST_ANCHORS_FILE: join(dataDir, 'anchors.json'),
  ID_WALLET: 'on',
  ID_WALLET_CERT_FILE: join(dataDir, 'access.pem'),
  ID_WALLET_KEY_FILE: join(dataDir, 'access-key.pem'),
  LOG_LEVEL: 'silent',
  WEB_DIR: WEB,
})

function productFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-bench-'))
  const master = makeMasterKeys()
  writeFileSync(join(dataDir, 'master.json'), JSON.stringify(master), { mode: 0o600 })
  writeFileSync(join(dataDir, 'sms.json'), JSON.stringify(ENDLESS_MONEY))
  writeFileSync(join(dataDir, 'root.pem'), pemOf(office.root.certificate))
  writeFileSync(join(dataDir, 'anchors.json'), JSON.stringify([{ docTypes: [AV, ...PID_TYPES], file: 'root.pem' }]))
  writeFileSync(join(dataDir, 'access.pem'), pemOf(access.certificate))
  const key = access.keys.privateKey.export({ format: 'pem', type: 'pkcs8' })
  writeFileSync(join(dataDir, 'access-key.pem'), key, { mode: 0o600 })
  return { dataDir, master }
}

/** The built product with a database of its own, whose keys the bench knows. */
async function startProduct(gateway: Started, { main = PRODUCT, env = {} }: ProductChoice) {
  const { dataDir, master } = productFolder()
  const database = await createDatabase()
  const settings = { ...settingsOf(dataDir, gateway), DATABASE_URL: database.url, ...env }
  const product = await start(main, '/livez', settings)
  const people = createPeople(database.url, master)
  return {
    ...product,
    databaseUrl: database.url,
    people,
    /** The API key of the sandbox's website. */
    apiKey: (JSON.parse(readFileSync(join(dataDir, 'keys', 'sandbox.json'), 'utf8')) as Sandbox).provider.apiKey,
    async stop() {
      await people.close()
      await end(product)
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
type Sandbox = { provider: { apiKey: string } }
export type Product = Awaited<ReturnType<typeof startProduct>>

/** The same with the engine inside. */
async function startEmbedded(gateway: Started, main = PRODUCT) {
  const { dataDir } = productFolder()
  const product = await start(main, '/livez', { ...settingsOf(dataDir, gateway), DATABASE_URL: undefined })
  const stop = async () => {
    await end(product)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...product, stop }
}

/** What is started beside the product: the floor, or a peer from a folder of its own. */
async function startBeside(
  file: string,
  path: string,
  gateway: Started,
  { cwd, rows = FEW }: { cwd?: string | undefined; rows?: number } = {},
) {
  const database = await createDatabase()
  const env = {
    DATABASE_URL: database.url,
    GATEWAY_URL: `${gateway.url}/`,
    ROWS: String(rows),
    HEADERS: JSON.stringify(securityHeaders({ https: false })),
  }
  const started = await start(file, path, env, cwd)
  const stop = async () => {
    await end(started)
    await database.drop()
  }
  return { ...started, databaseUrl: database.url, stop }
}
export type Beside = Awaited<ReturnType<typeof startBeside>>

async function startEmbeddedFloor() {
  const dataDir = mkdtempSync(join(tmpdir(), 'avouch-floor-'))
  const env = {
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
    ROWS: String(FEW),
    HEADERS: JSON.stringify(securityHeaders({ https: false })),
  }
  const started = await start(here('floor.ts'), '/poll', env)
  const stop = async () => {
    await end(started)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...started, stop }
}

type Settings = {
  /** The folder that the peers are installed in. */
  peers: string | undefined
  /** The main file of another build of the product, to compare two states in one run. */
  other: string | undefined
}

/** Everything that is measured, started when it is asked for the first time. */
export async function createWorld({ peers, other }: Settings) {
  const gateway = await startGateway()
  const stops: (() => Promise<void>)[] = [() => end(gateway)]
  const once = <Part extends { stop: () => Promise<void> }>(begin: () => Promise<Part>) => {
    let part: Promise<Part> | undefined
    return () =>
      (part ??= begin().then((started) => {
        stops.unshift(started.stop)
        return started
      }))
  }
  const peer = (name: string) => {
    const file = peers === undefined ? undefined : join(peers, `${name}.mjs`)
    const begin = once(() => startBeside(file ?? '', '/', gateway, { cwd: peers }))
    return async () => (file !== undefined && existsSync(file) ? begin() : undefined)
  }
  const otherProduct = once(() => startProduct(gateway, { main: other ?? PRODUCT }))
  return {
    gateway,
    database: await postmaster(),
    floor: once(() => startBeside(here('floor.ts'), '/poll', gateway)),
    /** With as many sessions as `crowded`. */
    crowdedFloor: once(() => startBeside(here('floor.ts'), '/poll', gateway, { rows: MANY })),
    product: once(() => startProduct(gateway, {})),
    /** With many sessions of others. */
    crowded: once(async () => {
      const crowded = await startProduct(gateway, {})
      await fillSessions(crowded.people, MANY)
      return crowded
    }),
    other: async () => (other === undefined ? undefined : otherProduct()),
    embedded: once(() => startEmbedded(gateway)),
    embeddedFloor: once(startEmbeddedFloor),
    betterAuth: peer('better-auth'),
    oauthServer: peer('oauth-server'),
    stop: async () => {
      for (const stop of stops) await stop()
    },
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>
