import type { AppendEvents, AuditEvent } from '../audit/index.ts'
import { STEPS } from './steps.ts'
import type { Ending, IntentStore, NewIntent } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { addEvent } from '../webhooks/index.ts'
import { type IntentRow, SELECT_INTENT, toIntent } from './intent-rows.ts'
import { releaseReservations } from '../wallet/index.ts'

const CREATE = `
  insert into intent (id, mintid_hash, provider_id, live, kind, minimum_age, max_proof_age_days, reference, redirect_uri,
    idempotency_key, request_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  on conflict (provider_id, live, idempotency_key) do nothing returning id`

const ADD_PAYMENT = 'insert into payment (intent_id, amount, currency, description) values ($1, $2, $3, $4)'

const CREATED = `
  ${SELECT_INTENT} where i.id = $1 or (i.provider_id = $2 and i.live = $3 and i.idempotency_key = $4)`

const FIND = `${SELECT_INTENT} where i.id = $1 and i.provider_id = $2 and i.live = $3`

/** What is over is listed as over, also before the job that ends it came by. */
const LIST = `
  ${SELECT_INTENT}
  where i.provider_id = $1 and i.live = $2
    and ($3::text is null or
      case when i.ended_at is null and i.expires_at <= $4 then 'expired' else i.state end = $3)
    and ($5::text is null or i.reference = $5)
    and ($6::timestamptz is null or (i.created_at, i.id) < ($6, $7))
  order by i.created_at desc, i.id desc limit $8`

const BIND = `
  update intent set state = 'bound', account_id = $2
  where mintid_hash = $1 and expires_at > $3 and state = 'created'
  returning id, max_proof_age_days`
/** Once more by the same visitor. */
const BOUND = `
  select id, max_proof_age_days from intent
  where mintid_hash = $1 and account_id = $2 and expires_at > $3 and state = 'bound'`
type BoundRow = { id: string; max_proof_age_days: number | null }

/** Ends an intent, once: by its time when that is over, and otherwise while it is not. */
const END = `
  update intent set state = $2, result = $3, verdict = $4, ended_at = $5,
    answered_at = case when $3::text is null and $2 <> 'executed' then null else $5::timestamptz end
  where id = $1 and state = any($6) and ($7::text is null or account_id = $7)
    and (expires_at <= $5) = ($2 = 'expired')
  returning provider_id`

/** The state of the account at this moment; whoever changes it meanwhile waits, or is waited for. */
const STILL_HOLDS = `
  select adult and state = 'active' and ($2::date is null or verified_on >= $2) as adult
  from account where id = $1 for share`

const OVER = `
  select id from intent where ended_at is null and expires_at <= $1
  order by provider_id, expires_at limit $2 for update skip locked`
const AT_ONCE = 50

/** Tells the processes that an event is there; they would find it without, a little later. */
export type NudgeDelivery = (tx: Executor) => Promise<void>

const KEEP_RECEIPT = 'update payment set receipt = $2 where intent_id = $1'

type Ended = Ending & { providerId: string; accountId: string | undefined }

/** What the audit trail says of it. */
function noted({ intentId, state, accountId, event }: Ended): AuditEvent {
  const what = { accountId, reason: intentId }
  if (event.data.payment === null && state !== 'executed') return { ...what, type: `intent.${state}` }
  if (state === 'confirmed' || state === 'denied') throw new Error('a payment that ended as a proof of age')
  return { ...what, type: `payment.${state}` }
}

type Hooks = { nudgeDelivery: NudgeDelivery; append: AppendEvents }

