import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, int, nullable, row, timestamp } from '../../platform/database/rows.ts'
import type { CodeForm, CodePurpose } from '../sms/index.ts'
import type { Challenge, ChallengeKey, NewChallenge } from './challenge.ts'
import { CHALLENGE, COLUMNS, challengeAnd, keyColumns, MEANT, toChallenge } from './challenge-rows.ts'
import { COUNTED_MS, MAX_TRIES, MAX_TRIES_COUNTED, REPEAT_MS } from './code.ts'
import { type NumberTries, COUNT_WRONG, lockoutValues } from './lockout-store.ts'

/** ofNumber: beyond them each further registration of a number has a single try. ofStrangers: they lock the purpose. */
export type TryRules = { ofNumber: NumberTries; ofStrangers: NumberTries }

export type TakenTry = {
  challenge: Challenge
  /** The same code was tried before. */
  again: boolean
  /** The tries that the challenge has at the moment. */
  most: number
  /** A wrong code begins a lockout: browsers that the account does not know get no further try until then. */
  lockedUntil: Date | null
  /** A wrong code disables the PIN. */
  disablesPin: boolean
}

/**
 * The number's row is taken before the tries are read: of guesses at several registrations at the same moment each
 * sees what the others counted. A guess is kept with the generation of the code: at the next code it is another guess.
 */
const TAKE_TRY = `
  with meant as (
    select id, phone_idx, purpose, state, tries, int4send(generation) || $6::bytea = any(tried) as again,
      exists (select 1 from account_device k where k.account_id = c.account_id and k.device_hash = $5) as known
    from sms_challenge c
    where ${MEANT} and form = 'digits' and expires_at > $7 and (state = 'live' or (state = 'used' and used_at > $8))
    for update),
  counted as (
    insert into number_guess as g (phone_idx, guesses, until)
      select phone_idx, 1, $11 from meant where purpose = 'register' and state = 'live' and not again and tries < $9
    on conflict (phone_idx) do update set
      guesses = case when g.until <= $7 then 1 else g.guesses + 1 end,
      until = case when g.until <= $7 then excluded.until else g.until end
    returning guesses),
  throttled as (${COUNT_WRONG}),
  allowed as (
    select m.id, m.again, case when coalesce((select guesses from counted), 0) > $10 then 1 else $9::int end as most,
      case when t.wrong_tries >= $12 and not (m.purpose = 'login' and m.known) then t.until end as locked_until,
      coalesce(t.login_tries >= $15, false) as disables_pin
    from meant m left join throttled t on true
    where m.again or m.purpose = 'register' or t.wrong_tries is not null)
  update sms_challenge c set
    tries = c.tries + (case when a.again then 0 else 1 end),
    tried = case when a.again then c.tried else array_append(c.tried, int4send(c.generation) || $6::bytea) end
  from allowed a where c.id = a.id and (a.again or c.tries < a.most)
  returning ${COLUMNS.split(', ')
    .map((column) => `c.${column}`)
    .join(', ')}, a.again, a.most, a.locked_until, a.disables_pin`

const TAKEN = challengeAnd({ again: bool, most: int, locked_until: nullable(timestamp), disables_pin: bool })

/**
 * Whose tries are counted together. For a reset no PIN is proven first: wrong codes of unknown browsers must not lock it
 * for browsers that the account knows, so each of these counts by itself.
 */
const CLASS = `
  case when c.purpose <> 'reset' then true
    when $4::bytea is not null then c.device_hash is not distinct from $4
    else not exists (select 1 from account_device k where k.account_id = c.account_id and k.device_hash = c.device_hash) end`

const LIVE_INSIDE_WAIT = `
  select ${COLUMNS} from sms_challenge c
  where account_id is not distinct from $1 and registration_id is not distinct from $2
    and purpose = $3 and ${CLASS} and form = $8 and state in ('live', 'cancelled') and resend_at > $5 and code_expires_at > $5
    and tries < case when purpose = 'register' and exists (
      select 1 from number_guess g where g.phone_idx = c.phone_idx and g.guesses >= $7 and g.until > $5) then 1 else $6 end
  order by (state = 'live') desc, created_at desc limit 1`

