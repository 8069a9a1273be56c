import { CHECK_REASONS, type CheckReason, HOUR_MS, KYC_STATUSES, type KycStatus, type Language } from '@avouch/contract'
import type { Device } from '../../platform/device.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, nullable, oneOf, row, storedLanguage, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

/** Whom a session belongs to; a registration is not an account yet and can do nothing but confirm its code. */
export type SessionOwner = { accountId: string } | { registrationId: string }

/** The two columns of an owner, one of which is null. */
const ownerColumns = (owner: SessionOwner): [accountId: string | null, registrationId: string | null] =>
  'accountId' in owner ? [owner.accountId, null] : [null, owner.registrationId]

/** Its account's status, and what the vendor wrote about the current check; read with each session, because pages poll for them. */
export type CheckState = { kycStatus: KycStatus; checkStage: string | null; checkReason: CheckReason | null }
/** `openedBy`: the id of the passkey; null: PIN and SMS code, or a reset. */
export type Session = {
  familyId: string
  accountId: string
  authenticatedAt: Date
  openedBy: string | null
  device: Device
} & CheckState
/** The number that codes go to, and its language. */
type Recipient = { phoneIdx: Buffer; phoneEnc: string; language: Language }
/** The device is the one that began it; `recognised`: its account recognises it. */
export type PreSession = {
  familyId: string
  begunAt: Date
  owner: SessionOwner
  device: Device
  recipient: Recipient
  recognised: boolean
}

export type NewFamily = {
  id: string
  owner: SessionOwner
  scope: 'pre_confirmation' | 'full'
  /** The code that opened it. */
  codeId: string | null
  /** The passkey that opened it. */
  openedBy?: string
  device: Device
  now: Date
  idleExpiresAt: Date
  expiresAt: Date
}

export type NewAccessToken = { hash: Buffer; expiresAt: Date }

/** Also the most sign-ins that wait for their code, of recognised browsers and of others. */
const MAX_SESSIONS = 10

/**
 * The owner's row is locked, and has no lock of the operator: an owner who is deleted at the same moment leaves no session behind, and
 * sessions that are opened at the same moment are counted one after the other.
 */
const INSERT_FAMILY = `
  with account_owner as (
    select id from account where id = $3 and locked_at is null for no key update),
  registration_owner as (
    select id from registration where id = $4 for no key update),
  family as (
    insert into session_family
      (id, scope, account_id, registration_id, code_id, device_hash, authenticated_at, idle_expires_at, expires_at, opened_by)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $12
    from (select id from account_owner union all select id from registration_owner) owner
    returning id)
  insert into access_token (hash, family_id, expires_at) select $10, id, $11 from family returning 1`

/** Looks the vendor's answer up by itself: as one more join, the planner begins with all sessions while tables are new and not analysed. */
const ofVendor = (column: string) => `(select s.${column} from identity_session s where s.check_id = a.current_check)`
const FIND_SESSION = `
  select f.scope, f.id, f.account_id, f.authenticated_at, f.opened_by, f.device_hash, a.kyc_status,
    ${ofVendor('stage')} as check_stage, ${ofVendor('reason')} as check_reason
  from access_token t join session_family f on f.id = t.family_id left join account a on a.id = f.account_id
  where t.hash = $1 and t.expires_at > $2 and f.expires_at > $2 and f.state = 'live'`

const FIND_PRE_SESSION = `
  select f.id, f.account_id, f.registration_id, f.device_hash, f.authenticated_at,
    coalesce(a.phone_idx, r.phone_idx) as phone_idx, coalesce(a.phone_enc, r.phone_enc) as phone_enc,
    coalesce(a.language, r.language) as language,
    exists (select 1 from account_device k where k.account_id = f.account_id and k.device_hash = f.device_hash) as recognised
  from access_token t join session_family f on f.id = t.family_id
    left join account a on a.id = f.account_id
    left join registration r on r.id = f.registration_id
  where t.hash = $1 and t.expires_at > $2 and f.expires_at > $2 and f.state = 'live' and f.scope = 'pre_confirmation'`

const END_OLDEST = `
  update session_family set state = 'revoked' where id in (
    select id from session_family
    where account_id = $1 and scope = 'full' and state = 'live' and idle_expires_at > $2 and expires_at > $2
    order by authenticated_at desc, (id = $3) desc offset ${MAX_SESSIONS})
  returning id`

/** Browsers that the account recognises have a count of their own: a stranger with the right PIN ends no sign-in of theirs. */
const END_WAITING = `
  with waiting as (
    select f.id, f.authenticated_at,
      exists (select from account_device k where k.account_id = f.account_id and k.device_hash = f.device_hash) as recognised
    from session_family f
    where (f.account_id = $1 or f.registration_id = $2) and f.scope = 'pre_confirmation')
  delete from session_family where id in (
    select id from waiting where recognised = (select recognised from waiting where id = $3)
    order by authenticated_at desc, (id = $3) desc offset ${MAX_SESSIONS})`

const REVOKE = `update session_family set state = 'revoked' where id = $1 and state = 'live' returning id, account_id`
const REVOKE_BY_ACCESS = `
  update session_family f set state = 'revoked' from access_token t
  where t.hash = $1 and f.id = t.family_id and f.state = 'live' returning f.id, f.account_id`
const REVOKE_ALL = `update session_family set state = 'revoked' where account_id = $1 and id is distinct from $2`
const REVOKE_OPENED_BY = `
  update session_family set state = 'revoked' where account_id = $1 and opened_by = $2 and id is distinct from $3`

const OPENED_BY = `
  select id, account_id from session_family where code_id = $1 and state = 'live'`
const ACCOUNT_OF = `select account_id from session_family where id = $1 and state = 'live'`

