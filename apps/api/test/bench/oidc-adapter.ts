import type { Adapter, AdapterPayload } from 'oidc-provider'
import pg from 'pg'

const SCHEMA = `
  create table record (
    type text not null, id text not null, payload jsonb not null, grant_id text, uid text, expires_at timestamptz,
    primary key (type, id));
  create index record_by_grant on record (grant_id) where grant_id is not null;
  create index record_by_uid on record (uid) where uid is not null`
const UPSERT = `
  insert into record (type, id, payload, grant_id, uid, expires_at)
  values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
  on conflict (type, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`
const FIND = 'select payload from record where type = $1 and id = $2 and expires_at > now()'
const FIND_BY_UID = 'select payload from record where type = $1 and uid = $2 and expires_at > now()'
const CONSUME = `
  update record set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::bigint)
  where type = $1 and id = $2`

/** One row for each record of the library, read and written as it asks: what its documentation begins with, without a rule of ours. */
export async function plainAdapter(databaseUrl: string): Promise<(type: string) => Adapter> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
  await pool.query(SCHEMA)
  const run = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<{ payload: AdapterPayload }>({ name, text, values })).rows[0]?.payload
  return (type) => ({
    upsert: async (id, payload, expiresIn) =>
      void (await run('upsert', UPSERT, [type, id, payload, payload.grantId, payload.uid, expiresIn])),
    find: (id) => run('find', FIND, [type, id]),
    findByUid: (uid) => run('find by uid', FIND_BY_UID, [type, uid]),
    findByUserCode: async () => undefined,
    consume: async (id) => void (await run('consume', CONSUME, [type, id])),
    destroy: async (id) => void (await run('destroy', 'delete from record where type = $1 and id = $2', [type, id])),
    revokeByGrantId: async (grantId) => void (await run('revoke', 'delete from record where grant_id = $1', [grantId])),
  })
}
