import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { array, bytes, nullable, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { type Places, places } from '../sms/index.ts'
import { type Challenge, type ChallengeKey, type CodeOwner, type NewChallenge, ownerColumns } from './challenge.ts'
import { CHALLENGE, COLUMNS, keyColumns, MEANT, toChallenge } from './challenge-rows.ts'

const ONGOING = `
  select id from sms_challenge
  where (account_id = $1 or registration_id = $2) and purpose = $3
    and (device_hash = $4 or device_hash is null and not exists (
      select 1 from account_device k where k.account_id = $1 and k.device_hash = $4))
    and state = 'live' and expires_at > $5 and tries < $6
  order by created_at desc limit 1`

/** A right code at the same moment is before it or after it. */
const CANCEL = `update sms_challenge set state = 'cancelled' where ${MEANT} and state = 'live' returning 1`

const USE = `
  update sms_challenge set state = 'used', used_at = $5
  where id = $1 and account_id is not distinct from $2 and registration_id is not distinct from $3
    and purpose = any($4) and state = 'live'
  returning phone_idx, places`

const END_ALL = `update sms_challenge set state = 'dead' where account_id = $1 and state in ('live', 'cancelled')`
const OWNER_OF_RESET = `select account_id, registration_id from sms_challenge where id = $1 and purpose = 'reset'`

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
  table: 'sms_challenge',
  where: 't.expires_at <= $1',
})
