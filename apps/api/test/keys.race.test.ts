import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { makeMasterKey, type MasterKey } from '../src/config/key-files.ts'
import { createKeyring, type KeyState } from '../src/platform/keyring.ts'
import {
  beginCheck,
  digits,
  knownBrowser,
  newBrowser,
  OTHER_PIN,
  passwordGrant,
  provenNumber,
  refresh,
  registered,
  signInOn,
  signUp,
} from './support/builders.ts'
import { readKeys as keysOf, writeKeys as writeKeysOf } from './support/key-file.ts'
import { MAIN } from './support/own-process.ts'
import type { TestApi } from './support/test-api.ts'
import { rows, tally, together } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'
import { withClient } from './support/with-client.ts'

const the = useTestApi()
const WORKERS = 3

const readKeys = () => keysOf(the.api)
const writeKeys = (keys: readonly MasterKey[]) => writeKeysOf(the.api, keys)
/** The keys that are named, in their states. */
const setStates = (keys: readonly MasterKey[], states: Partial<Record<string, KeyState>>) =>
  writeKeys(keys.flatMap((key) => (states[key.id] === undefined ? [] : [{ ...key, state: states[key.id] }])))
/** Lets a new key seal, with a restart. @returns the keys that are left when the old one is removed */
async function letSeal(id: string): Promise<MasterKey[]> {
  const keys = readKeys().filter(({ state }) => state !== 'opens')
  const replaced = keys.map((key) => (key.state === 'seals' ? { ...key, state: 'opens' as const } : key))
  writeKeys([...replaced, { ...newKey(id), state: 'seals' }])
  await the.api.restart()
  return readKeys().filter(({ state }) => state !== 'opens')
}
const newKey = (id: string) => makeMasterKey(id, 'opens', new Date())

const sealedBy = async (key: string): Promise<number> => {
  const [counted] = await rows(
    the.api,
    `select count(*)::int as n from account where split_part(phone_enc, '.', 2) = $1 or split_part(pin_enc, '.', 2) = $1`,
    [key],
  )
  return Number(counted?.['n'])
}

type Check = { ok: boolean; lines: string }
async function check(): Promise<Check> {
  const { lines, exitCode } = await the.api.command('keys', 'check')
  return { ok: exitCode === 0, lines: lines.join('\n') }
}

type Server = { api: TestApi; users: number; isOpen: boolean }

/** Visitors who sign up, log in, poll and refresh, each at a server that takes visitors, until they are stopped. */
function traffic(servers: readonly Server[]) {
  const failures: string[] = []
  let flows = 0
  const over = new AbortController()
  async function visit(api: TestApi) {
    const { number, bearer, tokens } = await registered(api)
    await beginCheck(api, bearer)
    for (let polls = 0; polls < 3; polls++) await api.client('kycStatus', {}, { bearer })
    await refresh(api, tokens.refresh_token)
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(api, newBrowser(), number)
  }
  async function work() {
    for (let n = 0; !over.signal.aborted; n++) {
      const server = servers.filter(({ isOpen }) => isOpen)[n % 2] ?? servers.find(({ isOpen }) => isOpen)
      if (server === undefined) throw new Error('no server is open')
      server.users++
      await visit(server.api).catch((error: unknown) => failures.push(String(error)))
      server.users--
      flows++
    }
  }
  const working = Promise.all(Array.from({ length: WORKERS }, work))
  return {
    flows: () => flows,
    async stop() {
      over.abort()
      await working
      return failures
    },
  }
}

