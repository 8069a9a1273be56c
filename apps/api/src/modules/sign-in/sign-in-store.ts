import type { Language } from '@avouch/contract'
import type { Device } from '../../platform/device.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bytes, int, nullable, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { type Hits, hits } from '../rate-limits/index.ts'

/** PINs of a registration that are compared, right ones too: else its grants would have no end. */
const GRANTS = 10

export type NewRegistration = {
  id: string
  phoneIdx: Buffer
  phoneEnc: string
  /** The browser's own, by its cookie: the request's, or the one that the answer issues. */
  deviceHash: Buffer
  withoutCookie: boolean
  pinEnc: string
  language: Language
  dataCollectionConsent: boolean
  refunds: Hits
  createdAt: Date
  expiresAt: Date
}

/** A browser's second sign-up of a number replaces its first one, and no other's. */
const PUT_REGISTRATION = `
  insert into registration (id, phone_idx, phone_enc, device_hash, without_cookie, pin_enc, language,
    data_collection_consent, refunds, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (phone_idx, device_hash) do update set pin_enc = excluded.pin_enc, pin_failures = 0, cookieless_failures = 0,
    language = excluded.language, data_collection_consent = excluded.data_collection_consent,
    refunds = excluded.refunds, created_at = excluded.created_at, expires_at = excluded.expires_at, appeal_hash = null`

/** The sign-up of this browser; for a caller without a cookie, who may be a stranger, the newest one that had none either. */
const FIND_OWN = `
  select id from registration
  where phone_idx = $1 and expires_at > $3 and ($2::bytea is null and without_cookie or device_hash = $2)
  order by created_at desc limit 1`
/** Both have grants of their own. */
const CLAIM_PIN = `
  update registration set
    pin_failures = pin_failures + (case when $2::bytea is null then 0 else 1 end),
    cookieless_failures = cookieless_failures + (case when $2::bytea is null then 1 else 0 end)
  where id = (${FIND_OWN})
    and (case when $2::bytea is null then cookieless_failures else pin_failures end) < ${GRANTS}
  returning id, pin_enc`
const CLAIMED = row({ id: text, pin_enc: text })

const FIND_REGISTRATION = 'select id from registration where phone_idx = $1 and device_hash = $2 and expires_at > $3'

const EXISTS = 'select 1 from registration where phone_idx = $1 and expires_at > $2 limit 1'

const MAKE_ACCOUNT = `
  insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, signed_in_on)
  select $2, phone_idx, phone_enc, pin_enc, language, data_collection_consent, $3,
    ($3::timestamptz at time zone 'UTC')::date from registration where id = $1
  on conflict do nothing returning id`
const MOVE_SESSIONS = 'update session_family set account_id = $2, registration_id = null where registration_id = $1'
const DELETE_REGISTRATIONS = 'delete from registration where phone_idx = $1 returning id, refunds'
const DELETED = row({ id: text, refunds: hits })

export async function putRegistration(db: Executor, registration: NewRegistration): Promise<void> {
  const { id, phoneIdx, phoneEnc, deviceHash, withoutCookie, pinEnc, language } = registration
  const { dataCollectionConsent, refunds, createdAt, expiresAt } = registration
  const owner = [id, phoneIdx, phoneEnc, deviceHash, withoutCookie, pinEnc, language]
  await db.query(PUT_REGISTRATION, [...owner, dataCollectionConsent, JSON.stringify(refunds), createdAt, expiresAt])
}

export const hasOwnRegistration = async (db: Executor, phoneIdx: Buffer, device: Device, now: Date): Promise<boolean> =>
  (await db.query(FIND_OWN, [phoneIdx, device, now])).length > 0

/** Counts a PIN before it is compared. @returns undefined for a browser without a sign-up of the number, or without a guess left */
export async function claimRegistrationPin(db: Executor, phoneIdx: Buffer, device: Device, now: Date) {
  const [claimed] = await db.query(CLAIM_PIN, [phoneIdx, device, now], CLAIMED)
  return claimed && { id: claimed.id, pinEnc: claimed.pin_enc }
}

/** The sign-up of this browser. */
export async function findRegistration(db: Executor, phoneIdx: Buffer, device: Device, now: Date) {
  const [found] = await db.query(FIND_REGISTRATION, [phoneIdx, device, now], row({ id: text }))
  return found?.id
}

export const hasRegistration = async (db: Executor, phoneIdx: Buffer, now: Date): Promise<boolean> =>
  (await db.query(EXISTS, [phoneIdx, now])).length > 0

/** Makes an account of a registration; its sessions go along. @returns false when the registration is gone, or the number has an account */
export async function makeAccount(tx: Executor, registrationId: string, accountId: string, now: Date) {
  if ((await tx.query(MAKE_ACCOUNT, [registrationId, accountId, now])).length === 0) return false
  await tx.query(MOVE_SESSIONS, [registrationId, accountId])
  return true
}

