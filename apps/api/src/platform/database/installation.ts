import { CONTRACT_VERSION } from '@avouch/contract'
import type { Keyring } from '../keyring.ts'
import { StartupError } from '../startup-error.ts'
import type { Database, Executor } from './database.ts'
import { areReady } from './key-holders.ts'
import { bool, row, text, timestamp } from './rows.ts'

const HASH_KEY = 'hash-key'
/** The key by which numbers are indexed. */
const NUMBER_KEY = 'number-key'
/** A key that values of this database need. */
const MASTER_KEY = 'master-key:'
/** A key that seals no more. */
const REPLACED_KEY = 'replaced-key:'
const PUBLIC_URL = 'public-url'
const CONTRACT = 'contract'

export type Installed = { name: string; value: string; since: Date }
/** What this process is. Only in production every process has the same address. */
type Self = {
  keyring: Pick<Keyring, 'fingerprints' | 'sealingId'>
  production: boolean
  publicUrl: string
  now: Date
}
type Own = {
  entries: ReadonlyMap<string, string>
  sealingId: string
  fingerprintOf: ReadonlyMap<string, string>
}

const KEEP = `
  insert into installation (name, value, since) select name, value, $3 from unnest($1::text[], $2::text[]) as w (name, value)
  order by name on conflict (name) do nothing`
const SET = `
  insert into installation (name, value, since) values ($1, $2, $3)
  on conflict (name) do update set value = excluded.value, since = excluded.since where installation.value <> excluded.value`
const REPLACE = `
  insert into installation (name, value, since)
  select replace(name, '${MASTER_KEY}', '${REPLACED_KEY}'), value, $2 from installation
  where name like '${MASTER_KEY}%' and name <> all($1::text[])
  on conflict (name) do nothing`
const FORGET = 'delete from installation where name = any($1::text[])'
/** Shared by processes that join; one that replaces the key of numbers holds it alone. */
const LOCK_KEY = 4_812_020
const JOIN = row({ is_free: bool })

/** What the processes on this database have in common, and since when. */
export const installed = (db: Executor): Promise<Installed[]> =>
  db.query('select * from installation order by name', [], row({ name: text, value: text, since: timestamp }))

/**
 * Compares this process with those before it, and adds what is new: everything at the first start, a master key when it
 * seals for the first time. Of two that differ and start at once one wins.
 * @throws StartupError for a process that differs; nothing of it is kept
 */
export async function joinInstallation(db: Database, self: Self): Promise<void> {
  const { sealingId } = self.keyring
  if (!(await areReady(db, ({ ids }) => ids.includes(sealingId))))
    throw new StartupError(
      `A process on this database runs without the key ${sealingId}, which seals here: restart it with this key in the state "opens" first.`,
    )
  await db.transaction(async (tx) => {
    const [join] = await tx.query('select pg_try_advisory_xact_lock_shared($1) as is_free', [LOCK_KEY], JOIN)
    if (join?.is_free !== true) throw new StartupError('"keys reindex" runs on this database: wait until it has ended.')
    await keepOwn(tx, self)
    await refuseDifference(tx, self)
  })
}

const keepOwn = async (tx: Executor, self: Self): Promise<void> => {
  const { entries } = ownOf(self)
  await tx.query(KEEP, [[...entries.keys()], [...entries.values()], self.now])
}

/** @throws StartupError for a process that differs, in something else than what it is about to change */
async function refuseDifference(tx: Executor, self: Self, change?: string): Promise<void> {
  const kept = (await installed(tx)).filter(({ name }) => name !== change)
  const problem = differenceOf(ownOf(self), kept)
  if (problem !== undefined) throw new StartupError(problem)
}

/** The operator's word that the product has another address from now on; the keys have to be the same. */
export async function moveInstallation(tx: Executor, self: Self): Promise<void> {
  await refuseDifference(tx, self, PUBLIC_URL)
  if (self.production) await tx.query(SET, [PUBLIC_URL, self.publicUrl, self.now])
}

/** From now on no process starts that would seal with another key. */
export async function replaceSealingKeys(db: Executor, { keyring, now }: Pick<Self, 'keyring' | 'now'>): Promise<void> {
  const inUse = keyring.fingerprints().filter(({ seals, hashes, indexes }) => seals || hashes || indexes)
  await db.query(REPLACE, [inUse.map(({ id }) => `${MASTER_KEY}${id}`), now])
}

/** The ids of keys that sealed values or indexed numbers once, and do it no more. */
export const replacedKeys = async (db: Executor): Promise<string[]> =>
  (await installed(db)).flatMap(({ name }) => idIn(name, REPLACED_KEY) ?? [])

