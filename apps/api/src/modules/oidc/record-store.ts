import { INTENT_STATUSES } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { toWorkingClient, WORKING, WORKING_COLUMNS, type WorkingClient } from './client-store.ts'

const ADD = `
  insert into oidc_record (kind, id_hash, payload_enc, expires_at) values ($1, $2, $3, $4)
  on conflict do nothing returning 1 as added`

/** A record with all that its request needs to continue: its grant, its client and its intent. */
const READ = `
  select r.payload_enc, r.consumed_at is not null as consumed, r.client_id as of_client, r.intent_id as of_intent,
    g.id_hash as grant_id_hash, g.payload_enc as grant_enc, i.state, i.result, i.verdict, i.answered_at, ${WORKING_COLUMNS}
  from oidc_record r
    left join oidc_record g on g.kind = 'Grant' and g.id_hash = r.grant_hash and g.expires_at > $3
    left join intent i on i.id = r.intent_id
    left join (${WORKING}) on c.id = r.client_id
  where r.kind = $1 and r.id_hash = $2 and r.expires_at > $3`
const FOUND = row({
  payload_enc: text,
  consumed: bool,
  of_client: nullable(text),
  of_intent: nullable(text),
  grant_id_hash: nullable(bytes),
  grant_enc: nullable(text),
  state: nullable(oneOf(INTENT_STATUSES)),
  result: nullable(oneOf(['yes', 'no'])),
  verdict: nullable(text),
  answered_at: nullable(timestamp),
})

const LOCK = 'select 1 as held from oidc_record where kind = $1 and id_hash = $2 for update'
const CONSUME = `
  update oidc_record set consumed_at = $3
  where kind = $1 and id_hash = $2 and consumed_at is null and expires_at > $3 returning 1 as consumed`
const PUT = `
  insert into oidc_record (kind, id_hash, payload_enc, grant_hash, client_id, intent_id, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (kind, id_hash) do update set payload_enc = excluded.payload_enc, grant_hash = excluded.grant_hash,
    intent_id = coalesce(excluded.intent_id, oidc_record.intent_id), expires_at = excluded.expires_at`

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
export type NewRecord = RecordKey & {
  sealed: string
  grantHash: Buffer | null
  clientId: string | null
  intentId: string | null
  expiresAt: Date
}

/** The end of a record's intent. */
export type RecordIntent = Pick<ReturnType<typeof FOUND.parse>, 'result' | 'verdict'> & {
  id: string
  state: (typeof INTENT_STATUSES)[number]
  answeredAt: Date | null
}
export type FoundRecord = {
  sealed: string
  consumed: boolean
  grant: { idHash: Buffer; sealed: string } | undefined
  intent: RecordIntent | undefined
  /** The client that it belongs to; `working` is undefined for one that gets no answers. */
  client: { id: string; working: WorkingClient | undefined } | undefined
}

export async function readRecord(db: Executor, key: RecordKey, now: Date): Promise<FoundRecord | undefined> {
  const [columns] = await db.query(READ, [key.kind, key.idHash, now])
  if (columns === undefined) return undefined
  const found = FOUND.parse(columns)
  const { of_client, of_intent, grant_id_hash, grant_enc, state, result, verdict, answered_at } = found
  return {
    sealed: found.payload_enc,
    consumed: found.consumed,
    grant: grant_id_hash === null || grant_enc === null ? undefined : { idHash: grant_id_hash, sealed: grant_enc },
    intent:
      of_intent === null || state === null
        ? undefined
        : { id: of_intent, state, result, verdict, answeredAt: answered_at },
    client:
      of_client === null
        ? undefined
        : { id: of_client, working: columns['id'] === null ? undefined : toWorkingClient(columns) },
  }
}

/** Collects the changes of a request, to be stored together. */
export type Changes = {
  /** Must still exist. */
  removed?: RecordKey
  /** Must still exist, and is kept. */
  kept?: RecordKey
  /** Must still be unused. */
  consumed?: RecordKey
  added: NewRecord[]
}

/**
 * Stores what a request changes. A single-use record decides: if it was used, nothing is added, and a request that is
 * over stays so. The rows of a request are taken in this order by all.
 * @returns what was not there any more, or used already
 */
export async function writeChanges(
  tx: Executor,
  { removed, kept, consumed, added }: Changes,
  now: Date,
): Promise<RecordKey | undefined> {
  if (removed !== undefined && !(await removeRecord(tx, removed))) return removed
  if (kept !== undefined && !(await lockRecord(tx, kept))) return kept
  if (consumed !== undefined && !(await consumeRecord(tx, consumed, now))) return consumed
  for (const { kind, idHash, sealed, grantHash, clientId, intentId, expiresAt } of added)
    await tx.query(PUT, [kind, idHash, sealed, grantHash, clientId, intentId, expiresAt])
  return undefined
}

const lockRecord = async (tx: Executor, { kind, idHash }: RecordKey): Promise<boolean> =>
  (await tx.query(LOCK, [kind, idHash])).length > 0

const consumeRecord = async (tx: Executor, { kind, idHash }: RecordKey, now: Date): Promise<boolean> =>
  (await tx.query(CONSUME, [kind, idHash, now])).length > 0

/** @returns false if the id is taken */
export const addRecord = async (db: Executor, { kind, idHash, sealed, expiresAt }: NewRecord): Promise<boolean> =>
  (await db.query(ADD, [kind, idHash, sealed, expiresAt])).length > 0

/** @returns false when there was none */
export const removeRecord = async (db: Executor, { kind, idHash }: RecordKey): Promise<boolean> =>
  (await db.query(REMOVE, [kind, idHash])).length > 0

/** Removes a grant with its codes and tokens. */
export const endGrant = async (db: Executor, grantHash: Buffer): Promise<void> =>
  void (await db.query(END_GRANT, [grantHash]))

/** Removes, with its codes and tokens, the grant that a code or token belongs to. */
export const endGrantOf = async (db: Executor, { kind, idHash }: RecordKey): Promise<void> =>
  void (await db.query(END_GRANT_OF, [kind, idHash]))

export const sweepOidcRecords = sweepOf({ keepMs: 0, table: 'oidc_record', by: 'expires_at' })

/** Writes a record's key as it is sealed for: base64url without padding. */
const OWNER = "kind || ' ' || rtrim(translate(encode(id_hash, 'base64'), '+/', '-_'), '=')"
export const ownerOf = ({ kind, idHash }: RecordKey): string => `${kind} ${idHash.toString('base64url')}`

export const oidcRecords: readonly SealedTable[] = [
  {
    table: 'oidc_record',
    id: "kind || ' ' || encode(id_hash, 'hex')",
    key: {
      columns: 'kind, id_hash',
      of: (id) => `split_part(${id}, ' ', 1), decode(split_part(${id}, ' ', 2), 'hex')`,
    },
    owner: OWNER,
    columns: [{ name: 'payload_enc', purpose: 'oidc-record' }],
  },
]
