import { AsyncLocalStorage } from 'node:async_hooks'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { decodeJwt } from 'jose'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import { addIntent, type NewIntent } from '../intents/index.ts'
import { metadataOf, NO_RECORDS } from './client-check.ts'
import { findWorkingClient, type WorkingClient } from './client-store.ts'
import * as store from './record-store.ts'

/** Longer than an intent lives during a review. */
export const INTERACTION_MS = 2 * HOUR_MS + 10 * MINUTE_MS
/** A pushed request is remembered for longer than what began with it, so that it is used once. */
const PUSHED_MS = INTERACTION_MS + MINUTE_MS

const KINDS: ReadonlySet<string> = new Set<store.RecordKind>([
  'AccessToken',
  'AuthorizationCode',
  'Grant',
  'Interaction',
  'PushedAuthorizationRequest',
  'ReplayDetection',
])
const isKept = (kind: string): kind is store.RecordKind => KINDS.has(kind)

/** Refusals as the library's own errors: it accepts no others. */
export type Refusals = {
  codeUsed: () => Error
  requestUsed: () => Error
  requestOver: () => Error
  replayed: () => Error
}

/** Finds the grant and the client that a record belongs to. */
function ownersOf(
  kind: store.RecordKind,
  id: string,
  { clientId, accountId, grantId, params, result, request }: AdapterPayload,
) {
  const pushedBy = kind === 'PushedAuthorizationRequest' && request !== undefined ? decodeJwt(request).iss : undefined
  const asking = params?.['client_id']
  return {
    clientId: clientId ?? pushedBy ?? (typeof asking === 'string' ? asking : null),
    intentId: accountId ?? result?.login?.accountId ?? null,
    grantId: kind === 'Grant' ? id : (grantId ?? result?.consent?.grantId),
  }
}

const isAnswered = (kind: store.RecordKind, { result }: AdapterPayload) =>
  kind === 'Interaction' && result !== undefined
/** A grant is stored with the request that it answers, and a new request with its intent. */
const isStoredLater = (kind: store.RecordKind, payload: AdapterPayload) =>
  kind === 'Grant' || (kind === 'Interaction' && !isAnswered(kind, payload))

/** Caches what one HTTP request has read, and collects its changes. */
class RequestState {
  readonly read = new Map<string, { sealed: string; consumed: boolean }>()
  readonly clients = new Map<string, WorkingClient | undefined>()
  readonly intents = new Map<string, store.RecordIntent>()
  /** The pushed request that this one came from. It is not read again: the query that uses it up decides. */
  pushedId: string | undefined
  /** True once the request under way was answered with a yes. */
  isAnswered = false
  changes: store.Changes = { added: [] }
}

type Deps = {
  db: Database
  clock: Clock
  /** Hash the ids, and seal what the records say. */
  keys: Keys
}

/**
 * The library's records, sealed, by a keyed hash of their id. In one HTTP request the library asks for the same client, grant and
 * intent several times and stores one record after the other; here each is read once, and all changes are one transaction.
 */
export class Records {
  readonly #deps: Deps
  /** Passing the state from call to call is not possible: the library's calls lie between. */
  readonly #requests = new AsyncLocalStorage<RequestState>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Runs one HTTP request; all other methods work on its state. */
  within<T>(run: () => Promise<T>): Promise<T> {
    return this.#requests.run(new RequestState(), run)
  }