/** Keys that values of this database need, the replaced ones among them. */
export async function keysInUse(db: Executor): Promise<{ id: string; since: Date; isReplaced: boolean }[]> {
  const all = await installed(db)
  return all.flatMap(({ name, since }) => {
    const id = idIn(name, MASTER_KEY)
    return id === undefined ? [] : [{ id, since, isReplaced: all.some((one) => one.name === `${REPLACED_KEY}${id}`) }]
  })
}

/**
 * Numbers are indexed by this process's key from now on. No server runs, and none starts before the transaction has moved them.
 * @throws StartupError while one runs, and for a process that differs in something else
 */
export async function replaceNumberKey(tx: Executor, self: Self): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
  if (!(await areReady(tx, () => false)))
    throw new StartupError('A server runs on this database: stop every one, and start them again afterwards.')
  await keepOwn(tx, self)
  await refuseDifference(tx, self, NUMBER_KEY)
  await tx.query(SET, [NUMBER_KEY, ownOf(self).entries.get(NUMBER_KEY), self.now])
}

/** The fingerprint of the key by which numbers are indexed. */
export const numberKeyOf = async (db: Executor): Promise<string | undefined> =>
  (await installed(db)).find(({ name }) => name === NUMBER_KEY)?.value

/** No value needs these keys any more: processes start without them. */
export const forgetKeys = async (db: Executor, ids: readonly string[]): Promise<void> =>
  void (await db.query(FORGET, [ids.map((id) => `${MASTER_KEY}${id}`)]))

/** After the migrations of this program: an older one may not go on beside it. Never back. */
export async function raiseContract(db: Executor, now: Date): Promise<void> {
  const last = (await installed(db)).find(({ name }) => name === CONTRACT)
  if (last === undefined || Number(last.value) < CONTRACT_VERSION)
    await db.query(SET, [CONTRACT, String(CONTRACT_VERSION), now])
}

const idIn = (name: string, kind: string) => (name.startsWith(kind) ? name.slice(kind.length) : undefined)

function ownOf({ keyring, production, publicUrl }: Self): Own {
  const entries = new Map([[CONTRACT, String(CONTRACT_VERSION)]])
  const keys = keyring.fingerprints()
  for (const { id, seals, hashes, indexes, fingerprint } of keys) {
    if (seals || hashes || indexes) entries.set(`${MASTER_KEY}${id}`, fingerprint)
    if (hashes) entries.set(HASH_KEY, fingerprint)
    if (indexes) entries.set(NUMBER_KEY, fingerprint)
  }
  if (production) entries.set(PUBLIC_URL, publicUrl)
  return {
    entries,
    sealingId: keyring.sealingId,
    fingerprintOf: new Map(keys.map(({ id, fingerprint }) => [id, fingerprint])),
  }
}

function differenceOf(own: Own, kept: readonly Installed[]): string | undefined {
  for (const { name, value } of kept) {
    const keyId = idIn(name, MASTER_KEY) ?? idIn(name, REPLACED_KEY)
    const ours = keyId === undefined ? own.entries.get(name) : own.fingerprintOf.get(keyId)
    const isMissing = ours === undefined && name.startsWith(MASTER_KEY)
    if (isMissing || (ours !== undefined && ours !== value)) return lineOf(name, ours, value)
    if (name === `${REPLACED_KEY}${own.sealingId}`)
      return `The key ${keyId} in MASTER_KEY_FILE seals, and this database has replaced it: use the newer file.`
  }
  return undefined
}

function lineOf(name: string, ours: string | undefined, theirs: string): string {
  const key = idIn(name, MASTER_KEY) ?? idIn(name, REPLACED_KEY)
  if (name === HASH_KEY)
    return 'The key in MASTER_KEY_FILE that hashes is not the one that this database was begun with: use the file that belongs to it.'
  if (name === NUMBER_KEY)
    return 'The numbers of this database are indexed by another key than the one that indexes in MASTER_KEY_FILE: stop every server and run "keys reindex", or use the newer file.'
  if (name === PUBLIC_URL)
    return `PUBLIC_URL is ${ours}, and this database belongs to ${theirs}: correct it, or run the command "installation move" with the new one.`
  if (name === CONTRACT && Number(theirs) > Number(ours))
    return `This database is of contract ${theirs}, this program of ${ours}: start the newer program.`
  if (name === CONTRACT)
    return `This database is of contract ${theirs}, this program of ${ours}: run the command "migrations run" first.`
  return ours === undefined
    ? `MASTER_KEY_FILE lacks the key ${key}, which this database needs: use the same file everywhere.`
    : `The key ${key} in MASTER_KEY_FILE is another one than this database knows by that name: use the file that belongs to it.`
}
