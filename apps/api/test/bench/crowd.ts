import type { People } from './people.ts'

const LIMITS = `
  insert into rate_limit (key, level, room)
  select decode(md5('limit ' || n), 'hex'), $1::bigint + n % 86400000, 86400000 from generate_series(1, $2::int) n
  on conflict do nothing`

const REGISTRATIONS = `
  insert into registration (id, phone_idx, phone_enc, device_hash, without_cookie, pin_enc, language, data_collection_consent,
    created_at, expires_at)
  select 'reg_crowd' || n, sha256(('crowd ' || n)::bytea), repeat('x', 80), sha256(('browser ' || n)::bytea), false,
    repeat('x', 200), 'en', false, now(), now() + interval '1 day'
  from generate_series(1, $1::int) n`
/** Each has sent an SMS, and waits to be typed in. */
const CODES = `
  insert into sms_code (id, phone_idx, purpose, recognised, form, sends, expires_at, resend_at, send_level)
  select 'sms_crowd' || n, sha256(('crowd ' || n)::bytea), 'register', false, 'digits', 1, now() + interval '1 hour', now(),
    (extract(epoch from now()) * 1000)::bigint + 3600000
  from generate_series(1, $1::int) n`
const MESSAGES = `
  insert into sms_message (id, code_id, phone_idx, phone_enc, language, state, good_until, created_at)
  select id || ':1', id, phone_idx, repeat('x', 80), 'en', 'accepted', expires_at, now() from sms_code where id like 'sms_crowd%'`

const ACCOUNTS = `
  insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
  select 'usr_crowd' || n, sha256(('crowd account ' || n)::bytea), repeat('x', 80), repeat('x', 200), 'en', false, now()
  from generate_series(1, $1::int) n`
const FAMILIES = `
  insert into session_family (id, scope, account_id, authenticated_at, idle_expires_at, expires_at)
  select 'fam_crowd' || n, 'full', 'usr_crowd' || n, now(), now() + interval '1 hour', now() + interval '12 hours'
  from generate_series(1, $1::int) n`
const TOKENS = `
  insert into access_token (hash, family_id, expires_at)
  select sha256(('crowd_' || n)::bytea), 'fam_crowd' || n, now() + interval '2 hours' from generate_series(1, $1::int) n`

/** A bearer of one of the sessions in the crowd. */
export const crowdBearer = (n: number) => `crowd_${n}`

export type Crowd = { limits: number; codes: number }

/** Rows of others: rate limits that are in use, and codes that are still open. */
export async function fill(people: People, { limits, codes }: Crowd): Promise<void> {
  await people.query(LIMITS, [Date.now(), limits])
  await people.query(REGISTRATIONS, [codes])
  await people.query(CODES, [codes])
  await people.query(MESSAGES)
  await people.query('vacuum analyze')
  // What the rows left to be written to the disk is no part of what follows.
  await people.query('checkpoint')
}

/** Signed-in visitors. */
export async function fillSessions(people: People, sessions: number): Promise<void> {
  for (const statement of [ACCOUNTS, FAMILIES, TOKENS]) await people.query(statement, [sessions])
  await people.query('vacuum analyze')
  await people.query('checkpoint')
}
