import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, row } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const MAX_DEVICES_OF_ACCOUNT = 10
const MAX_ACCOUNTS_OF_DEVICE = 5

/**
 * The account knows the browser from now on: two parts of a statement whose CTE `of` has the account's id and exactly then a
 * row. `known` has a row that says whether the browser was added. The device's row serialises sign-ins in one browser: two
 * accounts in it are counted right by the next statement, which trims.
 */
export const withKnown = ({ of, device, now }: { of: string; device: string; now: string }): string => `
  device_held as (
    insert into device (hash, used_at) select ${device}::bytea, ${now}::timestamptz from ${of} where ${device}::bytea is not null
    on conflict (hash) do update set used_at = excluded.used_at returning hash),
  known as (
    insert into account_device (account_id, device_hash, known_since, last_used_at)
    select o.id, h.hash, ${now}::timestamptz, ${now}::timestamptz from device_held h, ${of} o
    on conflict (account_id, device_hash) do update set last_used_at = excluded.last_used_at
    returning xmax = 0 as added)`

const KNOW = `
  with holder as (select $1::text as id), ${withKnown({ of: 'holder', device: '$2', now: '$3' })}
  select added from known`

/**
 * After a browser was added, in the next statement: the one that was used longest ago is forgotten, never the present one. Of
 * an account's browsers, and of a browser's accounts.
 */
export async function trimDevices(tx: Executor, accountId: string, device: Buffer): Promise<void> {
  for (const text of [TRIM_OF_ACCOUNT, TRIM_OF_DEVICE]) await tx.query(text, [accountId, device])
}

const TRIM_OF_ACCOUNT = `
  delete from account_device where account_id = $1 and device_hash not in (
    select device_hash from account_device where account_id = $1
    order by (device_hash = $2) desc, last_used_at desc limit ${MAX_DEVICES_OF_ACCOUNT})`
const TRIM_OF_DEVICE = `
  delete from account_device where device_hash = $2 and account_id not in (
    select account_id from account_device where device_hash = $2
    order by (account_id = $1) desc, last_used_at desc limit ${MAX_ACCOUNTS_OF_DEVICE})`

const NUMBER_KNOWS = `
  select 1 from account_device d join account a on a.id = d.account_id where a.phone_idx = $1 and d.device_hash = $2`
const FORGET = `
  delete from account_device d using account a where a.id = d.account_id and a.phone_idx = $1 and d.device_hash = $2`

/**
 * PIN and SMS code were right on this device. The caller holds the account's row.
 * @returns whether it was unknown before
 */
export async function makeKnown(tx: Executor, accountId: string, device: Buffer, now: Date): Promise<boolean> {
  const [known] = await tx.query(KNOW, [accountId, device, now], row({ added: bool }))
  if (known?.added !== true) return false
  await trimDevices(tx, accountId, device)
  return true
}

/** Whether PIN and SMS code were right on this device. */
export const knowsDevice = async (db: Executor, accountId: string, device: Buffer): Promise<boolean> =>
  (await db.query('select 1 from account_device where account_id = $1 and device_hash = $2', [accountId, device]))
    .length > 0

/** Whether the number's account knows the device. */
export const numberKnowsDevice = async (db: Executor, phoneIdx: Buffer, device: Buffer): Promise<boolean> =>
  (await db.query(NUMBER_KNOWS, [phoneIdx, device])).length > 0

const OF_NUMBER = `
  select d.device_hash from account_device d join account a on a.id = d.account_id where a.phone_idx = $1
  order by d.last_used_at desc`

/** The devices that the number's account knows, the one that was used last first. */
export const devicesOfNumber = async (db: Executor, phoneIdx: Buffer): Promise<Buffer[]> =>
  (await db.query(OF_NUMBER, [phoneIdx], row({ device_hash: bytes }))).map(({ device_hash }) => device_hash)

/** Whether any account knows the device. */
export const isKnownDevice = async (db: Executor, device: Buffer): Promise<boolean> =>
  (await db.query('select 1 from account_device where device_hash = $1 limit 1', [device])).length > 0

/** From now on the number's account does not know the device. */
export const forgetDevice = async (tx: Executor, phoneIdx: Buffer, device: Buffer): Promise<void> =>
  void (await tx.query(FORGET, [phoneIdx, device]))

const FORGET_ALL = 'delete from account_device where account_id = $1 returning device_hash'

/** @returns the hashes of those that the account knew */
export const forgetAllDevices = async (tx: Executor, accountId: string): Promise<Buffer[]> =>
  (await tx.query(FORGET_ALL, [accountId], row({ device_hash: bytes }))).map(({ device_hash }) => device_hash)

/** A browser that becomes known at this moment has been used at this moment, and stays. */
const FORGOTTEN_MS = 24 * HOUR_MS
const FORGOTTEN = 't.used_at <= $1 and not exists (select 1 from account_device k where k.device_hash = t.hash)'

/** A browser is known for 180 days after its last log-in, which renews its cookie too. */
export const sweepDevices = sweepOf(
  { keepMs: 180 * 24 * HOUR_MS, table: 'account_device', where: 't.last_used_at <= $1' },
  { keepMs: FORGOTTEN_MS, table: 'device', where: FORGOTTEN },
)
