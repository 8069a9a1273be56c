import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import * as store from './record-store.ts'

/** What the library keeps of a record. */
export type Payload = Record<string, unknown> & { grantId?: string | undefined; consumed?: unknown }

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
  /** A pushed request is remembered for as long as what began with it, so that it is used once. */
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

/** @throws Error for a kind that no feature in use has */
export function createRecordAdapter(deps: RecordDeps, kind: string, refuse: Refusals): RecordAdapter {
  if (!isKept(kind)) return NO_RECORDS
  const { db, clock, keys } = deps
  const keyOf = (id: string): store.RecordKey => ({ kind, idHash: keys.mac('id', kind, id) })
  const ownerOf = ({ idHash }: store.RecordKey) => `${kind} ${idHash.toString('base64url')}`
  const grantHash = (grantId: string) => keys.mac('grant', grantId)

  return {
    ...NO_RECORDS,
    async upsert(id, payload, expiresIn) {
      const key = keyOf(id)
      const lifeMs = kind === 'PushedAuthorizationRequest' ? deps.interactionMs : expiresIn * 1_000
      const grantId = kind === 'Grant' ? id : payload.grantId
      const record = {
        ...key,
        sealed: keys.seal(ownerOf(key), JSON.stringify(payload)),
        grantHash: grantId === undefined ? null : grantHash(grantId),
        expiresAt: later(clock(), lifeMs),
      }
      if (kind !== 'ReplayDetection') await store.putRecord(db, record)
      // The library looked for it before; of two at the same moment one is the first.
      else if (!(await store.addRecord(db, record))) throw refuse.replayed()
    },

    async find(id) {
      const key = keyOf(id)
      const found = await store.findRecord(db, key, clock())
      if (found === undefined) return undefined
      const payload = JSON.parse(keys.open(ownerOf(key), found.sealed)) as Payload
      return found.consumed ? { ...payload, consumed: true } : payload
    },

    /** The library looked before whether it was consumed; who comes second at the same moment learns it here. */
    async consume(id) {
      const key = keyOf(id)
      if (await store.consumeRecord(db, key, clock())) return
      if (kind === 'PushedAuthorizationRequest') throw refuse.requestUsed()
      await store.endGrantOf(db, key)
      throw refuse.codeUsed()
    },

    async destroy(id) {
      if (kind === 'Grant') return store.endGrant(db, grantHash(id))
      const removed = await store.removeRecord(db, keyOf(id))
      // Of two browser tabs that go on at the same moment one gets the code.
      if (kind === 'Interaction' && !removed) throw refuse.requestOver()
    },

    revokeByGrantId: (grantId) => store.endGrant(db, grantHash(grantId)),
  }
}
