import type { Executor } from '../../platform/database/database.ts'
import { bool, int, nullable, row, text } from '../../platform/database/rows.ts'

/**
 * The next events of each follower. Their numbers are taken under the lock of the provider's row, so that a smaller one
 * never becomes visible after a larger one. Live events are counted, not read.
 */
const NEXT = `
  select f.n::int as n, e.sequence, i.live, e.id, e.type, case when not i.live then e.body end as body
  from unnest($1::text[], $2::integer[]) with ordinality as f (provider_id, after, n)
  cross join lateral (
    select w.sequence, w.intent_id, w.id, w.type, w.body from webhook_event w
    where w.provider_id = f.provider_id and w.sequence > f.after order by w.sequence limit $3) e
  join intent i on i.id = e.intent_id
  order by f.n, e.sequence`
const FOUND = row({ n: int, sequence: int, live: bool, id: text, type: text, body: nullable(text) })

const SIGNED_BY = `
  select id, last_sequence, webhook_secret_enc as secret_enc,
    case when previous_secret_until is null or previous_secret_until > $2 then previous_secret_enc end
      as previous_secret_enc
  from provider where id = any($1)`
const SIGNER = row({
  id: text,
  last_sequence: int,
  secret_enc: nullable(text),
  previous_secret_enc: nullable(text),
})

/** A provider that follows its events, and the number of the last one that it has read. */
export type Follower = { providerId: string; after: number }

/** Reads the next events of each follower, in order. `body` is null for events of live intents. */
export async function readNext(db: Executor, followers: readonly Follower[], limit: number) {
  const values = [followers.map(({ providerId }) => providerId), followers.map(({ after }) => after), limit]
  const found = Map.groupBy(await db.query(NEXT, values, FOUND), ({ n }) => n)
  return followers.map((_, index) => found.get(index + 1) ?? [])
}

/** Reads the number of each provider's latest event, and its secrets, the newest first. */
export async function readSigners(db: Executor, providerIds: readonly string[], now: Date) {
  const found = await db.query(SIGNED_BY, [providerIds, now], SIGNER)
  return new Map(
    found.map(({ id, last_sequence, secret_enc, previous_secret_enc }) => [
      id,
      { latest: last_sequence, secretsEnc: [secret_enc, previous_secret_enc].filter((secret) => secret !== null) },
    ]),
  )
}