/** A challenge without delivery stays with registrations without delivery. */
const TAKE_ALONG = `
  update sms_challenge set registration_id = $1 where id = (
    select id from sms_challenge
    where phone_idx = $2 and device_hash = $3 and purpose = 'register' and registration_id <> $1
      and state in ('live', 'cancelled') and resend_at > $4 and code_expires_at > $4 and (delivery = 'none') = $5
    order by (state = 'live') desc, created_at desc limit 1)`

const END_OTHERS = `
  update sms_challenge set state = 'dead' where id in (
    select id from sms_challenge c
    where account_id is not distinct from $1 and registration_id is not distinct from $2 and purpose = $3 and ${CLASS}
      and form = $7 and state = 'live'
    order by (id = $6) desc, created_at desc offset $5)`

/** Tries of a registration. They outlive their challenge: a new sign-in does not reset them. */
const SPENT = `
  select coalesce(sum(tries), 0)::int as tries, min(created_at) as since from sms_challenge
  where registration_id = $1 and purpose = 'register' and created_at > $2`

/** The challenges that replace each other. */
export type ChallengeClass = readonly [
  accountId: string | null,
  registrationId: string | null,
  purpose: CodePurpose,
  /** The browser of a reset, if the account knows it. */
  knownBrowser: Buffer | null,
]

/**
 * Spends one try, of the challenge and of its number; a guess that was tried before at the same code costs none. One that was used a
 * moment ago still answers, for the browser that lost our answer.
 * @returns undefined for a challenge that is gone, expired or out of tries (it has most, or one if too many codes of the
 * number's registrations were wrong), and when the number has none left
 */
export async function takeTry(
  db: Executor,
  key: ChallengeKey,
  { guess, most, rules, now }: { guess: Buffer; most: number; rules: TryRules; now: Date },
): Promise<TakenTry | undefined> {
  const { ofNumber, ofStrangers } = rules
  const limits = [most, ofNumber.most, later(now, ofNumber.perMs), ...lockoutValues(ofStrangers, now)]
  const values = [...keyColumns(key), guess, now, later(now, -REPEAT_MS), ...limits]
  const [taken] = await db.query(TAKE_TRY, values, TAKEN)
  if (taken === undefined) return undefined
  const { again, locked_until, disables_pin } = taken
  return {
    challenge: toChallenge(taken),
    again,
    most: taken.most,
    lockedUntil: locked_until,
    disablesPin: disables_pin,
  }
}

/** The number is proven: wrong codes of its registrations no longer count. */
export const resetNumberTries = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('delete from number_guess where phone_idx = $1', [phoneIdx]))

/** The challenge that still has a try and may not be replaced yet; also one that was cancelled. */
export async function findInsideWait(
  tx: Executor,
  of: ChallengeClass,
  { most, ofNumber, form, now }: { most: number; ofNumber: NumberTries; form: CodeForm; now: Date },
): Promise<Challenge | undefined> {
  const [found] = await tx.query(LIVE_INSIDE_WAIT, [...of, now, most, ofNumber.most, form], CHALLENGE)
  return found && toChallenge(found)
}

/**
 * Registering a number again is the same sign-in: the code that this browser waits for goes along, and keeps what was
 * tried.
 */
export const takeAlong = async (
  tx: Executor,
  registrationId: string,
  { phoneIdx, device, delivery }: Pick<NewChallenge, 'phoneIdx' | 'device' | 'delivery'>,
  now: Date,
): Promise<void> => void (await tx.query(TAKE_ALONG, [registrationId, phoneIdx, device, now, delivery === 'none']))

/** Tries of a registration, and until when they leave too few for another challenge. */
export async function spentByRegistration(
  tx: Executor,
  registrationId: string,
  now: Date,
): Promise<{ tries: number; until: Date | undefined }> {
  const SUM = row({ tries: int, since: nullable(timestamp) })
  const [spent] = await tx.query(SPENT, [registrationId, later(now, -COUNTED_MS)], SUM)
  const { tries, since } = spent ?? { tries: 0, since: null }
  return { tries, until: tries + MAX_TRIES > MAX_TRIES_COUNTED ? later(since ?? now, COUNTED_MS) : undefined }
}

/** Ends the live challenges of a class and form but the `atMost` newest, of which `id` is one. Their tries are final from here on. */
export const endOthers = async (
  tx: Executor,
  of: ChallengeClass,
  { id, form }: Pick<Challenge, 'id' | 'form'>,
  atMost: number,
): Promise<void> => void (await tx.query(END_OTHERS, [...of, atMost, id, form]))
