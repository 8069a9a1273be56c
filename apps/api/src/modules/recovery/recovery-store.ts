import type { RecoveryStore } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { AppendEvents } from '../audit/index.ts'
import { codeWasRight, forgetLogIns } from '../codes/index.ts'
import { knowsDevice, makeKnown } from '../devices/index.ts'
import { revokeAll } from '../sessions/index.ts'
import { type EnqueueSms, type SmsLedger, writeWarning } from '../sms/index.ts'

type Spent = { account_id: string; device_hash: Uint8Array | null }

const OWNER_OF = `select account_id, registration_id from sms_challenge where id = $1 and purpose = 'reset'`

/** No number and no PIN: only what counts tries. */
const NOBODY = `
  insert into registration
    (id, kind, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, expires_at)
  values ($1, 'unknown', $2, '', '', $3, false, $4, $5)
  on conflict (phone_idx) where kind = 'unknown' do update set expires_at = excluded.expires_at
  returning id`

const USE_UP = `
  update sms_challenge set state = 'used', used_at = $3
  where id = $1 and account_id = $2 and purpose = 'reset' and state = 'live' returning phone_idx`

/** A newer proof replaces an older one. */
const KEEP_TOKEN = `
  with older as (delete from recovery_token where account_id = $2)
  insert into recovery_token (hash, account_id, device_hash, expires_at) values ($1, $2, $3, $4)`

const REPEATED = `
  select 1 from sms_challenge c join recovery_token t on t.account_id = c.account_id
  where c.id = $1 and c.state = 'used' and c.used_at > $5
    and t.hash = $2 and t.device_hash is not distinct from $3 and t.expires_at > $4`

const ALLOWS = `
  select 1 from recovery_token t join account a on a.id = t.account_id
  where t.hash = $1 and t.expires_at > $3 and (t.device_hash is null or t.device_hash = $4) and a.phone_idx = $2 and a.state = 'active'`

const SPEND_TOKEN = `
  delete from recovery_token t using account a
  where t.hash = $1 and t.expires_at > $3 and (t.device_hash is null or t.device_hash = $4) and a.id = t.account_id and a.phone_idx = $2 and a.state = 'active'
  returning t.account_id, t.device_hash`

/** Payments wait for a while, should it not have been the holder. */
const HOLD = 'update account set unknown_reset_at = $2 where id = $1'

/** Whether the account knew the browser that proved the number. */
const isKnown = async (tx: Executor, { account_id, device_hash }: Spent): Promise<boolean> =>
  device_hash !== null && (await knowsDevice(tx, account_id, Buffer.from(device_hash)))

const END_CODES = `update sms_challenge set state = 'dead' where account_id = $1 and state in ('live', 'cancelled')`

type Hooks = { ledger: Pick<SmsLedger, 'drain'>; append: AppendEvents; enqueueSms: EnqueueSms }

export function createRecoveryStore(db: Database, { ledger, append, enqueueSms }: Hooks): RecoveryStore {
  return {
    async ownerOf(challengeId) {
      const [row] = await db.query<{ account_id: string | null; registration_id: string | null }>(OWNER_OF, [
        challengeId,
      ])
      if (row === undefined) return undefined
      const { account_id, registration_id } = row
      return account_id === null ? { registrationId: registration_id ?? '' } : { accountId: account_id }
    },

    async nobody(phoneIdx, language, now, until) {
      const [row] = await db.query<{ id: string }>(NOBODY, [newId('reg'), phoneIdx, language, now, until])
      if (row === undefined) throw new Error('an upsert returned nothing')
      return row.id
    },

    prove: (challengeId, { hash, accountId, device, expiresAt, now }, repeatSince) =>
      db.transaction(async (tx) => {
        await tx.query('select 1 from account where id = $1 for no key update', [accountId])
        const [used] = await tx.query<{ phone_idx: Uint8Array }>(USE_UP, [challengeId, accountId, now])
        if (used === undefined)
          return (await tx.query(REPEATED, [challengeId, hash, device, now, repeatSince])).length > 0
        await tx.query(KEEP_TOKEN, [hash, accountId, device, expiresAt])
        const known = device !== null && (await knowsDevice(tx, accountId, device)) ? device : null
        await codeWasRight(tx, { phoneIdx: Buffer.from(used.phone_idx), purpose: 'reset', known })
        await ledger.drain(tx, challengeId, now)
        await append(tx, { type: 'otp.verified', accountId, device, reason: 'reset' })
        return true
      }),

    allows: async ({ tokenHash, phoneIdx, device, now }) =>
      (await db.query(ALLOWS, [tokenHash, phoneIdx, now, device])).length > 0,

    changePin: ({ tokenHash, device, phoneIdx, pinEnc, now }) =>
      db.transaction(async (tx) => {
        // The account first: whoever signs in meanwhile is finished before, or meets the new PIN.
        await tx.query('select 1 from account where phone_idx = $1 for update', [phoneIdx])
        const [spent] = await tx.query<Spent>(SPEND_TOKEN, [tokenHash, phoneIdx, now, device])
        if (spent === undefined) return false
        const id = [spent.account_id]
        await tx.query('update account set pin_enc = $2, pin_version = pin_version + 1 where id = $1', [...id, pinEnc])
        if (!(await isKnown(tx, spent))) await tx.query(HOLD, [...id, now])
        await revokeAll(tx, spent.account_id)
        await tx.query(END_CODES, id)
        await forgetLogIns(tx, phoneIdx)
        await tx.query('delete from pin_throttle where phone_idx = $1', [phoneIdx])
        await tx.query('delete from account_device where account_id = $1', id)
        const begunOn = spent.device_hash && Buffer.from(spent.device_hash)
        if (begunOn !== null) await makeKnown(tx, spent.account_id, begunOn, now)
        const accountId = spent.account_id
        await writeWarning(tx, { accountId, smsId: newId('sms'), notice: 'pin_changed', now }, enqueueSms)
        const what = { accountId, phoneIdx, device: begunOn }
        await append(
          tx,
          { ...what, type: 'auth.pin.changed' },
          { ...what, type: 'session.revoked', reason: 'all, for another PIN' },
          ...(begunOn === null ? [] : [{ ...what, type: 'device.added' } as const]),
        )
        return true
      }),
  }
}
