import type { DeliveryStore } from '../../modules/webhooks/ports.ts'
import type { Executor } from '../database/database.ts'

type DeliveryRow = {
  id: string
  provider_id: string
  body: string
  webhook_url: string
  webhook_secret_enc: string
  delivered: boolean
}

type OpenSecret = (providerId: string, sealed: string) => string

export function createDeliveryStore(db: Executor, openSecret: OpenSecret): DeliveryStore {
  return {
    async find(eventId) {
      const [row] = await db.query<DeliveryRow>(
        `select e.id, e.provider_id, e.body, p.webhook_url, p.webhook_secret_enc, e.delivered_at is not null as delivered
         from webhook_event e join provider p on p.id = e.provider_id where e.id = $1`,
        [eventId],
      )
      if (row === undefined) return undefined
      const { id, provider_id, body, webhook_url, webhook_secret_enc, delivered } = row
      const secret = openSecret(provider_id, webhook_secret_enc)
      return { eventId: id, providerId: provider_id, url: webhook_url, secret, body, delivered }
    },

    record: async (eventId, { status, delivered, now }) =>
      void (await db.query(
        `update webhook_event set attempts = attempts + 1, last_status = $2,
           delivered_at = coalesce(delivered_at, case when $3 then $4::timestamptz end) where id = $1`,
        [eventId, status, delivered, now],
      )),

    async undelivered() {
      const rows = await db.query<{ id: string }>(
        'select id from webhook_event where delivered_at is null order by created_at',
      )
      return rows.map(({ id }) => id)
    },
  }
}
