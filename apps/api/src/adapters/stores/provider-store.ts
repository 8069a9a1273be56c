import type { Provider, ProviderStore } from '../../modules/providers/ports.ts'
import type { Database } from '../database/database.ts'

const PUT_PROVIDER = `
  insert into provider (id, name, webhook_url, webhook_secret_enc) values ($1, $2, $3, $4)
  on conflict (id) do update set name = excluded.name, webhook_url = excluded.webhook_url,
    webhook_secret_enc = excluded.webhook_secret_enc`

const FIND_BY_KEY = `
  select p.id, p.name from provider_key k join provider p on p.id = k.provider_id where k.hash = $1`

type SealSecret = (providerId: string, secret: string) => string

export function createProviderStore(db: Database, sealSecret: SealSecret): ProviderStore {
  return {
    async findByKey(keyHash) {
      const [row] = await db.query<Provider>(FIND_BY_KEY, [keyHash])
      return row
    },

    async isRegisteredRedirect(providerId, uri) {
      const rows = await db.query('select 1 from provider_redirect where provider_id = $1 and uri = $2', [
        providerId,
        uri,
      ])
      return rows.length > 0
    },

    put: ({ id, name, apiKeySha256, redirectUris, webhook }) =>
      db.transaction(async (tx) => {
        await tx.query(PUT_PROVIDER, [id, name, webhook.url, sealSecret(id, webhook.secret)])
        await tx.query('delete from provider_key where provider_id = $1', [id])
        await tx.query('delete from provider_redirect where provider_id = $1', [id])
        for (const hash of apiKeySha256)
          await tx.query('insert into provider_key (hash, provider_id) values ($1, $2)', [Buffer.from(hash, 'hex'), id])
        for (const uri of redirectUris)
          await tx.query('insert into provider_redirect (provider_id, uri) values ($1, $2)', [id, uri])
      }),
  }
}
