import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import type { MasterKeys } from '../src/config/key-files.ts'
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
} from './support/builders.ts'
import { readKeys as keysOf, stepsTo as stepsOf, writeKeys as writeKeysOf } from './support/key-file.ts'
import { MAIN } from './support/own-process.ts'
import type { TestApi } from './support/test-api.ts'
import { rows, tally, together } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'
import { withClient } from './support/with-client.ts'

const the = useTestApi()

const readKeys = () => keysOf(the.api)
const writeKeys = (file: MasterKeys) => writeKeysOf(the.api, file)
let made = 1
/** The steps from the key that an earlier test left to a new one. */
function stepsToNext() {
  const old = readKeys().keys.find(({ status }) => status === 'current')?.id ?? ''
  const id = `k${++made}`
  return { old, id, ...stepsOf(the.api, id) }
}
/** Lets a new key seal, with a restart. @returns the old one, and the file of the last step */
async function letSeal() {
  const { old, sealing, alone } = stepsToNext()
  writeKeys(sealing)
  await the.api.restart()
  return { old, alone }
}

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

type Server = { api: TestApi; restart: () => Promise<void>; close: () => Promise<void> }

/** One more server. */
async function anotherServer(): Promise<Server> {
  let twin = await the.api.twin()
  const close = () => twin.close()
  async function restart() {
    await close()
    twin = await the.api.twin()
    server.api = { ...the.api, client: twin.client }
  }
  const server = { api: { ...the.api, client: twin.client }, restart, close }
  return server
}

/** Visitors sign up at each server, and log in at the next one. */
async function visit(servers: readonly Server[]): Promise<void> {
  for (const [n, { api }] of servers.entries()) {
    const { number, bearer, tokens } = await registered(api)
    await beginCheck(api, bearer)
    await refresh(api, tokens.refresh_token)
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn((servers[n + 1] ?? servers[0])?.api ?? api, newBrowser(), number)
  }
}

test('The sealing key is rolled among visitors, past late and early steps: no request fails, old values open, the old key can go [OPS-30]', async () => {
  const { api } = the
  const old = await knownBrowser(api)
  const late = await anotherServer()
  const second = await anotherServer()
  const others: Server[] = [{ api, restart: api.restart, close: async () => {} }, second]
  /** Then come visitors. */
  async function restart(file: MasterKeys, servers: readonly Server[]) {
    writeKeys(file)
    for (const server of servers) await server.restart()
    await visit([...others, late])
  }
  /** Nothing starts with it, and nothing is rotated. */
  async function refuses(file: MasterKeys, reason: string) {
    writeKeys(file)
    await expect(api.twin()).rejects.toThrow(reason)
    await expect(api.operate('keys', 'rotate')).rejects.toThrow(/./)
  }

  const { old: first, id, known, sealing, alone } = stepsToNext()
  await refuses(sealing, `runs without the key ${id}`)
  await restart(known, others)
  await refuses(sealing, `runs without the key ${id}`)
  await restart(known, [late])
  await restart(sealing, others)
  const early = `A process on this database seals with another key than ${id}: restart it first.`
  await expect(api.operate('keys', 'rotate')).rejects.toThrow(early)
  await refuses(alone, `MASTER_KEY_FILE lacks the key ${first}`)
  await restart(known, [late])
  await restart(sealing, [late])
  expect(await sealedBy(first)).toBeGreaterThan(0)
  expect(await check()).toMatchObject({
    ok: false,
    lines: expect.stringContaining(`values are sealed with ${first}: run "keys rotate".`) as string,
  })

  const rotated = await api.operate('keys', 'rotate')
  expect(rotated.slice(-2)).toEqual([
    expect.stringMatching(new RegExp(`^Every value is sealed with ${id}: \\d+ rows were sealed again\\.$`)),
    `The key ${first} can be removed from MASTER_KEY_FILE.`,
  ])
  expect(await check()).toMatchObject({
    ok: true,
    lines: expect.stringMatching(new RegExp(`^The key ${first} can be removed`, 'm')) as string,
  })

  await refuses(known, 'MASTER_KEY_FILE is older than this database')
  await restart(alone, [...others, late])
  for (const server of [second, late]) await server.close()

  expect(await sealedBy(first)).toBe(0)
  await signInOn(api, old.cookie, old.number)
  expect(await api.operate('audit', 'verify')).toEqual([expect.stringContaining('chain whole')])
  expect(await api.operate('ledger', 'verify')).toEqual(expect.any(Array))
  expect((await check()).ok).toBe(true)
})

test('A rotation that meets visitors who change the same rows loses no change [OPS-30]', async () => {
  const { api } = the
  const people = []
  for (let n = 0; n < 8; n++) people.push(await registered(api))
  api.clock.advance(2 * MINUTE_MS)
  const proven = await Promise.all(people.map(({ number }) => provenNumber(api, number)))
  const { old } = await letSeal()
  const change =
    ({ number }: { number: string }, n: number) =>
    () =>
      api.client('changePin', { body: { phone: digits(number), pin: OTHER_PIN, recoverPinToken: proven[n] ?? '' } })
  const outcomes = await together<unknown>([() => api.operate('keys', 'rotate'), ...people.map(change)])
  expect(tally(outcomes)).toEqual({ ok: people.length + 1 })
  for (const { number } of people) expect(await passwordGrant(api, number, OTHER_PIN)).toEqual(expect.any(String))
  expect(await sealedBy(old)).toBe(0)
})

test('A rotation that is killed goes on where it was, and leaves the rows that a visitor holds for later [OPS-30]', async () => {
  const { api } = the
  const { number } = await registered(api)
  api.clock.advance(2 * MINUTE_MS)
  const { old, alone: left } = await letSeal()
  const both = readKeys()
  await withClient(api.databaseUrl ?? '', async (visitor) => {
    await visitor.query('begin')
    await visitor.query('select 1 from account order by created_at desc limit 1 for update')
    const env = { ...process.env, ...api.settings, DATABASE_URL: api.databaseUrl }
    const child = spawn(process.execPath, [MAIN, 'keys', 'rotate'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    let said = ''
    child.stdout.on('data', (part: Buffer) => void (said += String(part)))
    await expect.poll(() => said).toContain(`account: 2 values of ${old} in use, again in a moment`)
    child.kill('SIGKILL')
    await ended
    await visitor.query('rollback')
  })
  expect(await sealedBy(old)).toBe(1)

  writeKeys(left)
  await expect(api.twin()).rejects.toThrow(`MASTER_KEY_FILE lacks the key ${old}, which this database needs`)
  writeKeys(both)
  await api.operate('keys', 'rotate')
  expect(await sealedBy(old)).toBe(0)
  writeKeys(left)
  await api.restart()
  await signInOn(api, newBrowser(), number)
})

test('A rotation leaves a value that does not open as it is, and names it [OPS-30]', async () => {
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
  const { old } = await letSeal()
  const { exitCode, lines } = await api.command('keys', 'rotate')
  expect([exitCode, lines.at(-1)]).toEqual([
    1,
    `Values of account ${String(broken?.['id'])} do not open: run "keys check".`,
  ])
  expect(await sealedBy(old)).toBe(1)
  await rows(api, 'delete from account where id = $1', [broken?.['id']])
  await api.operate('keys', 'rotate')
})
