import type { Intent, IntentAnswer, IntentState, IntentStore } from '../../modules/intents/ports.ts'
import type { Database, Executor } from '../database/database.ts'
import type { AppendEvents } from './audit-store.ts'

type IntentRow = {
  id: string
  provider_id: string
  provider_name: string
  minimum_age: number
  reference: string | null
  redirect_uri: string
  state: IntentState
  account_id: string | null
  result: 'yes' | 'no' | null
  verdict: string | null
  created_at: Date
  expires_at: Date
  answered_at: Date | null
  request_hash: Uint8Array
}

const SELECT = `
  select i.id, i.provider_id, p.name as provider_name, i.minimum_age, i.reference, i.redirect_uri, i.state, i.account_id,
    i.result, i.verdict, i.created_at, i.expires_at, i.answered_at, i.request_hash
  from intent i join provider p on p.id = i.provider_id`

const toIntent = (row: IntentRow): Intent => ({
  id: row.id,
  providerId: row.provider_id,
  providerName: row.provider_name,
  minimumAge: row.minimum_age,
  reference: row.reference,
  redirectUri: row.redirect_uri,
  state: row.state,
  accountId: row.account_id,
  result: row.result,
  verdict: row.verdict,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  answeredAt: row.answered_at,
})

const CREATE = `
  insert into intent
    (id, mintid_hash, provider_id, minimum_age, reference, redirect_uri, idempotency_key, request_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (provider_id, idempotency_key) do nothing`

const BIND = `
  update intent set state = 'bound', account_id = $2
  where mintid_hash = $1 and expires_at > $3 and state = 'created'
  returning id`
const BOUND = `select id from intent where mintid_hash = $1 and account_id = $2 and expires_at > $3 and state = 'bound'`

const ANSWER = `
  update intent set state = $3, result = $4, verdict = $5, answered_at = $6
  where id = $1 and account_id = $2 and state = 'bound' and expires_at > $6
  returning provider_id`

/** The state of the account at this moment; whoever changes it meanwhile waits, or is waited for. */
const STILL_HOLDS = `select adult and state = 'active' as adult from account where id = $1 for share`

export type EnqueueDelivery = (tx: Executor, eventId: string) => Promise<void>

type Hooks = { enqueueDelivery: EnqueueDelivery; append: AppendEvents }

export function createIntentStore(db: Database, { enqueueDelivery, append }: Hooks): IntentStore {
  return {
    async create(intent) {
      const { id, mintidHash, providerId, minimumAge, reference, redirectUri, idempotencyKey, requestHash } = intent
      const values = [id, mintidHash, providerId, minimumAge, reference, redirectUri, idempotencyKey, requestHash]
      await db.query(CREATE, [...values, intent.createdAt, intent.expiresAt])
      const [row] = await db.query<IntentRow>(
        `${SELECT} where i.id = $1 or (i.provider_id = $2 and i.idempotency_key = $3)`,
        [id, providerId, idempotencyKey],
      )
      if (row === undefined) throw new Error('an intent vanished while it was made')
      return { intent: toIntent(row), requestHash: Buffer.from(row.request_hash) }
    },

    async findById(id, providerId) {
      const [row] = await db.query<IntentRow>(`${SELECT} where i.id = $1 and i.provider_id = $2`, [id, providerId])
      return row && toIntent(row)
    },

    async findByCode(mintidHash) {
      const [row] = await db.query<IntentRow>(`${SELECT} where i.mintid_hash = $1`, [mintidHash])
      return row && toIntent(row)
    },

    bind: (mintidHash, accountId, now) =>
      db.transaction(async (tx) => {
        const values = [mintidHash, accountId, now]
        const [bound] = await tx.query<{ id: string }>(BIND, values)
        if (bound === undefined) return (await tx.query<{ id: string }>(BOUND, values))[0]?.id
        await append(tx, { type: 'intent.bound', accountId, reason: bound.id })
        return bound.id
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

    answer: ({ intentId, accountId, result, verdict, event, now }: IntentAnswer) =>
      db.transaction(async (tx) => {
        const [account] = await tx.query<{ adult: boolean }>(STILL_HOLDS, [accountId])
        if (account?.adult !== (result === 'yes')) return false
        const state = result === 'yes' ? 'confirmed' : 'denied'
        const [answered] = await tx.query<{ provider_id: string }>(ANSWER, [
          intentId,
          accountId,
          state,
          result,
          verdict,
          now,
        ])
        if (answered === undefined) return false
        await tx.query(
          'insert into webhook_event (id, intent_id, provider_id, body, created_at) values ($1, $2, $3, $4, $5)',
          [event.id, intentId, answered.provider_id, JSON.stringify(event.body), now],
        )
        await enqueueDelivery(tx, event.id)
        await append(tx, { type: `intent.${state}`, accountId, reason: intentId })
        return true
      }),

    async boundTo(accountId, now) {
      const rows = await db.query<IntentRow>(
        `${SELECT} where i.account_id = $1 and i.state = 'bound' and i.expires_at > $2`,
        [accountId, now],
      )
      return rows.map(toIntent)
    },
  }
}