const ID = row({ id: text })
const SESSION = row({
  scope: oneOf(['pre_confirmation', 'full']),
  id: text,
  account_id: nullable(text),
  authenticated_at: timestamp,
  opened_by: nullable(text),
  device_hash: nullable(bytes),
  kyc_status: nullable(oneOf(KYC_STATUSES)),
  check_stage: nullable(text),
  check_reason: nullable(oneOf(CHECK_REASONS)),
})
const PRE_SESSION = row({
  id: text,
  account_id: nullable(text),
  registration_id: nullable(text),
  device_hash: nullable(bytes),
  authenticated_at: timestamp,
  phone_idx: bytes,
  phone_enc: text,
  language: storedLanguage,
  recognised: bool,
})
const REVOKED = row({ id: text, account_id: nullable(text) })
const OWNED_BY_ACCOUNT = row({ id: text, account_id: text })

/**
 * Stores a family with its first access token.
 * @returns false when its owner is gone
 */
export async function insertFamily(db: Executor, family: NewFamily, access: NewAccessToken): Promise<boolean> {
  const { id, scope, owner, codeId, openedBy = null, device, now, idleExpiresAt, expiresAt } = family
  const values = [id, scope, ...ownerColumns(owner), codeId, device, now, idleExpiresAt, expiresAt]
  return (await db.query(INSERT_FAMILY, [...values, access.hash, access.expiresAt, openedBy])).length > 0
}

/**
 * Revokes the account's oldest sessions beyond the most that it may have. Needs the lock of the account's row.
 * @returns the ids of those that were revoked
 */
export async function revokeOldest(tx: Executor, accountId: string, opened: NewFamily): Promise<string[]> {
  const revoked = await tx.query(END_OLDEST, [accountId, opened.now, opened.id], ID)
  return revoked.map(({ id }) => id)
}

/** Deletes the owner's oldest sign-ins that wait for their code, beyond the most that it may have. Needs the lock of the owner's row. */
export const endOldestWaiting = async (tx: Executor, { owner, id }: NewFamily): Promise<void> =>
  void (await tx.query(END_WAITING, [...ownerColumns(owner), id]))

/** The session of an access token, by its hash; before the SMS code only its scope. */
export async function findSession(
  db: Executor,
  accessHash: Buffer,
  now: Date,
): Promise<Session | 'unconfirmed' | undefined> {
  const [found] = await db.query(FIND_SESSION, [accessHash, now], SESSION)
  if (found === undefined) return undefined
  const { scope, id, account_id, authenticated_at, opened_by, device_hash, kyc_status, check_stage, check_reason } =
    found
  if (scope !== 'full' || account_id === null || kyc_status === null) return 'unconfirmed'
  return {
    familyId: id,
    accountId: account_id,
    authenticatedAt: authenticated_at,
    openedBy: opened_by,
    device: device_hash,
    kycStatus: kyc_status,
    checkStage: check_stage,
    checkReason: check_reason,
  }
}

/** The session before the SMS code, by its access token's hash. */
export async function findPreSession(db: Executor, accessHash: Buffer, now: Date): Promise<PreSession | undefined> {
  const [found] = await db.query(FIND_PRE_SESSION, [accessHash, now], PRE_SESSION)
  if (found === undefined) return undefined
  const { id, account_id, registration_id, device_hash, authenticated_at, phone_idx, phone_enc, language, recognised } =
    found
  const recipient = { phoneIdx: phone_idx, phoneEnc: phone_enc, language }
  const session = { familyId: id, begunAt: authenticated_at, device: device_hash, recipient, recognised }
  if (account_id !== null) return { ...session, owner: { accountId: account_id } }
  return registration_id === null ? undefined : { ...session, owner: { registrationId: registration_id } }
}

/** A session's id, or the hash of one of its access tokens. */
export type SessionKey = { familyId: string } | { accessHash: Buffer }

/** @returns undefined when no live session is meant */
export async function revokeOne(
  tx: Executor,
  key: SessionKey,
): Promise<{ familyId: string; accountId: string | undefined } | undefined> {
  const [statement, value] = 'familyId' in key ? [REVOKE, key.familyId] : [REVOKE_BY_ACCESS, key.accessHash]
  const [revoked] = await tx.query(statement, [value], REVOKED)
  return revoked && { familyId: revoked.id, accountId: revoked.account_id ?? undefined }
}

/** `except`: a session that goes on. */
export const revokeAll = async (tx: Executor, accountId: string, except: string | null = null): Promise<void> =>
  void (await tx.query(REVOKE_ALL, [accountId, except]))

/** Ends what a passkey opened, but for the session `except`. */
export async function revokeOpenedBy(tx: Executor, accountId: string, passkeyId: string, except: string | null) {
  await tx.query(REVOKE_OPENED_BY, [accountId, passkeyId, except])
}

/** The live session that a code opened. */
export async function findOpenedBy(
  db: Executor,
  codeId: string,
): Promise<{ familyId: string; accountId: string } | undefined> {
  const [family] = await db.query(OPENED_BY, [codeId], OWNED_BY_ACCOUNT)
  return family && { familyId: family.id, accountId: family.account_id }
}

/** The account that a sign-in belongs to, once its registration has become one. */
export async function accountOfSession(db: Executor, familyId: string): Promise<string | undefined> {
  const [family] = await db.query(ACCOUNT_OF, [familyId], row({ account_id: nullable(text) }))
  return family?.account_id ?? undefined
}

export const sweepSessions = sweepOf(
  { keepMs: HOUR_MS, table: 'access_token', by: 'expires_at' },
  { keepMs: 24 * HOUR_MS, table: 'session_family', by: 'expires_at' },
)
