import pg from 'pg'
import { expect, test } from 'vitest'
import { HOUR_MS } from '@avouch/contract'
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
import { useTestApi } from './support/use-test-api.ts'
import { withClient } from './support/with-client.ts'

const the = useTestApi()
const ROWS = 400_000
const RUNS = 15
/** A plan that reads a table from end to end takes a hundred times as long. */
const MOST_TIMES_SLOWER = 4

const FILL = `
  insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
    select 'usr_fill' || n, sha256(('p' || n)::bytea), 'x', 'x', 'en', false, now() from generate_series(1, $1::int) n;
  insert into account_device (account_id, device_hash, known_since, last_used_at)
    select 'usr_fill' || n, sha256(('d' || n)::bytea), now(), now() from generate_series(1, $1::int) n;
  insert into registration (id, phone_idx, phone_enc, device_hash, without_cookie, pin_enc, language, data_collection_consent, created_at, expires_at)
    select 'reg_fill' || n, sha256(('p' || n)::bytea), 'x', sha256(('d' || n)::bytea), false, 'x', 'en', false, now(), now() from generate_series(1, $1::int) n;
  insert into sms_code (id, phone_idx, purpose, recognised, form, sends, expires_at, resend_at)
    select 'sms_fill' || n, sha256(('p' || n)::bytea), 'login', false, 'digits', 1, now(), now() from generate_series(1, $1::int) n;
  insert into sms_message (id, code_id, phone_idx, phone_enc, language, state, good_until, created_at)
    select 'sms_fill' || n || ':1', 'sms_fill' || n, sha256(('p' || n)::bytea), 'x', 'en', 'accepted', now(), now() from generate_series(1, $1::int) n;
  insert into rate_limit (key, level, room) select substr(sha256(('k' || n)::bytea), 1, 16), 0, 0 from generate_series(1, $1::int) n;
  insert into session_family (id, scope, account_id, authenticated_at, idle_expires_at, expires_at)
    select 'fam_fill' || n, 'full', 'usr_fill' || n, now(), now(), now() from generate_series(1, $1::int) n;
  insert into access_token (hash, family_id, expires_at)
    select sha256(('t' || n)::bytea), 'fam_fill' || n, now() from generate_series(1, $1::int) n`

const ACCOUNTS = 600_000
const ENDED = 5
const END_SOME = `
  update account set state = 'deactivated', erase_after = now() where id = any(array(
    select 'usr_fill' || n * 100000 from generate_series(1, $1::int) n))`

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
  timeout: 900_000,
}, async () => {
  const before = await middleTime()
  const client = new pg.Client({ connectionString: the.api.databaseUrl })
  await client.connect()
  for (const statement of FILL.split(';\n')) await client.query(statement, [ROWS])
  // As in life: only autovacuum analyses the tables.
  const analysed = async () =>
    (
      await client.query(
        "select 1 from pg_stat_user_tables where relname = 'access_token' and last_autoanalyze is not null",
      )
    ).rowCount
  await expect.poll(analysed, { timeout: 300_000, interval: 2_000 }).toBe(1)
  const after = await middleTime()
  // The search for secrets after each file reads every row.
  await client.query('truncate account, registration, sms_code, sms_message, rate_limit cascade')
  await client.end()
  expect(after).toBeLessThan(MOST_TIMES_SLOWER * before)
})

test('Accounts that ended are erased within two minutes among 600,000 [ACCOUNT-03]', { timeout: 600_000 }, async () => {
  await withClient(the.api.databaseUrl ?? '', async (client) => {
    await client.query(FILL.split(';\n')[0] ?? '', [ACCOUNTS])
    await client.query(END_SOME, [ENDED])
    const left = async () => (await client.query(`select id from account where state = 'deactivated'`)).rowCount
    expect(await left()).toBe(ENDED)
    await expect.poll(left, { timeout: 120_000, interval: 1_000 }).toBe(0)
    await client.query('truncate account cascade')
  })
})
