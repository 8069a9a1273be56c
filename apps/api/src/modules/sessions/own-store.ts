import type { Executor } from '../../platform/database/database.ts'
import { bytes, row, text, timestamp } from '../../platform/database/rows.ts'

const SESSIONS = `
  select id, authenticated_at as "begunAt", expires_at as "endsAt" from session_family
  where account_id = $1 and scope = 'full' and state = 'live' and idle_expires_at > $2 and expires_at > $2
  order by authenticated_at desc, id`
const SESSION = row({ id: text, begunAt: timestamp, endsAt: timestamp })

const BROWSERS = `
  select device_hash as device, known_since as "knownSince", last_used_at as "lastUsedAt" from account_device
  where account_id = $1 order by last_used_at desc, device_hash`
const BROWSER = row({ device: bytes, knownSince: timestamp, lastUsedAt: timestamp })

/** Sign-ins that wait for their code end too. They are no sessions yet, nor are those that are over. */
const END = (which: string) => `
  with ended as (
    update session_family set state = 'revoked' where account_id = $1 and ${which} and state = 'live'
    returning id, scope, idle_expires_at)
  select id from ended where scope = 'full' and idle_expires_at > $3`
const END_OTHERS = END('id <> $2')
const END_IN = END('device_hash = any($2)')
const FORGET = 'delete from account_device where account_id = $1 and device_hash = any($2) returning device_hash'
const ID = row({ id: text })
const DEVICE = row({ device_hash: bytes })

/** The live sessions of an account, the newest first. */
export const liveSessions = (db: Executor, accountId: string, now: Date) =>
  db.query(SESSIONS, [accountId, now], SESSION)

/** The browsers that an account recognises, the last used first. */
export const recognisedBrowsers = (db: Executor, accountId: string) => db.query(BROWSERS, [accountId], BROWSER)

/** A sign-in that is being confirmed, or a browser that is being recognised, waits for this row. */
export const lockHolder = async (tx: Executor, id: string): Promise<void> =>
  void (await tx.query('select 1 from account where id = $1 for no key update', [id]))

/** @returns the sessions that ended */
export const endOthers = async (tx: Executor, accountId: string, familyId: string, now: Date): Promise<string[]> =>
  (await tx.query(END_OTHERS, [accountId, familyId, now], ID)).map(({ id }) => id)

/** @returns the browsers that were forgotten */
export const forget = async (tx: Executor, accountId: string, devices: readonly Buffer[]): Promise<Buffer[]> =>
  (await tx.query(FORGET, [accountId, devices], DEVICE)).map(({ device_hash }) => device_hash)

/** @returns the sessions that ended */
export const endIn = async (
  tx: Executor,
  accountId: string,
  devices: readonly Buffer[],
  now: Date,
): Promise<string[]> => (await tx.query(END_IN, [accountId, devices, now], ID)).map(({ id }) => id)