export function createIntentStore(db: Database, { nudgeDelivery, append }: Hooks): IntentStore {
  const add = ({ payment, ...intent }: NewIntent) =>
    db.transaction(async (tx) => {
      const made = await tx.query(CREATE, [
        intent.id,
        intent.mintidHash,
        intent.asker.providerId,
        intent.asker.live,
        intent.kind,
        intent.minimumAge,
        intent.maxProofAgeDays,
        intent.reference,
        intent.redirectUri,
        intent.idempotencyKey,
        intent.requestHash,
        intent.createdAt,
        intent.expiresAt,
      ])
      if (made.length === 0 || payment === null) return
      await tx.query(ADD_PAYMENT, [intent.id, payment.amount, payment.currency, payment.description])
    })

  /** Nothing when it had ended. */
  async function end(tx: Executor, ending: Ending, accountId?: string): Promise<Ended | undefined> {
    const { intentId, step, state, result, verdict, now } = ending
    const values = [intentId, state, result, verdict, now, STEPS[step].from, accountId ?? null]
    const [ended] = await tx.query<{ provider_id: string }>(END, values)
    return ended && { ...ending, providerId: ended.provider_id, accountId }
  }

  /**
   * What follows from the ends: money that is free again, the events, the audit trail. In this order: accounts of the
   * ledger, providers, and the end of the trail last, behind which no other lock is taken.
   */
  async function finish(tx: Executor, ended: readonly Ended[], now: Date): Promise<boolean> {
    if (ended.length === 0) return false
    const ids = ended.map(({ intentId }) => intentId)
    await releaseReservations(tx, ids, now)
    for (const { intentId, receipt } of ended)
      if (receipt !== undefined) await tx.query(KEEP_RECEIPT, [intentId, receipt])
    for (const { providerId, event } of ended) await addEvent(tx, providerId, event, now)
    await nudgeDelivery(tx)
    await append(tx, ...ended.map(noted))
    return true
  }

  const endOne = async (tx: Executor, ending: Ending, accountId?: string) => {
    const ended = await end(tx, ending, accountId)
    return finish(tx, ended === undefined ? [] : [ended], ending.now)
  }

  return {
    async create(intent) {
      const { id, asker, idempotencyKey } = intent
      await add(intent)
      const [row] = await db.query<IntentRow>(CREATED, [id, asker.providerId, asker.live, idempotencyKey])
      if (row === undefined) throw new Error('an intent vanished while it was made')
      return { intent: toIntent(row), requestHash: Buffer.from(row.request_hash) }
    },

    async findById(id, { providerId, live }) {
      const [row] = await db.query<IntentRow>(FIND, [id, providerId, live])
      return row && toIntent(row)
    },

    async findByCode(mintidHash) {
      const [row] = await db.query<IntentRow>(`${SELECT_INTENT} where i.mintid_hash = $1`, [mintidHash])
      return row && toIntent(row)
    },

    async list({ asker, status, reference, after, limit, now }) {
      const rows = await db.query<IntentRow>(LIST, [
        asker.providerId,
        asker.live,
        status ?? null,
        now,
        reference ?? null,
        after?.createdAt ?? null,
        after?.id ?? null,
        limit,
      ])
      return rows.map(toIntent)
    },

    bind: (mintidHash, accountId, now) =>
      db.transaction(async (tx) => {
        const values = [mintidHash, accountId, now]
        const [first] = await tx.query<BoundRow>(BIND, values)
        if (first !== undefined) await append(tx, { type: 'intent.bound', accountId, reason: first.id })
        const row = first ?? (await tx.query<BoundRow>(BOUND, values))[0]
        return row && { id: row.id, maxProofAgeDays: row.max_proof_age_days }
      }),

    async proof(accountId) {
      const [row] = await db.query<{ adult: boolean; final: boolean; verified_on: string | null }>(
        `select adult and state = 'active' as adult, kyc_status = 'UNDERAGED' or state <> 'active' as final,
           verified_on::text
         from account where id = $1`,
        [accountId],
      )
      return row && { adult: row.adult, final: row.final, verifiedOn: row.verified_on }
    },

    answer: ({ accountId, oldestProof, ...ending }) =>
      db.transaction(async (tx) => {
        const [account] = await tx.query<{ adult: boolean }>(STILL_HOLDS, [accountId, oldestProof])
        if (account?.adult !== (ending.result === 'yes')) return false
        return endOne(tx, ending, accountId)
      }),

    end: (ending, accountId) => db.transaction((tx) => endOne(tx, ending, accountId)),

    expire: (now, eventOf) =>
      db.transaction(async (tx) => {
        const over = await tx.query<{ id: string }>(OVER, [now, AT_ONCE])
        const ended: Ended[] = []
        for (const { id } of over) {
          const [row] = await tx.query<IntentRow>(`${SELECT_INTENT} where i.id = $1`, [id])
          if (row === undefined) continue
          const event = eventOf(toIntent(row))
          const ending = {
            intentId: id,
            step: 'expire',
            state: 'expired',
            result: null,
            verdict: null,
            event,
            now,
          } as const
          const one = await end(tx, ending)
          if (one !== undefined) ended.push(one)
        }
        await finish(tx, ended, now)
        return over.length
      }),

    async boundTo(accountId, now) {
      const rows = await db.query<IntentRow>(
        `${SELECT_INTENT} where i.account_id = $1 and i.state in ('bound', 'reserved') and i.expires_at > $2`,
        [accountId, now],
      )
      return rows.map(toIntent)
    },
  }
}