  get #request(): RequestState {
    const request = this.#requests.getStore()
    if (request === undefined) throw new Error('records belong to a request')
    return request
  }

  /** Finds a client that was read with a record, or by itself where it is the first that a request names. */
  async client(id: string): Promise<WorkingClient | undefined> {
    const { clients } = this.#request
    if (!clients.has(id)) clients.set(id, await findWorkingClient(this.#deps.db, id))
    return clients.get(id)
  }

  /** Finds the intent that was read with a record; without an id the first one of the request. */
  intent(id?: string): store.RecordIntent | undefined {
    const { intents } = this.#request
    return id === undefined ? [...intents.values()][0] : intents.get(id)
  }

  /** Reads a pushed request with its client, because the library would ask for the client first. */
  async readPushed(id: string): Promise<void> {
    // A database that is away: the library reads again, and answers.
    await this.#read(this.#keyOf('PushedAuthorizationRequest', id)).catch(() => undefined)
  }

  /**
   * Stores what the request has changed, and the intent that belongs to its new records.
   * @throws what `refuse` makes of what another request did first
   */
  async store(refuse: Refusals, intent?: NewIntent): Promise<void> {
    const conflict = await this.#write(intent)
    if (conflict === undefined) return
    // One of two tabs that go on at the same moment gets the code; the other does not begin the request again.
    if (conflict.kind === 'Interaction') throw refuse.requestOver()
    if (conflict.kind === 'PushedAuthorizationRequest') throw refuse.requestUsed()
    await store.endGrantOf(this.#deps.db, conflict)
    throw refuse.codeUsed()
  }

  /** Stores what is not stored yet when the request was answered. */
  async storeRest(): Promise<void> {
    await this.#write()
  }

  /** The library's adapter for one kind of what it keeps. Sessions are neither kept nor found: the provider has none. */
  adapter(kind: string, refuse: Refusals): Adapter {
    const { db, clock, keys } = this.#deps
    if (kind === 'Client') {
      const find = async (id: string) => {
        const client = await this.client(id)
        return client && metadataOf(client, clock())
      }
      return { ...NO_RECORDS, find }
    }
    if (!isKept(kind)) return NO_RECORDS
    const keyOf = (id: string) => this.#keyOf(kind, id)
    const grantHash = (grantId: string) => this.#keyOf('Grant', grantId).idHash

    return {
      ...NO_RECORDS,
      upsert: async (id, payload, expiresIn = 0) => {
        const key = keyOf(id)
        const lifeMs = expiresIn * 1_000 + (kind === 'PushedAuthorizationRequest' ? PUSHED_MS : 0)
        const { grantId, ...owners } = ownersOf(kind, id, payload)
        const record = {
          ...key,
          ...owners,
          sealed: keys.seal(store.ownerOf(key), JSON.stringify(payload)),
          grantHash: grantId === undefined ? null : grantHash(grantId),
          expiresAt: later(clock(), lifeMs),
        }
        if (kind !== 'ReplayDetection') {
          const { changes } = this.#request
          changes.added.push(record)
          if (isAnswered(kind, payload)) changes.kept = key
          if (!isStoredLater(kind, payload)) await this.store(refuse)
        }
        // The library looked for it before; of two at the same moment one is the first.
        else if (!(await store.addRecord(db, record))) throw refuse.replayed()
      },

      find: async (id) => {
        const request = this.#request
        if (kind === 'PushedAuthorizationRequest' && id === request.pushedId) return { kind, jti: id }
        const key = keyOf(id)
        const found = await this.#read(key)
        if (found === undefined) return undefined
        const payload = JSON.parse(keys.open(store.ownerOf(key), found.sealed)) as AdapterPayload
        if (kind === 'Interaction') {
          request.pushedId = payload.parJti
          request.isAnswered = payload.result?.consent?.grantId !== undefined
        }
        return found.consumed ? { ...payload, consumed: true } : payload
      },

      /** Marks the record; the statement that stores it lets one of several at the same moment win. */
      consume: async (id) => {
        this.#request.changes.consumed = keyOf(id)
      },

      destroy: async (id) => {
        if (kind === 'Grant') return store.endGrant(db, grantHash(id))
        const key = keyOf(id)
        const { isAnswered: isOver, changes } = this.#request
        // A request with an answer ends together with the code that comes of it.
        if (kind === 'Interaction' && isOver) changes.removed = key
        else if (!(await store.removeRecord(db, key)) && kind === 'Interaction') throw refuse.requestOver()
      },

      revokeByGrantId: (grantId) => store.endGrant(db, grantHash(grantId)),
    }
  }

  #keyOf(kind: store.RecordKind, id: string): store.RecordKey {
    return { kind, idHash: this.#deps.keys.mac('id', kind, id) }
  }

  /** Reads a record with what belongs to it, at most once in a request. */
  async #read(key: store.RecordKey) {
    const { read, clients, intents } = this.#request
    const known = read.get(store.ownerOf(key))
    if (known !== undefined) return known
    const found = await store.readRecord(this.#deps.db, key, this.#deps.clock())
    if (found === undefined) return undefined
    const { grant, client, intent } = found
    read.set(store.ownerOf(key), found)
    if (grant !== undefined)
      read.set(store.ownerOf({ kind: 'Grant', idHash: grant.idHash }), { sealed: grant.sealed, consumed: false })
    if (client !== undefined) clients.set(client.id, client.working)
    if (intent !== undefined) intents.set(intent.id, intent)
    return found
  }

  /** @returns what could not be done, because another request was first */
  async #write(intent?: NewIntent): Promise<store.RecordKey | undefined> {
    const { changes } = this.#request
    if (changes.removed === undefined && changes.consumed === undefined && changes.added.length === 0) return undefined
    this.#request.changes = { added: [] }
    const added = changes.added.map((record) => (intent === undefined ? record : { ...record, intentId: intent.id }))
    return this.#deps.db.transaction(async (tx) => {
      const conflict = await store.writeChanges(tx, { ...changes, added }, this.#deps.clock())
      if (conflict === undefined && intent !== undefined) await addIntent(tx, intent)
      return conflict
    })
  }
}
