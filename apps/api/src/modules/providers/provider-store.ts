import { SCOPES, type Scope, USUAL_SCOPES } from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import type { ProviderSettings, ProviderStore } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'

/** Another address was not heard yet: it is no longer the one that wanted no events. */
const PUT_PROVIDER = `
  insert into provider (id, name, webhook_url, webhook_secret_enc, previous_secret_enc, from_file)
  values ($1, $2, $3, $4, $5, true)
  on conflict (id) do update set name = excluded.name, webhook_url = excluded.webhook_url, from_file = true,
    webhook_secret_enc = excluded.webhook_secret_enc, previous_secret_enc = excluded.previous_secret_enc,
    previous_secret_until = null,
    webhook_disabled_at = case when provider.webhook_url = excluded.webhook_url then provider.webhook_disabled_at end`

const FORGET_KEYS = `
  delete from provider_key where from_file and (provider_id <> all($1) or encode(hash, 'hex') <> all($2))`
const FORGET_REDIRECTS = `
  delete from provider_redirect where from_file and provider_id = any($1)`
const PUT_KEY = `
  insert into provider_key (hash, provider_id, id, from_file, scopes) values ($1, $2, $3, true, $4)
  on conflict (hash) do update set scopes = excluded.scopes where provider_key.from_file`
const PUT_REDIRECT = `
  insert into provider_redirect (provider_id, uri, from_file) values ($1, $2, true) on conflict do nothing`

const FIND_BY_KEY = `
  select id, provider_id, scopes, last_used_on::text from provider_key
  where hash = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`

export type SealSecret = (providerId: string, secret: string) => string

async function put(tx: Executor, { id, name, webhook, ...listed }: ProviderSettings, sealSecret: SealSecret) {
  const previous = webhook.previousSecret === undefined ? null : sealSecret(id, webhook.previousSecret)
  await tx.query(PUT_PROVIDER, [id, name, webhook.url, sealSecret(id, webhook.secret), previous])
  const scopes = listed.payments ? SCOPES : USUAL_SCOPES
  for (const hash of listed.apiKeySha256) await tx.query(PUT_KEY, [Buffer.from(hash, 'hex'), id, newId('key'), scopes])
  for (const uri of listed.redirectUris) await tx.query(PUT_REDIRECT, [id, uri])
}

export function createProviderStore(db: Database, sealSecret: SealSecret): ProviderStore {
  return {
    async findByKey(keyHash, now) {
      const [row] = await db.query<{ id: string; provider_id: string; scopes: Scope[]; last_used_on: string | null }>(
        FIND_BY_KEY,
        [keyHash, now],
      )
      return row && { keyId: row.id, providerId: row.provider_id, scopes: row.scopes, lastUsedOn: row.last_used_on }
    },

    markUsed: async (keyId, day) =>
      void (await db.query(
        'update provider_key set last_used_on = $2 where id = $1 and last_used_on is distinct from $2',
        [keyId, day],
      )),

    async isRegisteredRedirect(providerId, uri) {
      const rows = await db.query('select 1 from provider_redirect where provider_id = $1 and uri = $2', [
        providerId,
        uri,
      ])
      return rows.length > 0
    },

    replaceListed: (settings) =>
      db.transaction(async (tx) => {
        const ids = settings.map(({ id }) => id)
        const hashes = settings.flatMap(({ apiKeySha256 }) => apiKeySha256)
        await tx.query(FORGET_KEYS, [ids, hashes])
        await tx.query(FORGET_REDIRECTS, [ids])
        for (const provider of settings) await put(tx, provider, sealSecret)
      }),
  }
}
