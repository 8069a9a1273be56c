import type { People } from './people.ts'

const COUNTERS = `
  insert into counter (key, rule, level, step, room, ends)
  select decode(md5('counter ' || n), 'hex'), 'sms.number', $1::bigint + n % 86400000, 4320000, 25920000, $1::bigint + 86400000
  from generate_series(1, $2::int) n on conflict do nothing`

const REGISTRATIONS = `
  insert into registration (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, expires_at)
  select 'reg_crowd' || n, decode(md5('crowd ' || n) || md5('number ' || n), 'hex'), repeat('x', 80), repeat('x', 200), 'en', false,
    now(), now() + interval '1 day'
  from generate_series(1, $1::int) n`
/** Each has sent an SMS, and waits for its code. */
const CHALLENGES = `
  insert into sms_challenge
    (id, purpose, phone_idx, phone_enc, registration_id, device_hash, code_expires_at, expires_at, resend_at, created_at)
  select 'sms_crowd' || n, 'register', r.phone_idx, r.phone_enc, r.id, decode(md5(n::text) || md5('d' || n), 'hex'),
    now() + interval '1 hour', now() + interval '1 hour', now(), now()
  from generate_series(1, $1::int) n join registration r on r.id = 'reg_crowd' || n`
const MESSAGES = `
  insert into sms_message (id, challenge_id, generation, send, language, state, good_until, created_at)
  select c.id || ':1:1', c.id, 1, 1, 'en', 'accepted', c.expires_at, c.created_at from sms_challenge c where c.id like 'sms_crowd%'`

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

export type Crowd = { counters: number; challenges: number }

/** Rows of others: counters that are in use, and codes that are still open. */
export async function fill(people: People, { counters, challenges }: Crowd): Promise<void> {
  await people.query(COUNTERS, [Date.now(), counters])
  await people.query(REGISTRATIONS, [challenges])
  await people.query(CHALLENGES, [challenges])
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
