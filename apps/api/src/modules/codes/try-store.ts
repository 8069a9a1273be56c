import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool } from '../../platform/database/rows.ts'
import type { Challenge, ChallengeKey } from './challenge.ts'
import { COLUMNS, challengeAnd, keyColumns, MEANT, toChallenge } from './challenge-rows.ts'
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
  from meant m where c.id = $1 and c.id = m.id and (m.again or c.tries < $9)
  returning ${COLUMNS.split(', ')
    .map((column) => `c.${column}`)
    .join(', ')}, m.again, m.known`

const TAKEN = challengeAnd({ again: bool, known: bool })

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
