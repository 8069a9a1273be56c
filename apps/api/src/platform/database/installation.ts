import { CONTRACT_VERSION } from '@avouch/contract'
import type { Keyring } from '../keyring.ts'
import { StartupError } from '../startup-error.ts'
import type { Database, Executor } from './database.ts'
import { keyHolders, persisting } from './key-holders.ts'
import { bool, row, text, timestamp } from './rows.ts'

const HASH_KEY = 'hash-key'
/** The key by which numbers are indexed. */
const NUMBER_KEY = 'number-key'
/** A key that values of this database may need, because a process has sealed with it. */
const MASTER_KEY = 'master-key:'
const PUBLIC_URL = 'public-url'
const CONTRACT = 'contract'

export type Installed = { name: string; value: string; since: Date }
/** The identity of this process. Only in production every process has the same address. */
type Self = {
  keyring: Keyring
  production: boolean
  publicUrl: string
  now: Date
}

const KEEP = `
  insert into installation (name, value, since) select name, value, $3 from unnest($1::text[], $2::text[]) as w (name, value)
  order by name on conflict (name) do nothing`
const SET = `
  insert into installation (name, value, since) values ($1, $2, $3)
  on conflict (name) do update set value = excluded.value, since = excluded.since where installation.value <> excluded.value`
const FORGET_OTHERS = `delete from installation where name like '${MASTER_KEY}%' and name <> $1`
const FORGET = 'delete from installation where name = any($1::text[])'
const LOCK_KEY = 4_812_020
const LOCKED = row({ is_locked: bool })

/** Reads what the processes on this database have in common, and since when. */
export const installed = (db: Executor): Promise<Installed[]> =>
  db.query('select * from installation order by name', [], row({ name: text, value: text, since: timestamp }))

/**
 * Compares a server with those before it and those that run, and adds what is new: everything at the first start, a key when it
 * seals for the first time. One after the other, so that two concurrent starts see each other.
 * @throws StartupError for one that differs; nothing of it is kept
 */
export const joinInstallation = (db: Database, self: Self): Promise<void> =>
  join(db, self, async (tx) => {
    const problem = await holderProblem(tx, self)
    if (problem === undefined) await keepOwn(tx, self)
    return problem
  })

/** The same for a command, which adds nothing to a database on which a server has run. */
export const visitInstallation = (db: Database, self: Self): Promise<void> =>
  join(db, self, async (tx, kept) => {
    if (!kept.some(({ name }) => idIn(name) !== undefined)) await keepOwn(tx, self)
    else if (!kept.some(({ name }) => name === ownKeyOf(self)))
      throw new StartupError(
        `No server has started with the key ${self.keyring.sealingId}, which is current in MASTER_KEY_FILE: restart the servers with this file first.`,
      )
    return undefined
  })

type Then = (tx: Executor, kept: readonly Installed[]) => Promise<string | undefined>

async function join(db: Database, self: Self, then: Then): Promise<void> {
  const problem = await persisting(() =>
    db.transaction(async (tx) => {
      const [lock] = await tx.query('select pg_try_advisory_xact_lock($1) as is_locked', [LOCK_KEY], LOCKED)
      if (lock?.is_locked !== true)
        return '"keys reindex" or "keys rotate" works on this database: wait until it has ended.'
      const kept = await installed(tx)
      refuseDifference(self, kept)
      return then(tx, kept)
    }),
  )
  if (problem !== undefined) throw new StartupError(problem)
}

/** Looks for a running process that could not open what this one seals, or seals with a key that is missing here. */
async function holderProblem(tx: Executor, { keyring }: Self): Promise<string | undefined> {
  const { sealingId } = keyring
  const holders = await keyHolders(tx)
  if (!holders.every(({ ids }) => ids.includes(sealingId)))
    return `A process on this database runs without the key ${sealingId}, which is current here: restart it with a file in which this key is next first.`
  const own = keyring.fingerprints().map(({ id }) => id)
  const unknown = holders.find((holder) => !own.includes(holder.sealingId))
  if (unknown === undefined) return undefined
  return `A process on this database seals with the key ${unknown.sealingId}, which MASTER_KEY_FILE lacks: use the same file everywhere.`
}

async function keepOwn(tx: Executor, self: Self): Promise<void> {
  const own = ownOf(self)
  await tx.query(KEEP, [[...own.keys()], [...own.values()], self.now])
}

/** Stores another public address, which the operator confirmed. @throws StartupError when the keys differ */
export async function changePublicUrl(tx: Executor, self: Self): Promise<void> {
  const kept = await installed(tx)
  refuseDifference(
    self,
    kept.filter(({ name }) => name !== PUBLIC_URL),
  )
  if (self.production) await tx.query(SET, [PUBLIC_URL, self.publicUrl, self.now])
}

