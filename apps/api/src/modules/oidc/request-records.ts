import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { addIntent, type NewIntent } from '../intents/index.ts'
import type { WorkingClient } from './client-store.ts'
import * as store from './record-store.ts'

type Sealed = Pick<store.FoundRecord, 'sealed' | 'consumed'>

/**
 * Holds all that one HTTP request has read and changes. The library asks for the same client, grant and intent several times
 * and stores one record after the other; here each is read once, and all changes are one transaction.
 */
export type RequestRecords = {
  read: Map<string, Sealed>
  clients: Map<string, WorkingClient | undefined>
  intents: Map<string, store.RecordIntent>
  /** The pushed request that this one came from. It is not read again: the query that uses it up decides. */
  pushedId: string | undefined
  /** True once the request under way was answered with a yes. */
  isAnswered: boolean
  changes: store.Changes
  /** Stored with the changes. */
  newIntent: NewIntent | undefined
}

const storage = new AsyncLocalStorage<RequestRecords>()

/** Passing it from call to call is not possible: the library's calls lie between. */
export const withRequestRecords = <T>(run: () => Promise<T>): Promise<T> =>
  storage.run(
    {
      read: new Map(),
      clients: new Map(),
      intents: new Map(),
      pushedId: undefined,
      isAnswered: false,
      changes: { added: [] },
      newIntent: undefined,
    },
    run,
  )

export function requestRecords(): RequestRecords {
  const records = storage.getStore()
  if (records === undefined) throw new Error('records belong to a request')
  return records
}

export const nameOf = ({ kind, idHash }: store.RecordKey): string => `${kind} ${idHash.toString('base64url')}`

/** Reads a record with what belongs to it, at most once in a request. */
export async function readOnce(db: Database, clock: Clock, key: store.RecordKey): Promise<Sealed | undefined> {
  const { read, clients, intents } = requestRecords()
  const known = read.get(nameOf(key))
  if (known !== undefined) return known
  const found = await store.readRecord(db, key, clock())
  if (found === undefined) return undefined
  const { grant, client, intent } = found
  read.set(nameOf(key), found)
  if (grant !== undefined)
    read.set(nameOf({ kind: 'Grant', idHash: grant.idHash }), { sealed: grant.sealed, consumed: false })
  if (client !== undefined) clients.set(client.id, client.working)
  if (intent !== undefined) intents.set(intent.id, intent)
  return found
}

/** Stores what has changed. @returns what could not be done, because another request was first */
export async function storeChanges(db: Database, clock: Clock): Promise<store.RecordKey | undefined> {
  const records = requestRecords()
  const { changes, newIntent } = records
  if (changes.removed === undefined && changes.consumed === undefined && changes.added.length === 0) return undefined
  records.changes = { added: [] }
  records.newIntent = undefined
  return db.transaction(async (tx) => {
    const late = await store.writeChanges(tx, changes, clock())
    if (late === undefined && newIntent !== undefined) await addIntent(tx, newIntent)
    return late
  })
}
