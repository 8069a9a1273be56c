import type { Language } from '@avouch/contract'
import { CODE_LIFE_MS, RESEND_WAITS_MS, SAME_CODE_MS } from './code.ts'
import { later } from '../../platform/clock.ts'
import type { Device } from '../../platform/device.ts'
import type { Challenge, ChallengeKey, ChallengeStore, CodeOwner, NewChallenge, WithSms } from './ports.ts'
import {
  type EnqueueSms,
  type SmsLedger,
  type SmsRequest,
  type SmsVerdict,
  writeCodeSms,
  writeWarning,
} from '../sms/index.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { lockNumber } from '../../platform/database/number-lock.ts'
import { type ChallengeRow, COLUMNS, keyColumns, MEANT, ownerColumns, toChallenge } from './challenge-rows.ts'
import {
  endOthers,
  liveInsideWait,
  type Owned,
  registrationClosedUntil,
  takeAlong,
  takeTry,
  type TryRules,
} from './challenge-tries.ts'
import { stateOf } from './code-throttle.ts'
import { knowsDevice } from '../devices/index.ts'

/** Whoever holds it decides alone whether the budget allows the next SMS. */
const MAY_SEND = `
  select ${COLUMNS} from sms_challenge where ${MEANT} and state = 'live' and expires_at > $6 and resend_at <= $6 and sends < $7
  for update`

const TAKE_SEND = `
  update sms_challenge set
    sends = sends + 1,
    resend_at = $6::timestamptz + make_interval(secs => ($8::double precision[])[sends + 1]),
    generation = case when code_expires_at >= $7 then generation else generation + 1 end,
    code_expires_at = case when code_expires_at >= $7 then code_expires_at else least($9, expires_at) end
  where ${MEANT} and state = 'live' and expires_at > $6 and resend_at <= $6
    and sends < cardinality($8::double precision[])
  returning ${COLUMNS}`

const ONGOING = `
  select id from sms_challenge
  where account_id is not distinct from $1 and registration_id is not distinct from $2 and purpose = $3
    and (device_hash is null or device_hash = $4) and state = 'live' and expires_at > $5 and tries < $6
  order by created_at desc limit 1`

/** A right code at the same moment is before it or after it. */
const CANCEL = `update sms_challenge set state = 'cancelled' where ${MEANT} and state = 'live' returning 1`

/**
 * Whoever asks inside the wait gets no SMS of their own: the one that was sent is good again, and for both browsers if
 * this is another one.
 */
const GIVE_AGAIN = `
  update sms_challenge set
    state = case when state = 'cancelled' then 'live' else state end,
    device_hash = case when device_hash is distinct from $2 then null else device_hash end
  where id = $1 and (state = 'cancelled' or device_hash is distinct from $2)`

/** Whoever holds the owner's row is alone here: two starts at the same moment send one SMS. */
async function holdOwner(tx: Executor, [accountId, registrationId]: ReturnType<typeof ownerColumns>): Promise<boolean> {
  const [table, id] = accountId === null ? ['registration', registrationId] : ['account', accountId]
  return (await tx.query(`select 1 from ${table} where id = $1 for no key update`, [id])).length > 0
}

const overBudget = ({ retryAfterSeconds }: Extract<SmsVerdict, { allowed: false }>) =>
  ({ refused: 'budget', retryAfterSeconds }) as const

const INSERT = `
  insert into sms_challenge
    (id, purpose, account_id, registration_id, device_hash, phone_idx, phone_enc, delivery,
     code_expires_at, expires_at, resend_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${COLUMNS}`

type Ports = {
  enqueue: EnqueueSms
  enqueueNotice: EnqueueSms
  ledger: Pick<SmsLedger, 'admit'>
  tries: TryRules
}