/** Keeps every process from starting until the transaction has ended. */
export const lockInstallation = async (tx: Executor): Promise<void> =>
  void (await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]))

/** Since when this database may need which key: those that seal, and of this process the one that hashes and the one that indexes. */
export async function keysInUse(db: Executor, keyring: Keyring): Promise<Map<string, Date>> {
  const own = keyring.fingerprints()
  const inUse = new Map<string, Date>()
  for (const { name, value, since } of await installed(db)) {
    const work = name === HASH_KEY || name === NUMBER_KEY
    const id = work ? own.find(({ fingerprint }) => fingerprint === value)?.id : idIn(name)
    if (id !== undefined && !inUse.has(id)) inUse.set(id, since)
  }
  return inUse
}

/** Values need no other key any more: processes start without them. Needs the caller's lock. */
export const keepOnly = async (tx: Executor, sealingId: string): Promise<void> =>
  void (await tx.query(FORGET_OTHERS, [MASTER_KEY + sealingId]))

/**
 * Numbers are indexed by this process's key from now on. No server runs, and none starts before the transaction has moved them.
 * @returns false where they are already
 * @throws StartupError while one runs, and for a process that differs in something else
 */
export async function replaceNumberKey(tx: Executor, self: Self): Promise<boolean> {
  await lockInstallation(tx)
  const running = await persisting(async () =>
    (await keyHolders(tx)).length === 0
      ? undefined
      : 'A server runs on this database: stop every one, and start them again afterwards.',
  )
  if (running !== undefined) throw new StartupError(running)
  const kept = await installed(tx)
  const [before, own] = [kept.find(({ name }) => name === NUMBER_KEY)?.value, ownOf(self).get(NUMBER_KEY)]
  const ids = self.keyring.fingerprints().map(({ id }) => MASTER_KEY + id)
  // Earlier versions kept the key that indexes among those that seal.
  const gone = kept.filter(({ name, value }) => value === before && name.startsWith(MASTER_KEY) && !ids.includes(name))
  refuseDifference(
    self,
    kept.filter((one) => one.name !== NUMBER_KEY && !gone.includes(one)),
  )
  if (before === own) return false
  await tx.query(FORGET, [gone.map(({ name }) => name)])
  await keepOwn(tx, self)
  await tx.query(SET, [NUMBER_KEY, own, self.now])
  return true
}

/** The fingerprint of the key by which numbers are indexed. */
export const numberKeyOf = async (db: Executor): Promise<string | undefined> =>
  (await installed(db)).find(({ name }) => name === NUMBER_KEY)?.value

/** Records this program's contract after its migrations, so that no older program serves at the same time. Never lowers it. */
export async function raiseContract(db: Executor, now: Date): Promise<void> {
  const last = (await installed(db)).find(({ name }) => name === CONTRACT)
  if (last === undefined || Number(last.value) < CONTRACT_VERSION)
    await db.query(SET, [CONTRACT, String(CONTRACT_VERSION), now])
}

const idIn = (name: string) => (name.startsWith(MASTER_KEY) ? name.slice(MASTER_KEY.length) : undefined)
const ownKeyOf = ({ keyring }: Self) => MASTER_KEY + keyring.sealingId

function ownOf({ keyring, production, publicUrl }: Self): Map<string, string> {
  const own = new Map([[CONTRACT, String(CONTRACT_VERSION)]])
  for (const { id, seals, hashes, indexes, fingerprint } of keyring.fingerprints()) {
    if (seals) own.set(MASTER_KEY + id, fingerprint)
    if (hashes) own.set(HASH_KEY, fingerprint)
    if (indexes) own.set(NUMBER_KEY, fingerprint)
  }
  if (production) own.set(PUBLIC_URL, publicUrl)
  return own
}

/** @throws StartupError that says in one line what differs and what to do */
function refuseDifference(self: Self, kept: readonly Installed[]): void {
  const [own, keys] = [ownOf(self), self.keyring.fingerprints()]
  const isKnown = kept.some(({ name }) => name === ownKeyOf(self))
  for (const { name, value } of kept) {
    const id = idIn(name)
    const key = keys.find((one) => one.id === id)
    const ours = id === undefined ? own.get(name) : key?.fingerprint
    if ((ours ?? (id === undefined ? value : undefined)) !== value) throw new StartupError(lineOf(name, ours, value))
    if (key?.status === 'next' && !isKnown)
      throw new StartupError(
        `MASTER_KEY_FILE is older than this database, in which its next key ${id} is current: use the newer file.`,
      )
  }
}

function lineOf(name: string, ours: string | undefined, theirs: string): string {
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
  const id = idIn(name)
  return ours === undefined
    ? `MASTER_KEY_FILE lacks the key ${id}, which this database needs: use the same file everywhere.`
    : `The key ${id} in MASTER_KEY_FILE is another one than this database knows by that name: use the file that belongs to it.`
}