/** Ends all sign-ups of a number. @returns what comes back for each */
export const deleteRegistrations = (tx: Executor, phoneIdx: Buffer): Promise<{ id: string; refunds: Hits }[]> =>
  tx.query(DELETE_REGISTRATIONS, [phoneIdx], DELETED)

/** Ends the number's other sign-ups. */
const KEEP_FOR_APPEAL = `
  with others as (delete from registration where phone_idx = $2 and id <> $1)
  update registration set appeal_hash = $3, expires_at = $4 where id = $1`
const IS_APPEALING = 'from registration where appeal_hash = $1 and device_hash = $2 and expires_at > $3'
const APPEALING = row({ id: text, phoneIdx: bytes, phoneEnc: text })

/** A sign-up as the owner of its token shows it. */
type ShownAppeal = { hash: Buffer; device: Device; now: Date }

/** Keeps the sign-up of a stopped number as long as the token of its appeal. */
export const keepForAppeal = async (
  tx: Executor,
  kept: { id: string; phoneIdx: Buffer; hash: Buffer; expiresAt: Date },
): Promise<void> => void (await tx.query(KEEP_FOR_APPEAL, [kept.id, kept.phoneIdx, kept.hash, kept.expiresAt]))

export const isAppealing = async (db: Executor, { hash, device, now }: ShownAppeal): Promise<boolean> =>
  (await db.query(`select 1 ${IS_APPEALING}`, [hash, device, now])).length > 0

/** Locks the sign-up, which stays after its appeal: a repeated call hears that it was made. */
export async function findAppealing(tx: Executor, { hash, device, now }: ShownAppeal) {
  const columns = 'id, phone_idx as "phoneIdx", phone_enc as "phoneEnc"'
  return (await tx.query(`select ${columns} ${IS_APPEALING} for update`, [hash, device, now], APPEALING))[0]
}

export const sweepRegistrations = sweepOf({ keepMs: 0, table: 'registration', by: 'expires_at' })

/** The columns count every PIN that was compared, right ones too. */
const COUNTS = `
  select greatest(pin_failures, cookieless_failures) as most from registration
  where phone_idx = $1 and expires_at > $2 and pin_failures + cookieless_failures > 0`

/** How many PINs each sign-up of a number has compared, and how many it may. */
export const countGrants = async (db: Executor, phoneIdx: Buffer, now: Date) =>
  (await db.query(COUNTS, [phoneIdx, now], row({ most: int }))).map((one) => [one.most, GRANTS] as const)
export const releaseGrants = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('update registration set pin_failures = 0, cookieless_failures = 0 where phone_idx = $1', [
    phoneIdx,
  ]))

/** A token as it is shown: for which number, and in which browser. */
export type ShownToken = { tokenHash: Buffer; device: Device; phoneIdx: Buffer; now: Date }

/** A newer proof replaces an older one. */
const KEEP_TOKEN = `
  with older as (delete from recovery_token where account_id = $2 and hash <> $1)
  insert into recovery_token (hash, account_id, device_hash, expires_at) values ($1, $2, $3, $4) on conflict do nothing`
const IS_ALLOWED = `
  t.hash = $1 and t.expires_at > $3 and (t.device_hash is null or t.device_hash = $4)
    and a.id = t.account_id and a.phone_idx = $2 and a.state = 'active'`
const FIND_TOKEN = `select 1 from recovery_token t join account a on ${IS_ALLOWED}`
const SPEND_TOKEN = `
  delete from recovery_token t using account a where ${IS_ALLOWED} returning t.account_id, t.device_hash`
const SPENT = row({ account_id: text, device_hash: nullable(bytes) })
const HAS_TOKEN = 'select 1 from recovery_token where hash = $1 and expires_at > $2'

export const keepToken = async (
  tx: Executor,
  token: { hash: Buffer; accountId: string; device: Device; expiresAt: Date },
): Promise<void> => void (await tx.query(KEEP_TOKEN, [token.hash, token.accountId, token.device, token.expiresAt]))

export const hasToken = async (db: Executor, hash: Buffer, now: Date): Promise<boolean> =>
  (await db.query(HAS_TOKEN, [hash, now])).length > 0

/** True when the token allows a change of the number's PIN; it stays unspent. */
export const allowsChange = async (db: Executor, { tokenHash, phoneIdx, now, device }: ShownToken): Promise<boolean> =>
  (await db.query(FIND_TOKEN, [tokenHash, phoneIdx, now, device])).length > 0

/** @returns its account and browser; undefined when it is unknown, spent, expired, or another number's or browser's */
export async function spendToken(tx: Executor, { tokenHash, phoneIdx, now, device }: ShownToken) {
  const [spent] = await tx.query(SPEND_TOKEN, [tokenHash, phoneIdx, now, device], SPENT)
  return spent && { accountId: spent.account_id, device: spent.device_hash }
}

export const sweepTokens = sweepOf({ keepMs: 0, table: 'recovery_token', by: 'expires_at' })
