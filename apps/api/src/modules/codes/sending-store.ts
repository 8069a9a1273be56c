import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, either, nothing, row } from '../../platform/database/rows.ts'
import { type Places, withMessage, withoutNotice } from '../sms/index.ts'
import { type Challenge, type ChallengeKey, type NewChallenge, ownerColumns } from './challenge.ts'
import { CHALLENGE, COLUMNS, challengeAnd, keyColumns, MEANT, toChallenge } from './challenge-rows.ts'
import { CODE_LIFE_MS, RESEND_WAITS_MS, SAME_CODE_MS } from './code.ts'

const WAIT_SECONDS = RESEND_WAITS_MS.map((wait) => wait / 1_000)

/** The owner is there, and has no challenge. */
const NONE = row({ id: nothing })
const HELD = either([challengeAnd({ own: bool, here: bool }), NONE])
const COLUMNS_OF_RECENT = COLUMNS.split(', ')
  .map((column) => `r.${column}`)
  .join(', ')

/**
 * The challenges that replace each other. For a reset no PIN is proven first: those of unknown browsers must not end one of a
 * browser that the account knows, so each of these has its own. Sign-ups of a number in one browser are the same sign-in.
 * The owner stays until the end of the transaction; it comes before the challenges, as for everything that ends it.
 * One list of ids, each part by its index: conditions joined by "or" read every code of everybody. "offset 0" keeps a part from
 * being joined, or put into a hash table, as a whole.
 */
const RECENT = `
  with account_owner as (select id from account where id = $1 for key share),
    registration_owner as (select id from registration where id = $2 for key share),
    owner as (select id from account_owner union all select id from registration_owner),
    recent as (
      select c.*, coalesce(account_id = $1 or registration_id = $2, false) as own,
        device_hash is not distinct from $4 as here
      from sms_challenge c
      where exists (select 1 from owner) and purpose = $3
        and c.id = any(array(
          select id from sms_challenge where account_id = $1
          union all select id from sms_challenge where registration_id = $2
          union all select o.id from registration r cross join lateral (
              select * from sms_challenge where registration_id = r.id offset 0) o
            where $3 = 'register' and r.phone_idx = $6 and o.device_hash = $4 and (o.delivery = 'none') = $5))
        and case when purpose <> 'reset' then true
          when $7 then device_hash is not distinct from $4
          else not exists (
            select 1 from account_device k where k.account_id = c.account_id and k.device_hash = c.device_hash offset 0) end
      order by created_at desc, id limit 10
      for update)
  select ${COLUMNS_OF_RECENT}, r.own, r.here
  from owner left join recent r on true order by r.created_at desc, r.id`

const GO_ON = `
  update sms_challenge set
    state = case when state = 'cancelled' then 'live' else state end,
    device_hash = case when device_hash is distinct from $2 then null else device_hash end,
    registration_id = case when account_id is null then $3 else registration_id end
  where id = $1 and (state = 'cancelled' or device_hash is distinct from $2 or registration_id is distinct from $3)`

const START = `
  with made as (
    insert into sms_challenge
      (id, purpose, account_id, registration_id, device_hash, phone_idx, phone_enc, delivery,
       code_expires_at, expires_at, resend_at, created_at, places, form, link_hash)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15)
    returning ${COLUMNS}),
  ended as (
    update sms_challenge set state = 'dead'
    where id = any($16::text[]) and state = 'live'),
  message as (${withMessage({ language: '$17', now: '$12' })}),
  overtaken as (${withoutNotice('$18')})
  select * from made`

const HOLD_SENDABLE = `
  select ${COLUMNS} from sms_challenge where ${MEANT} and state = 'live' and expires_at > $6 and resend_at <= $6 and sends < $7
  for update`

const SEND_MORE = `
  with made as (
    update sms_challenge set
      sends = sends + 1,
      resend_at = $6::timestamptz + make_interval(secs => ($8::double precision[])[sends + 1]),
      generation = case when code_expires_at >= $7 or form = 'link' then generation else generation + 1 end,
      code_expires_at = case when code_expires_at >= $7 or form = 'link' then code_expires_at else least($9, expires_at) end,
      places = places || $10::jsonb
    where ${MEANT} and state = 'live' and expires_at > $6 and resend_at <= $6
      and sends < cardinality($8::double precision[])
    returning ${COLUMNS}),
  message as (${withMessage({ language: '$11', now: '$6' })})
  select * from made`

/** own: of this owner, not of another sign-up in the same browser. here: of this browser alone. */
export type Recent = Challenge & { own: boolean; here: boolean }

/**
 * The newest challenges that a new one would replace, held: what they are cannot change until the end of the transaction, and
 * their owner stays as long.
 * @returns undefined when the owner is gone
 */
export async function holdRecent(
  tx: Executor,
  {
    owner,
    purpose,
    device,
    phoneIdx,
    delivery,
  }: Pick<NewChallenge, 'owner' | 'purpose' | 'device' | 'phoneIdx' | 'delivery'>,
  known: boolean,
): Promise<Recent[] | undefined> {
  const values = [...ownerColumns(owner), purpose, device, delivery === 'none', phoneIdx, known]
  const found = await tx.query(RECENT, values, HELD)
  if (found.length === 0) return undefined
  return found.flatMap((one) => (one.id === null ? [] : [{ ...toChallenge(one), own: one.own, here: one.here }]))
}

/**
 * The sign-in goes on with a challenge: a cancelled one is live again, one of another browser is good in both from now on,
 * and one of an earlier sign-up goes along with what was tried.
 */
export const goOnWith = async (tx: Executor, id: string, { owner, device }: Pick<NewChallenge, 'owner' | 'device'>) =>
  void (await tx.query(GO_ON, [id, device, ownerColumns(owner)[1]]))

/** Stores a challenge of an owner that is held, and its SMS; ends others, and a notice that it makes needless. */
export async function insertStart(
  tx: Executor,
  fresh: NewChallenge,
  ended: readonly string[],
  now: Date,
): Promise<Challenge> {
  const { id, purpose, owner, device, phoneIdx, phoneEnc, delivery, language, places, form, linkHash } = fresh
  const of = [id, purpose, ...ownerColumns(owner), device, phoneIdx, phoneEnc, delivery]
  const times = [fresh.codeExpiresAt, fresh.expiresAt, fresh.resendAt, now]
  const given = [...of, ...times, JSON.stringify(places), form, linkHash, ended, language, fresh.overtakes ?? null]
  const [made] = await tx.query(START, given, CHALLENGE)
  if (made === undefined) throw new Error('a challenge was not stored')
  return toChallenge(made)
}

/** The challenge, held, if one more SMS may be sent for it: it lives, its wait is over, and it has a send left. */
export async function holdSendable(tx: Executor, key: ChallengeKey, now: Date): Promise<Challenge | undefined> {
  const [found] = await tx.query(HOLD_SENDABLE, [...keyColumns(key), now, WAIT_SECONDS.length], CHALLENGE)
  return found && toChallenge(found)
}

/** Stores one more SMS. The caller holds the challenge. A code that is about to expire is replaced by the next generation. */
export async function insertSend(
  tx: Executor,
  key: ChallengeKey,
  { places, language }: { places: Places; language: string },
  now: Date,
): Promise<Challenge | undefined> {
  const lives = [later(now, SAME_CODE_MS), WAIT_SECONDS, later(now, CODE_LIFE_MS)]
  const given = [...keyColumns(key), now, ...lives, JSON.stringify([places]), language]
  const [sent] = await tx.query(SEND_MORE, given, CHALLENGE)
  return sent && toChallenge(sent)
}
