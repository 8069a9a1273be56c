import { CONTRACT_VERSION } from '@avouch/contract'
import type { Keyring } from '../keyring.ts'
import { StartupError } from '../startup-error.ts'
import type { Database, Executor } from './database.ts'
import { areReady } from './key-holders.ts'
import { row, text, timestamp } from './rows.ts'

const HASH_KEY = 'hash-key'
/** The key by which the numbers of accounts are indexed. */
const NUMBER_KEY = 'number-key'
/** A key by which no numbers are indexed any more. */
const REPLACED_NUMBER_KEY = 'replaced-number-key:'
/** A key that values of this database need. */
const MASTER_KEY = 'master-key:'
/** A key that seals no more. */
const REPLACED_KEY = 'replaced-key:'
const PUBLIC_URL = 'public-url'
const CONTRACT = 'contract'

export type Installed = { name: string; value: string; since: Date }
/** What this process is. Only in production every process has the same address. */
type Self = {
  keyring: Pick<Keyring, 'fingerprints' | 'sealingId' | 'indexingId'>
  production: boolean
  publicUrl: string
  now: Date
}
type Own = {
  entries: ReadonlyMap<string, string>
  sealingId: string
  indexingId: string
  /** Fingerprints of the other keys by which it finds numbers. */
  finding: ReadonlySet<string>
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

/** What the processes on this database have in common, and since when. */
export const installed = (db: Executor): Promise<Installed[]> =>
  db.query('select * from installation order by name', [], row({ name: text, value: text, since: timestamp }))

/**
 * Compares this process with those before it, and adds what is new: everything at the first start, a master key when it
 * seals for the first time. Of two that differ and start at once one wins.
 * @throws StartupError for a process that differs; nothing of it is kept
 */
export async function joinInstallation(db: Database, self: Self): Promise<void> {
  const { sealingId, indexingId } = self.keyring
  if (!(await areReady(db, ({ ids }) => ids.includes(sealingId))))
    throw new StartupError(
      `A process on this database runs without the key ${sealingId}, which seals here: restart it with this key in the state "opens" first.`,
    )
  if (!(await areReady(db, (holder) => holder.indexingId === indexingId || holder.findingIds.includes(indexingId))))
    throw new StartupError(
      `A process on this database does not find numbers by the key ${indexingId}, which indexes here: restart it with this key in the state "finds" first.`,
    )
  await db.transaction(async (tx) => {
    const own = ownOf(self)
    await tx.query(KEEP, [[...own.entries.keys()], [...own.entries.values()], self.now])
    const problem = differenceOf(own, await installed(tx))
    if (problem !== undefined) throw new StartupError(problem)
  })
}

/** The operator's word that the product has another address from now on; the keys have to be the same. */
export async function moveInstallation(tx: Executor, self: Self): Promise<void> {
  const own = ownOf(self)
  const entries = new Map(own.entries)
  entries.delete(PUBLIC_URL)
  const problem = differenceOf({ ...own, entries }, await installed(tx))
  if (problem !== undefined) throw new StartupError(problem)
  if (self.production) await tx.query(SET, [PUBLIC_URL, self.publicUrl, self.now])
}

/** From now on only the key that seals, and the one that hashes, take new values: no process starts that would seal with another one. */
export async function replaceSealingKeys(db: Executor, { keyring, now }: Pick<Self, 'keyring' | 'now'>): Promise<void> {
  const inUse = keyring
    .fingerprints()
    .filter(({ seals, hashes, indexes, finds }) => seals || hashes || indexes || finds)
  await db.query(REPLACE, [inUse.map(({ id }) => `${MASTER_KEY}${id}`), now])
}

/** The ids of keys that sealed values or indexed numbers once, and do it no more. */
export const replacedKeys = async (db: Executor): Promise<string[]> =>
  (await installed(db)).flatMap(({ name }) => idIn(name, REPLACED_KEY) ?? idIn(name, REPLACED_NUMBER_KEY) ?? [])

/** Keys that values of this database need, the replaced ones among them. */
export async function keysInUse(db: Executor): Promise<{ id: string; since: Date; isReplaced: boolean }[]> {
  const all = await installed(db)
  return all.flatMap(({ name, since }) => {
    const id = idIn(name, MASTER_KEY)
    return id === undefined ? [] : [{ id, since, isReplaced: all.some((one) => one.name === `${REPLACED_KEY}${id}`) }]
  })
}

/** Every number is indexed by the key that indexes: the one before finds none any more. */
export async function replaceNumberKey(tx: Executor, { keyring, now }: Pick<Self, 'keyring' | 'now'>): Promise<void> {
  for (const { id, fingerprint, indexes, finds, hashes } of keyring.fingerprints()) {
    if (indexes) await tx.query(SET, [NUMBER_KEY, fingerprint, now])
    if (finds) await tx.query(SET, [`${REPLACED_NUMBER_KEY}${id}`, fingerprint, now])
    if (finds && !hashes) await forgetKeys(tx, [id])
  }
}

/** The fingerprint of the key by which all numbers were indexed last. */
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
    indexingId: keyring.indexingId,
    finding: new Set(keys.flatMap(({ finds, fingerprint }) => (finds ? [fingerprint] : []))),
    fingerprintOf: new Map(keys.map(({ id, fingerprint }) => [id, fingerprint])),
  }
}

function differenceOf(own: Own, kept: readonly Installed[]): string | undefined {
  for (const { name, value } of kept) {
    const keyId = idIn(name, MASTER_KEY) ?? idIn(name, REPLACED_KEY)
    const ours = keyId === undefined ? own.entries.get(name) : own.fingerprintOf.get(keyId)
    // The numbers are being indexed by another key.
    if (name === NUMBER_KEY && own.finding.has(value)) continue
    const isMissing = ours === undefined && name.startsWith(MASTER_KEY)
    if (isMissing || (ours !== undefined && ours !== value)) return lineOf(name, ours, value)
    if (name === `${REPLACED_NUMBER_KEY}${own.indexingId}`)
      return `The key ${own.indexingId} in MASTER_KEY_FILE indexes numbers, and this database has replaced it: use the newer file.`
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
    return 'The numbers of this database are indexed by a key that MASTER_KEY_FILE lacks: use the newer file.'
  if (name === PUBLIC_URL)
    return `PUBLIC_URL is ${ours}, and this database belongs to ${theirs}: correct it, or run the command "installation move" with the new one.`
  if (name === CONTRACT && Number(theirs) > Number(ours))
    return `This database is of contract ${theirs}, this program of ${ours}: start the newer program.`
  if (name === CONTRACT)
    return `This database is of contract ${theirs}, this program of ${ours}: run the command "migrations run" first.`
  return ours === undefined
    ? `MASTER_KEY_FILE lacks the key ${key}, which encrypts values of this database: use the same file everywhere.`
    : `The key ${key} in MASTER_KEY_FILE is another one than this database knows by that name: use the file that belongs to it.`
}
