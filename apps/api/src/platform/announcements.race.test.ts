import { MINUTE_MS } from '@avouch/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#test/create-database.ts'
import { announce, createAnnouncements } from './announcements.ts'
import { createExecutor } from './database/database.ts'
import { createHosts } from './database/hosts.ts'
import { repeat } from './repeat.ts'

let admin: pg.Client
let drop: () => Promise<void>
let url: string
beforeAll(async () => {
  const made = await createDatabase()
  ;({ drop, url } = made)
  admin = new pg.Client({ connectionString: url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await drop()
})

const send = async (text: string, values: unknown[] = []) =>
  (await admin.query<Record<string, unknown>>(text, values)).rows
const say = (name: string) => announce(createExecutor(send, send), name)
const LISTENER = `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`

test('Announced work begins when its transaction commits, also after the connection that listens was cut [PROV-05 R-09]', async () => {
  const heard: string[] = []
  const soon: typeof repeat = (run, given) => repeat(run, { ...given, everyMs: Math.min(given.everyMs, 20) })
  const announcements = await createAnnouncements({ pool: createHosts([url]).pool }, { repeat: soon, warn: () => {} })
  for (const name of ['webhook.deliver', 'accounts.erase']) announcements.on(name, () => void heard.push(name))

  await send('begin')
  await say('webhook.deliver')
  await send('rollback')
  await send('begin')
  await say('accounts.erase')
  await say('nothing.known')
  expect(heard).toEqual([])
  await send('commit')
  await expect.poll(() => heard).toEqual(['accounts.erase'])

  const [{ pid } = {}] = await send(LISTENER)
  await send('select pg_terminate_backend($1)', [pid])
  await expect.poll(async () => (await send(LISTENER)).map((one) => one['pid'] !== pid)).toEqual([true])
  await say('webhook.deliver')
  await expect.poll(() => heard, { timeout: MINUTE_MS }).toEqual(['accounts.erase', 'webhook.deliver'])
  await announcements.stop()
  expect(await send(LISTENER)).toEqual([])
})
