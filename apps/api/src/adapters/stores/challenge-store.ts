import {
  CODE_LIFE_MS,
  COUNTED_MS,
  MAX_TRIES,
  MAX_TRIES_COUNTED,
  REPEAT_MS,
  RESEND_WAITS_MS,
  SAME_CODE_MS,
} from '../../modules/codes/index.ts'
import { later } from '../../modules/clock.ts'
import type { Challenge, ChallengeKey, ChallengeStore, CodeOwner, CodePurpose } from '../../modules/codes/ports.ts'
import type { Database, Executor } from '../database/database.ts'

type ChallengeRow = {
  id: string
  purpose: CodePurpose
  phone_idx: Uint8Array
  phone_enc: string
  generation: number
  tries: number
  sends: number
  state: Challenge['state']
  code_expires_at: Date
  expires_at: Date
  resend_at: Date
}

const COLUMNS =
  'id, purpose, phone_idx, phone_enc, generation, tries, sends, state, code_expires_at, expires_at, resend_at'

const toChallenge = (row: ChallengeRow): Challenge => ({
  id: row.id,
  purpose: row.purpose,
  phoneIdx: Buffer.from(row.phone_idx),
  phoneEnc: row.phone_enc,
  generation: row.generation,
  tries: row.tries,
  sends: row.sends,
  state: row.state,
  codeExpiresAt: row.code_expires_at,
  expiresAt: row.expires_at,
  resendAt: row.resend_at,
})

/** The two columns of an owner, one of which is null. */
export const ownerColumns = (owner: CodeOwner): [string | null, string | null] =>
  'accountId' in owner ? [owner.accountId, null] : [null, owner.registrationId]

const MEANT = `
  id = $1 and account_id is not distinct from $2 and registration_id is not distinct from $3 and purpose = any($4)
    and (device_hash is null or device_hash = $5)`

const keyColumns = ({ id, owner, purposes, device }: ChallengeKey) => [id, ...ownerColumns(owner), purposes, device]

const TAKE_SEND = `
  update sms_challenge set
    sends = sends + 1,
    resend_at = $6::timestamptz + make_interval(secs => ($8::double precision[])[sends + 1]),
    generation = case when code_expires_at >= $7 then generation else generation + 1 end,
    code_expires_at = case when code_expires_at >= $7 then code_expires_at else least($9, expires_at) end
  where ${MEANT} and state = 'live' and expires_at > $6 and resend_at <= $6
    and sends < cardinality($8::double precision[])
  returning ${COLUMNS}`

const TAKE_TRY = `
  update sms_challenge set
    tries = tries + (case when $6 = any(tried) then 0 else 1 end),
    tried = case when $6 = any(tried) then tried else array_append(tried, $6) end
  where ${MEANT} and expires_at > $7 and (state = 'live' or (state = 'used' and used_at > $8))
    and (tries < $9 or $6 = any(tried))
  returning ${COLUMNS}`

/** A second browser that asks inside the wait gets no SMS of its own: the one that was sent is good for both. */
const SHARE = `update sms_challenge set device_hash = null where id = $1 and device_hash is distinct from $2`

/** Ends an owner's open challenges but the latest few. Their tries are final from here on. */
const END = `
  update sms_challenge set state = 'dead' where id in (
    select id from sms_challenge
    where account_id is not distinct from $1 and registration_id is not distinct from $2 and purpose = $3 and state = 'live'
    order by created_at desc offset $4)`

/** Tries since the last right code. They outlive their challenge: a new sign-in does not begin anew. */
const SPENT = `
  select coalesce(sum(tries), 0)::int as tries, min(created_at) as since from sms_challenge
  where account_id is not distinct from $1 and registration_id is not distinct from $2 and purpose = $3
    and created_at > $4 and created_at > coalesce((
      select max(used_at) from sms_challenge
      where account_id is not distinct from $1 and registration_id is not distinct from $2 and purpose = $3), 'epoch')`

/**
 * Two sign-ins of one person may run side by side; after a wrong code only one, so that what is left is known exactly.
 * @returns when tries are counted no more, if the owner has too few left for another challenge
 */
async function makeRoom(tx: Executor, of: readonly (string | null)[], now: Date): Promise<Date | undefined> {
  const count = async () =>
    (await tx.query<{ tries: number; since: Date | null }>(SPENT, [...of, later(now, -COUNTED_MS)]))[0]
  const before = await count()
  await tx.query(END, [...of, before?.tries === 0 ? 1 : 0])
  const spent = before?.tries === 0 ? before : await count()
  const closed = spent !== undefined && spent.tries + MAX_TRIES > MAX_TRIES_COUNTED
  return closed ? later(spent.since ?? now, COUNTED_MS) : undefined
}

export function createChallengeStore(db: Database): ChallengeStore {
  const waitSeconds = RESEND_WAITS_MS.map((wait) => wait / 1_000)

  return {
    open: (fresh, now) =>
      db.transaction(async (tx) => {
        const owner = ownerColumns(fresh.owner)
        // Whoever holds the owner's row is alone here: two starts at the same moment send one SMS.
        if (owner[0] === null) await tx.query('select 1 from registration where id = $1 for no key update', [owner[1]])
        else await tx.query('select 1 from account where id = $1 for no key update', [owner[0]])
        const [waiting] = await tx.query<ChallengeRow>(
          `select ${COLUMNS} from sms_challenge
           where account_id is not distinct from $1 and registration_id is not distinct from $2
             and purpose = $3 and state = 'live' and tries < $5 and resend_at > $4 and code_expires_at > $4
           order by created_at desc limit 1`,
          [...owner, fresh.purpose, now, MAX_TRIES],
        )
        if (waiting !== undefined) {
          await tx.query(SHARE, [waiting.id, fresh.device])
          return { challenge: toChallenge(waiting), opened: false }
        }
        const closedUntil = await makeRoom(tx, [...owner, fresh.purpose], now)
        if (closedUntil !== undefined) return { closedUntil }
        const { id, purpose, phoneIdx, phoneEnc, codeExpiresAt, expiresAt, resendAt } = fresh
        const [row] = await tx.query<ChallengeRow>(
          `insert into sms_challenge
             (id, purpose, account_id, registration_id, device_hash, phone_idx, phone_enc,
              code_expires_at, expires_at, resend_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`,
          [id, purpose, ...owner, fresh.device, phoneIdx, phoneEnc, codeExpiresAt, expiresAt, resendAt, now],
        )
        if (row === undefined) throw new Error('an insert returned nothing')
        return { challenge: toChallenge(row), opened: true }
      }),

    async takeSend(key, now) {
      const sameUntil = new Date(now.getTime() + SAME_CODE_MS)
      const freshUntil = new Date(now.getTime() + CODE_LIFE_MS)
      const values = [...keyColumns(key), now, sameUntil, waitSeconds, freshUntil]
      const [row] = await db.query<ChallengeRow>(TAKE_SEND, values)
      return row && toChallenge(row)
    },

    async takeTry(key, guess, now) {
      const repeatSince = new Date(now.getTime() - REPEAT_MS)
      const values = [...keyColumns(key), guess, now, repeatSince, MAX_TRIES]
      const [row] = await db.query<ChallengeRow>(TAKE_TRY, values)
      return row && toChallenge(row)
    },

    async find(key) {
      const [row] = await db.query<ChallengeRow>(`select ${COLUMNS} from sms_challenge where ${MEANT}`, keyColumns(key))
      return row && toChallenge(row)
    },

    discard: async (id) =>
      void (await db.query(`update sms_challenge set state = 'dead' where id = $1 and state = 'live'`, [id])),
  }
}
