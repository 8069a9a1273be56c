import { COUNTED_MS, MAX_TRIES, MAX_TRIES_COUNTED, REPEAT_MS } from '../../modules/codes/index.ts'
import { later } from '../../modules/clock.ts'
import type { Challenge, ChallengeKey, CodePurpose, NewChallenge, TakenTry } from '../../modules/codes/ports.ts'
import type { Executor } from '../database/database.ts'
import { type ChallengeRow, COLUMNS, keyColumns, MEANT, toChallenge } from './challenge-rows.ts'

/** Beyond so many tries at codes of a number's registrations, within the time, each further one has a single try. */
export type NumberTries = { most: number; perMs: number }

/**
 * The number's row is taken before the tries are looked at: of guesses at several registrations at the same moment each
 * sees what the others counted.
 */
const TAKE_TRY = `
  with meant as (
    select id, phone_idx, purpose, state, tries, $6 = any(tried) as again from sms_challenge
    where ${MEANT} and expires_at > $7 and (state = 'live' or (state = 'used' and used_at > $8))
    for update),
  counted as (
    insert into number_guess as g (phone_idx, guesses, until)
      select phone_idx, 1, $11 from meant where purpose = 'register' and state = 'live' and not again and tries < $9
    on conflict (phone_idx) do update set
      guesses = case when g.until <= $7 then 1 else g.guesses + 1 end,
      until = case when g.until <= $7 then excluded.until else g.until end
    returning guesses),
  allowed as (
    select id, again, case when coalesce((select guesses from counted), 0) > $10 then 1 else $9::int end as most from meant)
  update sms_challenge c set
    tries = c.tries + (case when a.again then 0 else 1 end),
    tried = case when a.again then c.tried else array_append(c.tried, $6) end
  from allowed a where c.id = a.id and (a.again or c.tries < a.most)
  returning ${COLUMNS.split(', ')
    .map((column) => `c.${column}`)
    .join(', ')}, a.again, a.most`

export async function takeTry(
  db: Executor,
  key: ChallengeKey,
  { guess, most, ofNumber, now }: { guess: Buffer; most: number; ofNumber: NumberTries; now: Date },
): Promise<TakenTry | undefined> {
  const limits = [most, ofNumber.most, later(now, ofNumber.perMs)]
  const values = [...keyColumns(key), guess, now, later(now, -REPEAT_MS), ...limits]
  const [row] = await db.query<ChallengeRow & { again: boolean; most: number }>(TAKE_TRY, values)
  return row && { challenge: toChallenge(row), again: row.again, most: row.most }
}

/** Tries at registrations of a number end with a right one: it is proven. */
export const FORGET_NUMBER_TRIES = 'delete from number_guess where phone_idx = $1'

/**
 * Whose tries are counted together. Of a reset nobody proves a PIN first: what unknown browsers get wrong is not to close
 * it for those that the account knows, so each of these counts by itself.
 */
const CLASS = `
  case when c.purpose <> 'reset' then true
    when $4::bytea is not null then c.device_hash is not distinct from $4
    else not exists (select 1 from account_device k where k.account_id = c.account_id and k.device_hash = c.device_hash) end`

const LIVE_INSIDE_WAIT = `
  select ${COLUMNS} from sms_challenge c
  where account_id is not distinct from $1 and registration_id is not distinct from $2
    and purpose = $3 and ${CLASS} and state in ('live', 'cancelled') and resend_at > $5 and code_expires_at > $5
    and tries < case when purpose = 'register' and exists (
      select 1 from number_guess g where g.phone_idx = c.phone_idx and g.guesses >= $7 and g.until > $5) then 1 else $6 end
  order by (state = 'live') desc, created_at desc limit 1`

/** The one that still has a try, if it may not be replaced yet; also one whose number was said to be wrong. */
export async function liveInsideWait(
  tx: Executor,
  of: Owned,
  { most, ofNumber, now }: { most: number; ofNumber: NumberTries; now: Date },
): Promise<Challenge | undefined> {
  const [row] = await tx.query<ChallengeRow>(LIVE_INSIDE_WAIT, [...of, now, most, ofNumber.most])
  return row && toChallenge(row)
}

/**
 * Registering a number again is the same sign-in: the code that this browser waits for goes along, and keeps what was
 * tried. One that nobody was sent stays with its own kind.
 */
const TAKE_ALONG = `
  update sms_challenge set registration_id = $1 where id = (
    select id from sms_challenge
    where phone_idx = $2 and device_hash = $3 and purpose = 'register' and registration_id <> $1
      and state in ('live', 'cancelled') and resend_at > $4 and code_expires_at > $4 and (delivery = 'none') = $5
    order by (state = 'live') desc, created_at desc limit 1)`

export const takeAlong = async (
  tx: Executor,
  registrationId: string,
  { phoneIdx, device, delivery }: Pick<NewChallenge, 'phoneIdx' | 'device' | 'delivery'>,
  now: Date,
): Promise<void> => void (await tx.query(TAKE_ALONG, [registrationId, phoneIdx, device, now, delivery === 'none']))

/** Ends an owner's open challenges but the latest few. Their tries are final from here on. */
const END = `
  update sms_challenge set state = 'dead' where id in (
    select id from sms_challenge c
    where account_id is not distinct from $1 and registration_id is not distinct from $2 and purpose = $3 and ${CLASS}
      and state = 'live'
    order by (id = $6) desc, created_at desc offset $5)`

/** Tries since the last right code. They outlive their challenge: a new sign-in does not begin anew. */
const SPENT = `
  with counted as (
    select tries, created_at, used_at from sms_challenge c
    where account_id is not distinct from $1 and registration_id is not distinct from $2 and purpose = $3 and ${CLASS})
  select coalesce(sum(tries), 0)::int as tries, min(created_at) as since from counted
  where created_at > $5 and created_at > coalesce((select max(used_at) from counted), 'epoch')`

export type Owned = readonly [
  accountId: string | null,
  registrationId: string | null,
  purpose: CodePurpose,
  /** The browser of a reset, if the account knows it. */
  knownBrowser: Buffer | null,
]

/** When tries are counted no more, if the owner has too few left for another challenge. */
export async function closedUntil(
  tx: Executor,
  of: Owned,
  now: Date,
): Promise<{ tries: number; until: Date | undefined }> {
  const [spent] = await tx.query<{ tries: number; since: Date | null }>(SPENT, [...of, later(now, -COUNTED_MS)])
  const { tries, since } = spent ?? { tries: 0, since: null }
  return { tries, until: tries + MAX_TRIES > MAX_TRIES_COUNTED ? later(since ?? now, COUNTED_MS) : undefined }
}

/**
 * Two sign-ins of one person may run side by side, the new one included; after a wrong code only one, so that what is
 * left is known exactly.
 * @returns when tries are counted no more, if the owner has too few left for another challenge
 */
export async function endOthers(
  tx: Executor,
  of: Owned,
  id: string,
  tries: number,
  now: Date,
): Promise<Date | undefined> {
  await tx.query(END, [...of, tries === 0 ? 2 : 1, id])
  return tries === 0 ? undefined : (await closedUntil(tx, of, now)).until
}
