import type { Device } from '../../platform/device.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bytes, nullable, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

export type NewRecoveryToken = { hash: Buffer; accountId: string; device: Device; expiresAt: Date; now: Date }

/** A token as it is shown: for which number, and where. */
export type ShownToken = { tokenHash: Buffer; device: Device; phoneIdx: Buffer; now: Date }

/** A newer proof replaces an older one. */
const KEEP = `
  with older as (delete from recovery_token where account_id = $2)
  insert into recovery_token (hash, account_id, device_hash, expires_at) values ($1, $2, $3, $4)`

const IS_REPEATED = `
  select 1 from sms_challenge c join recovery_token t on t.account_id = c.account_id
  where c.id = $1 and c.state = 'used' and c.used_at > $5
    and t.hash = $2 and t.device_hash is not distinct from $3 and t.expires_at > $4`

const ALLOWS = `
  select 1 from recovery_token t join account a on a.id = t.account_id
  where t.hash = $1 and t.expires_at > $3 and (t.device_hash is null or t.device_hash = $4) and a.phone_idx = $2 and a.state = 'active'`

const SPEND = `
  delete from recovery_token t using account a
  where t.hash = $1 and t.expires_at > $3 and (t.device_hash is null or t.device_hash = $4) and a.id = t.account_id and a.phone_idx = $2 and a.state = 'active'
  returning t.account_id, t.device_hash`

export const keepToken = async (
  tx: Executor,
  { hash, accountId, device, expiresAt }: NewRecoveryToken,
): Promise<void> => void (await tx.query(KEEP, [hash, accountId, device, expiresAt]))

/** Whether the challenge was used after `since` in the same browser, and its token is unspent. */
export const isRepeated = async (
  tx: Executor,
  challengeId: string,
  { hash, device, now }: NewRecoveryToken,
  since: Date,
): Promise<boolean> => (await tx.query(IS_REPEATED, [challengeId, hash, device, now, since])).length > 0

/** Whether the token allows a change of the number's PIN; it stays unspent. */
export const allowsChange = async (db: Executor, { tokenHash, phoneIdx, now, device }: ShownToken): Promise<boolean> =>
  (await db.query(ALLOWS, [tokenHash, phoneIdx, now, device])).length > 0

/**
 * Spends the token.
 * @returns its account and the device that it was made for; undefined when it is unknown, spent, expired, another number's
 * or device's
 */
export async function spendToken(
  tx: Executor,
  { tokenHash, phoneIdx, now, device }: ShownToken,
): Promise<{ accountId: string; device: Device } | undefined> {
  const SPENT = row({ account_id: text, device_hash: nullable(bytes) })
  const [spent] = await tx.query(SPEND, [tokenHash, phoneIdx, now, device], SPENT)
  return spent && { accountId: spent.account_id, device: spent.device_hash }
}

export const sweepRecovery = sweepOf({ keepMs: 0, table: 'recovery_token', where: 't.expires_at <= $1' })
