import { MINUTE_MS } from '@avouch/contract'
import { decodeJwt } from 'jose'
import type { AdapterPayload } from 'oidc-provider'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import * as store from './record-store.ts'
import { nameOf, readOnce, requestRecords, storeChanges } from './request-records.ts'

/** The library's own part of a record. */
type Payload = AdapterPayload

const KINDS: ReadonlySet<string> = new Set<store.RecordKind>([
  'AccessToken',
  'AuthorizationCode',
  'Grant',
  'Interaction',
  'PushedAuthorizationRequest',
  'ReplayDetection',
])
const isKept = (kind: string): kind is store.RecordKind => KINDS.has(kind)

export type RecordDeps = {
  db: Database
  clock: Clock
  /** Hash the ids, and seal what the records say. */
  keys: Pick<Keys, 'mac' | 'seal' | 'open'>
  /** A pushed request is remembered for longer than what began with it, so that it is used once. */
  interactionMs: number
}

/** Refusals of the library, which only its own errors make. */
export type Refusals = {
  codeUsed: () => Error
  requestUsed: () => Error
  requestOver: () => Error
  replayed: () => Error
}

/** The library's adapter: records by a keyed hash of their id, sealed. */
export type RecordAdapter = {
  upsert(id: string, payload: Payload, expiresIn: number): Promise<void>
  find(id: string): Promise<Payload | undefined>
  findByUid(uid: string): Promise<undefined>
  findByUserCode(userCode: string): Promise<undefined>
  consume(id: string): Promise<void>
  destroy(id: string): Promise<void>
  revokeByGrantId(grantId: string): Promise<void>
}

const nothing = async () => undefined

/** Sessions are neither kept nor found: the provider has none. */
export const NO_RECORDS: RecordAdapter = {
  upsert: nothing,
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
}

export const recordKey = (keys: Pick<Keys, 'mac'>, kind: store.RecordKind, id: string): store.RecordKey => ({
  kind,
  idHash: keys.mac('id', kind, id),
})

/** Finds the grant and the client that a record belongs to. */
function ownersOf(
  kind: store.RecordKind,
  id: string,
  { clientId, accountId, grantId, params, result, request }: Payload,
) {
  const pushedBy = kind === 'PushedAuthorizationRequest' && request !== undefined ? decodeJwt(request).iss : undefined
  const asking = params?.['client_id']
  return {
    clientId: clientId ?? pushedBy ?? (typeof asking === 'string' ? asking : null),
    intentId: accountId ?? result?.login?.accountId ?? null,
    grantId: kind === 'Grant' ? id : (grantId ?? result?.consent?.grantId),
  }
}

const isAnswered = (kind: store.RecordKind, { result }: Payload) => kind === 'Interaction' && result !== undefined
/** A grant is stored with the request that it answers, and a new request with its intent. */
const isStoredLater = (kind: store.RecordKind, payload: Payload) =>
  kind === 'Grant' || (kind === 'Interaction' && !isAnswered(kind, payload))

/** Stores what a request has changed. @throws what `refuse` makes of what another request did first */
export async function storeRecords({ db, clock }: Pick<RecordDeps, 'db' | 'clock'>, refuse: Refusals): Promise<void> {
  const late = await storeChanges(db, clock)
  if (late === undefined) return
  // One of two tabs that go on at the same moment gets the code; the other does not begin the request again.
  if (late.kind === 'Interaction') throw refuse.requestOver()
  if (late.kind === 'PushedAuthorizationRequest') throw refuse.requestUsed()
  await store.endGrantOf(db, late)
  throw refuse.codeUsed()
}

/** @throws Error for a kind that no feature in use has */
export function createRecordAdapter(deps: RecordDeps, kind: string, refuse: Refusals): RecordAdapter {
  if (!isKept(kind)) return NO_RECORDS
  const { db, clock, keys } = deps
  const keyOf = (id: string) => recordKey(keys, kind, id)
  const grantHash = (grantId: string) => recordKey(keys, 'Grant', grantId).idHash

  return {
    ...NO_RECORDS,
    async upsert(id, payload, expiresIn) {
      const key = keyOf(id)
      const lifeMs = expiresIn * 1_000 + (kind === 'PushedAuthorizationRequest' ? deps.interactionMs + MINUTE_MS : 0)
      const { grantId, ...owners } = ownersOf(kind, id, payload)
      const record = {
        ...key,
        ...owners,
        sealed: keys.seal(nameOf(key), JSON.stringify(payload)),
        grantHash: grantId === undefined ? null : grantHash(grantId),
        expiresAt: later(clock(), lifeMs),
      }
      if (kind !== 'ReplayDetection') {
        const { changes } = requestRecords()
        changes.added.push(record)
        if (isAnswered(kind, payload)) changes.kept = key
        if (!isStoredLater(kind, payload)) await storeRecords(deps, refuse)
      }
      // The library looked for it before; of two at the same moment one is the first.
      else if (!(await store.addRecord(db, record))) throw refuse.replayed()
    },

    async find(id) {
      const records = requestRecords()
      if (kind === 'PushedAuthorizationRequest' && id === records.pushedId) return { kind, jti: id }
      const key = keyOf(id)
      const found = await readOnce(db, clock, key)
      if (found === undefined) return undefined
      const payload = JSON.parse(keys.open(nameOf(key), found.sealed)) as Payload
      if (kind === 'Interaction') {
        records.pushedId = payload.parJti
        records.isAnswered = payload.result?.consent?.grantId !== undefined
      }
      return found.consumed ? { ...payload, consumed: true } : payload
    },

    /** Marks the record; the statement that stores it lets one of several at the same moment win. */
    async consume(id) {
      requestRecords().changes.consumed = keyOf(id)
    },

    async destroy(id) {
      if (kind === 'Grant') return store.endGrant(db, grantHash(id))
      const key = keyOf(id)
      // A request with an answer ends together with the code that comes of it.
      if (kind === 'Interaction' && requestRecords().isAnswered) requestRecords().changes.removed = key
      else if (!(await store.removeRecord(db, key)) && kind === 'Interaction') throw refuse.requestOver()
    },

    revokeByGrantId: (grantId) => store.endGrant(db, grantHash(grantId)),
  }
}
