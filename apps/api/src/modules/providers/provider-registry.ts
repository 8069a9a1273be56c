import type { Scope } from '@avouch/contract'
import type { KeyEntry, NewKey, ProviderEntry, ProviderRegistry } from './ports.ts'
import type { AppendEvents, AuditType } from '../audit/index.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { SealSecret } from './provider-store.ts'

type ProviderRow = {
  id: string
  name: string
  from_file: boolean
  webhook_url: string | null
  webhook_disabled_at: Date | null
  previous_secret_until: Date | null
}
type KeyRow = {
  id: string
  provider_id: string
  from_file: boolean
  live: boolean | null
  scopes: Scope[]
  created_at: Date | null
  last_used_on: string | null
  expires_at: Date | null
  revoked_at: Date | null
}

const PROVIDERS = 'select id, name, from_file, webhook_url, webhook_disabled_at, previous_secret_until from provider'
const KEYS = `
  select id, provider_id, from_file, live, scopes, created_at, last_used_on::text, expires_at, revoked_at
  from provider_key`

const ADD_KEY = `
  insert into provider_key (id, hash, provider_id, live, scopes, created_at, expires_at, from_file)
  values ($1, $2, $3, $4, $5, $6, $7, false)`
const END_KEY = `
  update provider_key set expires_at = least(expires_at, $2)
  where id = $1 and not from_file and revoked_at is null and (expires_at is null or expires_at > $3) returning id`

const SET_WEBHOOK = `
  update provider set webhook_url = $2,
    webhook_disabled_at = case when webhook_url = $2 then webhook_disabled_at end
  where id = $1 returning id`
/** What was never in use signs nothing. */
const SET_SECRET = `
  update provider set previous_secret_enc = webhook_secret_enc, webhook_secret_enc = $2,
    previous_secret_until = case when webhook_secret_enc is not null then $3::timestamptz end
  where id = $1 returning id`
const ENABLE = `
  update provider set webhook_disabled_at = null where id = $1 and webhook_disabled_at is not null returning id`

const toProvider = (row: ProviderRow): ProviderEntry => ({
  id: row.id,
  name: row.name,
  fromFile: row.from_file,
  webhookUrl: row.webhook_url,
  webhookDisabledAt: row.webhook_disabled_at,
  previousSecretUntil: row.previous_secret_until,
})
const toKey = (row: KeyRow): KeyEntry => ({
  id: row.id,
  providerId: row.provider_id,
  fromFile: row.from_file,
  live: row.live,
  scopes: row.scopes,
  createdAt: row.created_at,
  lastUsedOn: row.last_used_on,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})

type Hooks = { sealSecret: SealSecret; append: AppendEvents }

export function createProviderRegistry(db: Database, { sealSecret, append }: Hooks): ProviderRegistry {
  /** A change and what is written down of it; `reason` names ids and nothing else. */
  const change = (type: AuditType, reason: string, text: string, values: unknown[]): Promise<boolean> =>
    db.transaction(async (tx) => {
      const did = (await tx.query(text, values)).length > 0
      if (did) await append(tx, { type, reason })
      return did
    })
  const addKey = async (tx: Executor, { id, hash, providerId, live, scopes, createdAt, expiresAt }: NewKey) =>
    void (await tx.query(ADD_KEY, [id, hash, providerId, live, scopes, createdAt, expiresAt]))

  return {
    all: async () => (await db.query<ProviderRow>(`${PROVIDERS} order by id`)).map(toProvider),

    async find(id) {
      const [row] = await db.query<ProviderRow>(`${PROVIDERS} where id = $1`, [id])
      return row && toProvider(row)
    },

    add: ({ id, name }) =>
      change(
        'operator.provider_created',
        id,
        'insert into provider (id, name, from_file) values ($1, $2, false) on conflict do nothing returning id',
        [id, name],
      ),

    keys: async (providerId) =>
      (await db.query<KeyRow>(`${KEYS} where provider_id = $1 order by created_at nulls first, id`, [providerId])).map(
        toKey,
      ),

    async key(id) {
      const [row] = await db.query<KeyRow>(`${KEYS} where id = $1`, [id])
      return row && toKey(row)
    },

    addKey: (key) =>
      db.transaction(async (tx) => {
        await addKey(tx, key)
        await append(tx, { type: 'operator.key_created', reason: `${key.providerId} ${key.id}` })
      }),

    revokeKey: (id, now) =>
      change(
        'operator.key_revoked',
        id,
        'update provider_key set revoked_at = $2 where id = $1 and not from_file and revoked_at is null returning id',
        [id, now],
      ),

    replaceKey: (id, endsAt, fresh) =>
      db.transaction(async (tx) => {
        const ended = await tx.query(END_KEY, [id, endsAt, fresh.createdAt])
        if (ended.length === 0) return false
        await addKey(tx, fresh)
        await append(tx, { type: 'operator.key_rotated', reason: `${fresh.providerId} ${id} ${fresh.id}` })
        return true
      }),

    async redirects(providerId) {
      const rows = await db.query<{ uri: string; from_file: boolean }>(
        'select uri, from_file from provider_redirect where provider_id = $1 order by uri',
        [providerId],
      )
      return rows.map(({ uri, from_file }) => ({ uri, fromFile: from_file }))
    },

    addRedirect: (providerId, uri) =>
      change(
        'operator.redirect_added',
        providerId,
        `insert into provider_redirect (provider_id, uri, from_file) values ($1, $2, false)
         on conflict do nothing returning uri`,
        [providerId, uri],
      ),

    removeRedirect: (providerId, uri) =>
      change(
        'operator.redirect_removed',
        providerId,
        'delete from provider_redirect where provider_id = $1 and uri = $2 and not from_file returning uri',
        [providerId, uri],
      ),

    setWebhook: async (providerId, url) =>
      void (await change('operator.webhook_set', providerId, SET_WEBHOOK, [providerId, url])),

    setSecret: async (providerId, secret, previousUntil) =>
      void (await change('operator.webhook_secret_set', providerId, SET_SECRET, [
        providerId,
        sealSecret(providerId, secret),
        previousUntil,
      ])),

    async hasSecret(providerId) {
      const [row] = await db.query('select 1 from provider where id = $1 and webhook_secret_enc is not null', [
        providerId,
      ])
      return row !== undefined
    },

    enableWebhook: (providerId) => change('operator.webhook_enabled', providerId, ENABLE, [providerId]),
  }
}