export function createChallengeStore(db: Database, ports: Ports): ChallengeStore {
  const { enqueue, enqueueNotice, ledger, tries: rules } = ports
  const { ofNumber, ofStrangers } = rules
  const waitSeconds = RESEND_WAITS_MS.map((wait) => wait / 1_000)

  async function withSms(tx: Executor, challenge: Challenge, language: Language, now: Date): Promise<WithSms> {
    const smsId = await writeCodeSms(tx, challenge, language, now)
    await enqueue(tx, smsId)
    return { challenge, smsId }
  }

  async function admit(tx: Executor, request: SmsRequest, owner: CodeOwner, device: Device, now: Date) {
    const isKnown = (await knownBrowser(tx, owner, device)) !== null
    // By purpose and not by owner: what is begun for show is decided like what is meant.
    return ledger.admit(tx, request, { verified: request.purpose !== 'register', knownBrowser: isKnown }, now)
  }

  async function insert(tx: Executor, fresh: NewChallenge, now: Date): Promise<Challenge> {
    const { id, purpose, owner, device, phoneIdx, phoneEnc, delivery, codeExpiresAt, expiresAt, resendAt } = fresh
    const of = [id, purpose, ...ownerColumns(owner), device, phoneIdx, phoneEnc, delivery]
    const [row] = await tx.query<ChallengeRow>(INSERT, [...of, codeExpiresAt, expiresAt, resendAt, now])
    if (row === undefined) throw new Error('an insert returned nothing')
    return toChallenge(row)
  }
  async function knownBrowser(tx: Executor, owner: CodeOwner, device: Device): Promise<Buffer | null> {
    if (!('accountId' in owner) || device === null) return null
    return (await knowsDevice(tx, owner.accountId, device)) ? device : null
  }

  /** What was tried, and until when no further code is sent. */
  async function spent(tx: Executor, { purpose, owner, phoneIdx }: NewChallenge, known: Buffer | null, now: Date) {
    if (purpose !== 'register') return stateOf(tx, { phoneIdx, purpose, known }, { most: ofStrangers.most, now })
    return registrationClosedUntil(tx, ownerColumns(owner)[1] ?? '', now)
  }

  async function insideWait(tx: Executor, fresh: NewChallenge, of: Owned, when: Parameters<typeof liveInsideWait>[2]) {
    const [, registrationId] = of
    const own = await liveInsideWait(tx, of, when)
    if (own !== undefined || registrationId === null || fresh.purpose !== 'register' || fresh.device === null)
      return own
    await takeAlong(tx, registrationId, fresh, when.now)
    return liveInsideWait(tx, of, when)
  }

  /** No code of it would be compared. */
  async function isClosed(tx: Executor, { purpose, phoneIdx }: Challenge, { owner, device }: ChallengeKey, now: Date) {
    if (purpose === 'register') return false
    const known = await knownBrowser(tx, owner, device)
    return (await stateOf(tx, { phoneIdx, purpose, known }, { most: ofStrangers.most, now })).until !== undefined
  }

  const withdraw = (tx: Executor, id: string) => tx.query('delete from sms_challenge where id = $1', [id])

  return {
    open: (fresh, { gatewayDown, counted }, most, now) =>
      db.transaction(async (tx) => {
        // The number before its registrations: two of them in one browser send one SMS.
        if (fresh.purpose === 'register') await lockNumber(tx, fresh.phoneIdx)
        if (!(await holdOwner(tx, ownerColumns(fresh.owner)))) return 'gone'
        const known = await knownBrowser(tx, fresh.owner, fresh.device)
        const of = [...ownerColumns(fresh.owner), fresh.purpose, fresh.purpose === 'reset' ? known : null] as const
        const { tries, until } = await spent(tx, fresh, known, now)
        if (until !== undefined && fresh.purpose !== 'register') return { closedUntil: until }
        const waiting = await insideWait(tx, fresh, of, { most, ofNumber, now })
        if (waiting !== undefined) {
          await tx.query(GIVE_AGAIN, [waiting.id, fresh.device])
          return { waiting }
        }
        if (gatewayDown) return { refused: 'gateway_down' }
        if (until !== undefined) return { closedUntil: until }
        const written = await withSms(tx, await insert(tx, fresh, now), fresh.language, now)
        // The budget comes late: whoever decides keeps all others waiting until the end.
        const verdict = await admit(tx, { ...counted, challengeId: fresh.id }, fresh.owner, fresh.device, now)
        if (!verdict.allowed) {
          await withdraw(tx, fresh.id)
          return overBudget(verdict)
        }
        await endOthers(tx, of, fresh.id, tries)
        return written
      }),

    async ongoing({ owner, purpose, device }, most, now) {
      const values = [...ownerColumns(owner), purpose, device, now, most]
      return (await db.query<{ id: string }>(ONGOING, values))[0]?.id
    },

    takeSend: (key, { gatewayDown, counted, language }, now) =>
      db.transaction(async (tx) => {
        const [free] = await tx.query<ChallengeRow>(MAY_SEND, [...keyColumns(key), now, waitSeconds.length])
        if (free === undefined || (await isClosed(tx, toChallenge(free), key, now))) return undefined
        if (gatewayDown) return { refused: 'gateway_down' }
        const verdict = await admit(tx, { ...counted, challengeId: key.id }, key.owner, key.device, now)
        if (!verdict.allowed) return overBudget(verdict)
        const values = [...keyColumns(key), now, later(now, SAME_CODE_MS), waitSeconds, later(now, CODE_LIFE_MS)]
        const [row] = await tx.query<ChallengeRow>(TAKE_SEND, values)
        return row && withSms(tx, toChallenge(row), language, now)
      }),

    takeTry: (key, guess, most, now) => takeTry(db, key, { guess, most, rules, now }),

    tellClosed: (accountId, { closedUntil, closesPin }, now) =>
      db.transaction(async (tx) => {
        const warn = (what: string, notice: 'codes_wrong' | 'pin_closed') =>
          writeWarning(tx, { accountId, smsId: `codes:${accountId}:${what}`, notice, now }, enqueueNotice)
        if (closesPin) await warn(`pin:${now.getTime()}`, 'pin_closed')
        else if (closedUntil !== null) await warn(String(closedUntil.getTime()), 'codes_wrong')
      }),

    end: async (key) => (await db.query(CANCEL, keyColumns(key))).length > 0,

    async find(key) {
      const [row] = await db.query<ChallengeRow>(`select ${COLUMNS} from sms_challenge where ${MEANT}`, keyColumns(key))
      return row && toChallenge(row)
    },
  }
}
