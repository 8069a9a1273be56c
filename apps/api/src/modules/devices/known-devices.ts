import type { Executor } from '../../platform/database/database.ts'

const MAX_DEVICES_OF_ACCOUNT = 10
const MAX_ACCOUNTS_OF_DEVICE = 5

/** Where the guesses of a known device are counted. */
export const deviceClass = (device: Buffer): string => `device:${device.toString('hex')}`

/** Whoever holds the device's row is alone with it: two accounts in one browser are counted right. */
const HOLD_DEVICE = `
  insert into device as d (hash, created_at) values ($1, $2) on conflict (hash) do update set created_at = d.created_at`

/** Wrong PINs that made it unknown once are paid for by the SMS code. */
const FORGIVE = `
  delete from pin_throttle t using account a where a.id = $1 and t.phone_idx = a.phone_idx and t.class_key = $2`

const KNOW = `
  insert into account_device (account_id, device_hash, known_since, last_used_at) values ($1, $2, $3, $3)
  on conflict (account_id, device_hash) do update set last_used_at = excluded.last_used_at
  returning xmax = 0 as added`

/** The one that was used longest ago gives way, never the present one. */
const MAKE_ROOM_IN_ACCOUNT = `
  delete from account_device where account_id = $1 and device_hash not in (
    select device_hash from account_device where account_id = $1
    order by (device_hash = $2) desc, last_used_at desc limit $3)`
const MAKE_ROOM_ON_DEVICE = `
  delete from account_device where device_hash = $2 and account_id not in (
    select account_id from account_device where device_hash = $2
    order by (account_id = $1) desc, last_used_at desc limit $3)`

/**
 * PIN and SMS code were right on this device. The caller holds the account's row.
 * @returns whether it was unknown before
 */
export async function makeKnown(tx: Executor, accountId: string, device: Buffer, now: Date): Promise<boolean> {
  await tx.query(FORGIVE, [accountId, deviceClass(device)])
  await tx.query(HOLD_DEVICE, [device, now])
  const key = [accountId, device]
  const [known] = await tx.query<{ added: boolean }>(KNOW, [...key, now])
  await tx.query(MAKE_ROOM_IN_ACCOUNT, [...key, MAX_DEVICES_OF_ACCOUNT])
  await tx.query(MAKE_ROOM_ON_DEVICE, [...key, MAX_ACCOUNTS_OF_DEVICE])
  return known?.added === true
}

/** Whether PIN and SMS code were right on this device. */
export const knowsDevice = async (tx: Executor, accountId: string, device: Buffer): Promise<boolean> =>
  (await tx.query('select 1 from account_device where account_id = $1 and device_hash = $2', [accountId, device]))
    .length > 0
