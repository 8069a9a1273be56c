import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool } from '../../platform/database/rows.ts'
import type { CodeForm, CodePurpose } from '../sms/index.ts'
import type { Challenge, ChallengeKey, NewChallenge } from './challenge.ts'
import { CHALLENGE, COLUMNS, challengeAnd, keyColumns, MEANT, toChallenge } from './challenge-rows.ts'
import { MAX_TRIES, REPEAT_MS } from './code.ts'

export type TakenTry = {
  challenge: Challenge
  /** The same code was tried before. */
  again: boolean
  /** The account knows the browser. */
  isKnown: boolean
}

/** A guess is kept with the generation of the code: at the next code it is another guess. */
const TAKE_TRY = `
  with meant as (
    select id, int4send(generation) || $6::bytea = any(tried) as again,
      exists (select 1 from account_device k where k.account_id = c.account_id and k.device_hash = $5) as known
    from sms_challenge c
    where ${MEANT} and form = 'digits' and expires_at > $7 and (state = 'live' or (state = 'used' and used_at > $8))
    for update)
  update sms_challenge c set
    tries = c.tries + (case when m.again then 0 else 1 end),
    tried = case when m.again then c.tried else array_append(c.tried, int4send(c.generation) || $6::bytea) end
  from meant m where c.id = m.id and (m.again or c.tries < $9)
  returning ${COLUMNS.split(', ')
    .map((column) => `c.${column}`)
    .join(', ')}, m.again, m.known`

const TAKEN = challengeAnd({ again: bool, known: bool })

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
    and purpose = $3 and ${CLASS} and form = $7 and state in ('live', 'cancelled') and resend_at > $5 and code_expires_at > $5
    and tries < $6
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

/** The challenges that replace each other. */
export type ChallengeClass = readonly [
  accountId: string | null,
  registrationId: string | null,
  purpose: CodePurpose,
  /** The browser of a reset, if the account knows it. */
  knownBrowser: Buffer | null,
]

/**
 * Spends one try of the challenge; a guess that was tried before at the same code costs none. A challenge that was used a
 * moment ago still answers, for the browser that lost our answer.
 * @returns undefined for a challenge that is gone, expired or out of tries
 */
export async function takeTry(
  tx: Executor,
  key: ChallengeKey,
  guess: Buffer,
  now: Date,
): Promise<TakenTry | undefined> {
  const values = [...keyColumns(key), guess, now, later(now, -REPEAT_MS), MAX_TRIES]
  const [taken] = await tx.query(TAKE_TRY, values, TAKEN)
  return taken && { challenge: toChallenge(taken), again: taken.again, isKnown: taken.known }
}

/** The challenge that still has a try and may not be replaced yet; also one that was cancelled. */
export async function findInsideWait(
  tx: Executor,
  of: ChallengeClass,
  { most, form, now }: { most: number; form: CodeForm; now: Date },
): Promise<Challenge | undefined> {
  const [found] = await tx.query(LIVE_INSIDE_WAIT, [...of, now, most, form], CHALLENGE)
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

/** Ends the live challenges of a class and form but the `atMost` newest, of which `id` is one. Their tries are final from here on. */
export const endOthers = async (
  tx: Executor,
  of: ChallengeClass,
  { id, form }: Pick<Challenge, 'id' | 'form'>,
  atMost: number,
): Promise<void> => void (await tx.query(END_OTHERS, [...of, atMost, id, form]))