test('OPS-30 OPS-31 the sealing key is rolled under traffic over two processes: no request fails, old values open, and the old key can be removed', async () => {
  const { api } = the
  const old = await knownBrowser(api)
  let twin = await api.twin()
  const first: Server = { api, users: 0, isOpen: true }
  const second: Server = { api: { ...api, client: twin.client }, users: 0, isOpen: true }
  const load = traffic([first, second])
  /** One after the other, each when its last visitor has left. */
  async function restartBoth() {
    for (const [server, restart] of [
      [first, api.restart],
      [
        second,
        async () => {
          await twin.close()
          twin = await api.twin()
          second.api = { ...api, client: twin.client }
        },
      ],
    ] as const) {
      server.isOpen = false
      await expect.poll(() => server.users, { interval: 10 }).toBe(0)
      await restart()
      server.isOpen = true
    }
    const before = load.flows()
    await expect.poll(() => load.flows(), { interval: 10 }).toBeGreaterThan(before + WORKERS)
  }

  const keys = [...readKeys(), newKey('k2')]
  setStates(keys, { k1: 'seals', h1: 'hashes', k2: 'opens' })
  await restartBoth()
  setStates(keys, { k1: 'opens', h1: 'hashes', k2: 'seals' })
  await restartBoth()
  expect(await sealedBy('k1')).toBeGreaterThan(0)
  expect(await check()).toMatchObject({
    ok: false,
    lines: expect.stringMatching(/values are sealed with k1: run "keys rotate"\./) as string,
  })

  const rotated = await api.operate('keys', 'rotate')
  expect(rotated.slice(-2)).toEqual([
    expect.stringMatching(/^Every value is sealed with k2: \d+ rows were sealed again\.$/),
    'The key k1 can be removed from MASTER_KEY_FILE.',
  ])
  expect(await check()).toMatchObject({
    ok: true,
    lines: expect.stringMatching(/^The key k1 can be removed/m) as string,
  })

  setStates(keys, { k2: 'seals', h1: 'hashes' })
  await restartBoth()
  expect(await load.stop()).toEqual([])
  await twin.close()

  expect(await sealedBy('k1')).toBe(0)
  await signInOn(api, old.cookie, old.number)
  expect(await api.operate('audit', 'verify')).toEqual([expect.stringContaining('chain whole')])
  expect(await api.operate('ledger', 'verify')).toEqual(expect.any(Array))
  expect((await check()).ok).toBe(true)
})

