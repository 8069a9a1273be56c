import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Device } from '../../platform/device.ts'
import type { Executor } from '../../platform/database/database.ts'
import { array, bytes, nullable, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { type Places, places } from '../sms/index.ts'
import { type Challenge, type ChallengeKey, type CodeOwner, type NewChallenge, ownerColumns } from './challenge.ts'
import { CHALLENGE, COLUMNS, keyColumns, MEANT, toChallenge } from './challenge-rows.ts'
import { CODE_LIFE_MS, RESEND_WAITS_MS, SAME_CODE_MS } from './code.ts'

const WAIT_SECONDS = RESEND_WAITS_MS.map((wait) => wait / 1_000)

/** Serialises sends, so that two of them cannot both take the last place of the budget. */
const HOLD_SENDABLE = `
  select ${COLUMNS} from sms_challenge where ${MEANT} and state = 'live' and expires_at > $6 and resend_at <= $6 and sends < $7
  for update`

const TAKE_SEND = `
  update sms_challenge set
    sends = sends + 1,
    resend_at = $6::timestamptz + make_interval(secs => ($8::double precision[])[sends + 1]),
    generation = case when code_expires_at >= $7 or form = 'link' then generation else generation + 1 end,
    code_expires_at = case when code_expires_at >= $7 or form = 'link' then code_expires_at else least($9, expires_at) end,
    places = places || $10::jsonb
  where ${MEANT} and state = 'live' and expires_at > $6 and resend_at <= $6
    and sends < cardinality($8::double precision[])
  returning ${COLUMNS}`

const ONGOING = `
  select id from sms_challenge
  where account_id is not distinct from $1 and registration_id is not distinct from $2 and purpose = $3
    and (device_hash = $4 or device_hash is null and not exists (
      select 1 from account_device k where k.account_id = $1 and k.device_hash = $4))
    and state = 'live' and expires_at > $5 and tries < $6
  order by created_at desc limit 1`

/** A right code at the same moment is before it or after it. */
const CANCEL = `update sms_challenge set state = 'cancelled' where ${MEANT} and state = 'live' returning 1`

const REVIVE = `
  update sms_challenge set
    state = case when state = 'cancelled' then 'live' else state end,
    device_hash = case when device_hash is distinct from $2 then null else device_hash end
  where id = $1 and (state = 'cancelled' or device_hash is distinct from $2)`

const INSERT = `
  insert into sms_challenge
    (id, purpose, account_id, registration_id, device_hash, phone_idx, phone_enc, delivery,
     code_expires_at, expires_at, resend_at, created_at, places, form, link_hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15) returning ${COLUMNS}`

const USE = `
  update sms_challenge set state = 'used', used_at = $5
  where id = $1 and account_id is not distinct from $2 and registration_id is not distinct from $3
    and purpose = any($4) and state = 'live'
  returning phone_idx, places`

const MOVE = 'update sms_challenge set account_id = $2, registration_id = null where registration_id = $1'
const END_ALL = `update sms_challenge set state = 'dead' where account_id = $1 and state in ('live', 'cancelled')`
const OWNER_OF_RESET = `select account_id, registration_id from sms_challenge where id = $1 and purpose = 'reset'`

/**
 * Serialises starts for an owner: two at the same moment send one SMS.
 * @returns false when the owner is gone
 */
export async function holdOwner(tx: Executor, owner: CodeOwner): Promise<boolean> {
  const [table, id] = 'accountId' in owner ? ['account', owner.accountId] : ['registration', owner.registrationId]
  return (await tx.query(`select 1 from ${table} where id = $1 for no key update`, [id])).length > 0
}

export async function insertChallenge(tx: Executor, fresh: NewChallenge, now: Date): Promise<Challenge> {
  const {
    id,
    purpose,
    owner,
    device,
    phoneIdx,
    phoneEnc,
    delivery,
    codeExpiresAt,
    expiresAt,
    resendAt,
    places,
    form,
    linkHash,
  } = fresh
  const of = [id, purpose, ...ownerColumns(owner), device, phoneIdx, phoneEnc, delivery]
  const [inserted] = await tx.query(
    INSERT,
    [...of, codeExpiresAt, expiresAt, resendAt, now, JSON.stringify(places), form, linkHash],
    CHALLENGE,
  )
  if (inserted === undefined) throw new Error('an insert returned nothing')
  return toChallenge(inserted)
}

/** The newest live challenge that has fewer than `most` tries and goes on in the browser; a known one has its own. @returns its id */
export async function findOngoing(
  db: Executor,
  { owner, purpose, device }: Pick<NewChallenge, 'owner' | 'purpose' | 'device'>,
  most: number,
  now: Date,
): Promise<string | undefined> {
  const [found] = await db.query(ONGOING, [...ownerColumns(owner), purpose, device, now, most], row({ id: text }))
  return found?.id
}

/** The challenge, held, if one more SMS may be sent for it: it lives, its wait is over, and it has a send left. */
export async function holdSendable(tx: Executor, key: ChallengeKey, now: Date): Promise<Challenge | undefined> {
  const [found] = await tx.query(HOLD_SENDABLE, [...keyColumns(key), now, WAIT_SECONDS.length], CHALLENGE)
  return found && toChallenge(found)
}

/** Counts one more send. A code that is about to expire is replaced by the next generation. */
export async function takeSend(
  tx: Executor,
  key: ChallengeKey,
  places: Places,
  now: Date,
): Promise<Challenge | undefined> {
  const lives = [later(now, SAME_CODE_MS), WAIT_SECONDS, later(now, CODE_LIFE_MS)]
  const values = [...keyColumns(key), now, ...lives, JSON.stringify([places])]
  const [sent] = await tx.query(TAKE_SEND, values, CHALLENGE)
  return sent && toChallenge(sent)
}

/** A cancelled challenge is live again; one of another browser is good in both from now on. */
export const reviveFor = async (tx: Executor, id: string, device: Device): Promise<void> =>
  void (await tx.query(REVIVE, [id, device]))

/**
 * Ends a live challenge; what was tried and sent stays counted, and so does its wait.
 * @returns whether it was this call that ended it
 */
export const cancelChallenge = async (db: Executor, key: ChallengeKey): Promise<boolean> =>
  (await db.query(CANCEL, keyColumns(key))).length > 0

export async function findChallenge(db: Executor, key: ChallengeKey): Promise<Challenge | undefined> {
  const [found] = await db.query(`select ${COLUMNS} from sms_challenge where ${MEANT}`, keyColumns(key), CHALLENGE)
  return found && toChallenge(found)
}

/**
 * Uses a live challenge up; of two calls at the same moment one does.
 * @returns the index of its number, and what its SMS are counted by; undefined when it is not live, not the owner's or for another purpose
 */
export async function useChallenge(
  tx: Executor,
  { id, owner, purposes }: Pick<ChallengeKey, 'id' | 'owner' | 'purposes'>,
  now: Date,
): Promise<{ phoneIdx: Buffer; places: Places[] } | undefined> {
  const USED = row({ phone_idx: bytes, places: array(places) })
  const [used] = await tx.query(USE, [id, ...ownerColumns(owner), purposes, now], USED)
  return used && { phoneIdx: used.phone_idx, places: used.places }
}

/** The registration has become the account: its challenges go along. */
export const moveChallenges = async (tx: Executor, registrationId: string, accountId: string): Promise<void> =>
  void (await tx.query(MOVE, [registrationId, accountId]))

/** Ends every open challenge of the account. */
export const endChallenges = async (tx: Executor, accountId: string): Promise<void> =>
  void (await tx.query(END_ALL, [accountId]))

const LINK = `
  select id, account_id from sms_challenge
  where link_hash = $1 and phone_idx = $2 and form = 'link' and delivery <> 'none' and account_id is not null
    and (state = 'live' and expires_at > $3 or state = 'used' and used_at > $4)`

/** The challenge of a link's secret, for this number and no other; one that was used after `since` too. */
export async function findLink(
  db: Executor,
  { linkHash, phoneIdx }: { linkHash: Buffer; phoneIdx: Buffer },
  now: Date,
  since: Date,
): Promise<{ id: string; accountId: string } | undefined> {
  const FOUND = row({ id: text, account_id: text })
  const [found] = await db.query(LINK, [linkHash, phoneIdx, now, since], FOUND)
  return found && { id: found.id, accountId: found.account_id }
}

/** Whose PIN a reset's challenge is for. */
export async function ownerOfReset(db: Executor, challengeId: string): Promise<CodeOwner | undefined> {
  const OWNER = row({ account_id: nullable(text), registration_id: nullable(text) })
  const [found] = await db.query(OWNER_OF_RESET, [challengeId], OWNER)
  if (found === undefined) return undefined
  const { account_id, registration_id } = found
  return account_id === null ? { registrationId: registration_id ?? '' } : { accountId: account_id }
}

/** Codes that were used or ran out. */
export const sweepCodes = sweepOf({
  keepMs: 24 * HOUR_MS,
  statement: 'delete from sms_challenge where expires_at <= $1',
})
