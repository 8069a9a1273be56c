import type { Executor } from '../../platform/database/database.ts'
import { bool, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const PUT = `
  insert into oidc_record (kind, id_hash, payload_enc, grant_hash, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (kind, id_hash) do update set payload_enc = excluded.payload_enc, expires_at = excluded.expires_at`
const ADD = `
  insert into oidc_record (kind, id_hash, payload_enc, grant_hash, expires_at) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning 1 as added`
const FIND = `
  select payload_enc, consumed_at is not null as consumed from oidc_record
  where kind = $1 and id_hash = $2 and expires_at > $3`
const FOUND = row({ payload_enc: text, consumed: bool })
const CONSUME = `
  update oidc_record set consumed_at = $3
  where kind = $1 and id_hash = $2 and consumed_at is null and expires_at > $3 returning 1 as consumed`
const REMOVE = 'delete from oidc_record where kind = $1 and id_hash = $2 returning 1 as removed'
const END_GRANT = 'delete from oidc_record where grant_hash = $1'
const END_GRANT_OF = `
  delete from oidc_record where grant_hash = (select grant_hash from oidc_record where kind = $1 and id_hash = $2)`

/** Kinds of records, as the library names them. */
export type RecordKind =
  | 'AccessToken'
  | 'AuthorizationCode'
  | 'Grant'
  | 'Interaction'
  | 'PushedAuthorizationRequest'
  | 'ReplayDetection'

export type RecordKey = { kind: RecordKind; idHash: Buffer }
export type NewRecord = RecordKey & { sealed: string; grantHash: Buffer | null; expiresAt: Date }

const valuesOf = ({ kind, idHash, sealed, grantHash, expiresAt }: NewRecord) => [
  kind,
  idHash,
  sealed,
  grantHash,
  expiresAt,
]

/** Adds the record, or replaces what one of this id says. */
export const putRecord = async (db: Executor, record: NewRecord): Promise<void> =>
  void (await db.query(PUT, valuesOf(record)))

/** @returns false when there is one of this id */
export const addRecord = async (db: Executor, record: NewRecord): Promise<boolean> =>
  (await db.query(ADD, valuesOf(record))).length > 0

export async function findRecord(db: Executor, { kind, idHash }: RecordKey, now: Date) {
  const [found] = await db.query(FIND, [kind, idHash, now], FOUND)
  return found && { sealed: found.payload_enc, consumed: found.consumed }
}

/** One statement: of several at the same moment one consumes the record. @returns false for all others */
export const consumeRecord = async (db: Executor, { kind, idHash }: RecordKey, now: Date): Promise<boolean> =>
  (await db.query(CONSUME, [kind, idHash, now])).length > 0

/** @returns false when there was none */
export const removeRecord = async (db: Executor, { kind, idHash }: RecordKey): Promise<boolean> =>
  (await db.query(REMOVE, [kind, idHash])).length > 0

/** Removes a grant with its codes and tokens. */
export const endGrant = async (db: Executor, grantHash: Buffer): Promise<void> =>
  void (await db.query(END_GRANT, [grantHash]))

/** The same for the grant that a code or token belongs to. */
export const endGrantOf = async (db: Executor, { kind, idHash }: RecordKey): Promise<void> =>
  void (await db.query(END_GRANT_OF, [kind, idHash]))

export const sweepOidcRecords = sweepOf({ keepMs: 0, table: 'oidc_record', where: 't.expires_at <= $1' })