describe('OPS-31 a rotation', () => {
  test('takes every table along', async () => {
    const { api } = the
    const keyring = createKeyring({ keys: readKeys() })
    const hash = Buffer.alloc(32, 255)
    const record = keyring.seal('oidc-record', `Grant ${hash.toString('base64url')}`, '{}')
    await rows(
      api,
      `insert into oidc_record (kind, id_hash, payload_enc, expires_at) values ('Grant', $1, $2, now() + interval '1 day')`,
      [hash, record],
    )
    const quarter = keyring.seal('registration-stop', '2020Q1', 'a secret')
    await rows(api, `insert into registration_stop_key (quarter, secret_enc) values ('2020Q1', $1)`, [quarter])
    await signUp(api)
    const before = keyring.sealingId
    await letSeal('k2a')
    await api.operate('keys', 'rotate')
    expect(await check()).toMatchObject({
      ok: true,
      lines: expect.stringMatching(/^k2a +seals .+ [1-9]\d*$/m) as string,
    })
    expect((await check()).lines).toMatch(new RegExp(`^${before} +opens .+ 0$`, 'm'))
    for (const [table, column] of [
      ['oidc_record', 'payload_enc'],
      ['registration_stop_key', 'secret_enc'],
      ['sms_message', 'phone_enc'],
      ['provider', 'webhook_secret_enc'],
    ])
      expect(
        await rows(api, `select distinct split_part(${column}, '.', 2) as key from ${table} where ${column} <> ''`),
      ).toEqual([{ key: 'k2a' }])
  })

  test('that meets visitors who change the same rows loses no change', async () => {
    const { api } = the
    const people = []
    for (let n = 0; n < 8; n++) people.push(await registered(api))
    api.clock.advance(2 * MINUTE_MS)
    const proven = await Promise.all(people.map(({ number }) => provenNumber(api, number)))
    await letSeal('k3')
    const change =
      ({ number }: { number: string }, n: number) =>
      () =>
        api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken: proven[n] ?? '' } })
    const outcomes = await together<unknown>([() => api.operate('keys', 'rotate'), ...people.map(change)])
    expect(tally(outcomes)).toEqual({ ok: people.length + 1 })
    for (const { number } of people) expect(await passwordGrant(api, number, OTHER_PIN)).toEqual(expect.any(String))
    expect(await sealedBy('k2a')).toBe(0)
  })

  test('that is killed goes on where it was, and leaves the rows that a visitor holds for later', async () => {
    const { api } = the
    const { number } = await registered(api)
    api.clock.advance(2 * MINUTE_MS)
    const left = await letSeal('k4')
    const both = readKeys()
    await withClient(api.databaseUrl ?? '', async (visitor) => {
      await visitor.query('begin')
      await visitor.query('select 1 from account order by created_at desc limit 1 for update')
      const env = { ...process.env, ...api.settings, DATABASE_URL: api.databaseUrl }
      const child = spawn(process.execPath, [MAIN, 'keys', 'rotate'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(child, 'exit')
      let said = ''
      child.stdout.on('data', (part: Buffer) => void (said += String(part)))
      await expect.poll(() => said).toContain('account: 2 values of k3 in use, again in a moment')
      child.kill('SIGKILL')
      await ended
      await visitor.query('rollback')
    })
    expect(await sealedBy('k3')).toBe(1)

    writeKeys(left)
    await expect(api.twin()).rejects.toThrow('MASTER_KEY_FILE lacks the key k3, which this database needs')
    writeKeys(both)
    await api.operate('keys', 'rotate')
    expect(await sealedBy('k3')).toBe(0)
    writeKeys(left)
    await api.restart()
    await signInOn(api, newBrowser(), number)
  })

  test('leaves a value that does not open as it is, and names it', async () => {
    const { api } = the
    await registered(api)
    const [broken] = await rows(
      api,
      `update account set pin_enc = overlay(pin_enc placing '____' from 40) where id in (
         select id from account order by created_at desc limit 1) returning id`,
    )
    expect(await check()).toMatchObject({
      ok: false,
      lines: expect.stringContaining(`A value of account ${String(broken?.['id'])} does not open`) as string,
    })
    await letSeal('k5')
    const { exitCode, lines } = await api.command('keys', 'rotate')
    expect([exitCode, lines.at(-1)]).toEqual([
      1,
      `Values of account ${String(broken?.['id'])} do not open: run "keys check".`,
    ])
    expect(await sealedBy('k4')).toBe(1)
    await rows(api, 'delete from account where id = $1', [broken?.['id']])
    await api.operate('keys', 'rotate')
  })
})

describe('OPS-32 a server with other keys than those that run', () => {
  const startTwin = async () => (await the.api.twin()).close()

  test('does not start when one of them could not read what it seals, and starts when all have its key', async () => {
    const keys = readKeys().filter(({ state }) => state !== 'opens')
    const ahead = keys.map((key) => (key.state === 'seals' ? { ...key, state: 'opens' as const } : key))
    const next = newKey('k6')
    writeKeys([...ahead, { ...next, state: 'seals' }])
    await expect(startTwin()).rejects.toThrow(
      'A process on this database runs without the key k6, which seals here: restart it with this key in the state "opens" first.',
    )
    writeKeys([...keys, next])
    await the.api.restart()
    writeKeys([...ahead, { ...next, state: 'seals' }])
    await startTwin()
  })

  test('keeps the key from being rotated while it seals with the old one, and does not start afterwards', async () => {
    const { api } = the
    const late = await api.command('keys', 'rotate')
    expect(late).toEqual({
      exitCode: 1,
      lines: ['A process on this database seals with another key than k6: restart it first.'],
    })
    await api.restart()
    await api.operate('keys', 'rotate')
    const keys = readKeys()
    setStates(keys, { k5: 'seals', k6: 'opens', h1: 'hashes' })
    await expect(startTwin()).rejects.toThrow(
      'The key k5 in MASTER_KEY_FILE seals, and this database has replaced it: use the newer file.',
    )
    setStates(keys, { k6: 'seals', h1: 'hashes' })
  })
})
