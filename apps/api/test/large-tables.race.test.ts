import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '@avouch/contract'
import { readEnv } from '../src/config/env.ts'
import { fill } from './fill/fill.ts'
import {
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  passwordGrant,
  refresh,
  registered,
} from './support/builders.ts'
import type { TestApi } from './support/test-api.ts'
import { useTestApi } from './support/use-test-api.ts'
import { withClient } from './support/with-client.ts'

const the = useTestApi()
const FILLED = { accounts: 200_000, events: 100_000, websites: 1_000, seed: 'large tables', besideOthers: true }
const RUNS = 15
/** A plan that reads a table from end to end takes a hundred times as long. */
const MOST_TIMES_SLOWER = 4
const MIGRATIONS = join(import.meta.dirname, '../migrations')

const ENDED = 5
const END_SOME = `
  update account set state = 'deactivated', erase_after = now()
  where id = any(array(select id from account where state = 'active' and adult limit $1)) returning id`
/** Also what is only appended to. */
const EMPTY = `
  set session_replication_role = replica;
  truncate account, registration, sms_code, sms_message, rate_limit, audit_event, ledger_account, oidc_record cascade`

let before: number

/** By the test's clock. */
function fillBeside({ settings, clock }: TestApi) {
  const shiftFile = join(settings.DATA_DIR, 'shift-of-fill')
  writeFileSync(shiftFile, String(clock.shift()))
  const env = readEnv({ ...settings, CLOCK_SHIFT_FILE: shiftFile })
  return fill({ env, migrationsDir: MIGRATIONS, folder: settings.DATA_DIR }, FILLED)
}

beforeAll(async () => {
  before = await middleTime()
  await fillBeside(the.api)
}, 900_000)

// The search for secrets after each file would read every row.
afterAll(() => withClient(the.api.databaseUrl ?? '', (client) => client.query(EMPTY)))

/** A log-in in a new browser, a poll and a refresh. @returns the milliseconds of the middle one of several */
async function middleTime(): Promise<number> {
  const { api } = the
  const times: number[] = []
  const { number } = await registered(api, newNumber())
  for (let run = 0; run < RUNS; run++) {
    api.clock.advance(26 * HOUR_MS)
    const cookie = newBrowser()
    const began = performance.now()
    const { data } = await api.client('prelogin', { body: { phone: digits(number), pin: GOOD_PIN } }, { cookie })
    const bearer = await passwordGrant(api, number, GOOD_PIN, cookie)
    const begun = { bearer, cookie, pinId: data?.pinId ?? '', code: api.world.codeFor(number) }
    const { access_token, refresh_token } = await confirmCode(api, begun)
    await api.client('kycStatus', {}, { bearer: access_token })
    await refresh(api, refresh_token, cookie)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
}

test('A log-in takes no longer once the tables have grown under a running server', {
  timeout: 600_000,
}, async () => {
  // As in life: only autovacuum analyses the tables.
  const analysed = () =>
    the.api.rows(
      "select 1 as done from pg_stat_user_tables where relname = 'access_token' and last_autoanalyze is not null",
    )
  await expect.poll(analysed, { timeout: 300_000, interval: 2_000 }).toHaveLength(1)
  expect(await middleTime()).toBeLessThan(MOST_TIMES_SLOWER * before)
})

test('Accounts that ended are erased within two minutes among 200,000 [ACCOUNT-03]', { timeout: 600_000 }, async () => {
  const ended = (await the.api.rows(END_SOME, [ENDED])).map(({ id }) => id)
  expect(ended).toHaveLength(ENDED)
  const left = () => the.api.rows('select id from account where id = any($1)', [ended])
  await expect.poll(left, { timeout: 120_000, interval: 1_000 }).toHaveLength(0)
})
