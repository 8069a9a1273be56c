import { CONTRACT_VERSION } from '@avouch/contract'
import type { Keyring } from '../keyring.ts'
import { StartupError } from '../startup-error.ts'
import type { Database, Executor } from './database.ts'
import { row, text, timestamp } from './rows.ts'

const HASH_KEY = 'hash-key'
const MASTER_KEY = 'master-key:'
const PUBLIC_URL = 'public-url'
const CONTRACT = 'contract'

export type Installed = { name: string; value: string; since: Date }
/** What this process is. Only in production every process has the same address. */
type Self = { keyring: Pick<Keyring, 'fingerprints'>; production: boolean; publicUrl: string; now: Date }

const KEEP = `
  insert into installation (name, value, since) select name, value, $3 from unnest($1::text[], $2::text[]) as w (name, value)
  order by name on conflict (name) do nothing`
const SET = `
  insert into installation (name, value, since) values ($1, $2, $3)
  on conflict (name) do update set value = excluded.value, since = excluded.since where installation.value <> excluded.value`

/** What the processes on this database have in common, and since when. */
export const installed = (db: Executor): Promise<Installed[]> =>
  db.query('select * from installation order by name', [], row({ name: text, value: text, since: timestamp }))

/**
 * Compares this process with those before it, and adds what is new: with everything at the first start, with a master key
 * when one was put in front. Of two that differ and start at once one wins.
 * @throws StartupError for a process that differs; nothing of it is kept
 */
export const joinInstallation = (db: Database, self: Self): Promise<void> =>
  db.transaction(async (tx) => {
    const own = entriesOf(self)
    await tx.query(KEEP, [[...own.keys()], [...own.values()], self.now])
    const problem = differenceOf(own, await installed(tx))
    if (problem !== undefined) throw new StartupError(problem)
  })

/** The operator's word that the product has another address from now on; the keys have to be the same. */
export async function moveInstallation(tx: Executor, self: Self): Promise<void> {
  const { [PUBLIC_URL]: publicUrl, ...others } = Object.fromEntries(entriesOf(self))
  const problem = differenceOf(new Map(Object.entries(others)), await installed(tx))
  if (problem !== undefined) throw new StartupError(problem)
  if (publicUrl !== undefined) await tx.query(SET, [PUBLIC_URL, publicUrl, self.now])
}

/** After the migrations of this program: an older one may not go on beside it. Never back. */
export async function raiseContract(db: Executor, now: Date): Promise<void> {
  const last = (await installed(db)).find(({ name }) => name === CONTRACT)
  if (last === undefined || Number(last.value) < CONTRACT_VERSION)
    await db.query(SET, [CONTRACT, String(CONTRACT_VERSION), now])
}

function entriesOf({ keyring, production, publicUrl }: Self): Map<string, string> {
  const entries = new Map([[CONTRACT, String(CONTRACT_VERSION)]])
  for (const { id, hashes, fingerprint } of keyring.fingerprints()) {
    entries.set(`${MASTER_KEY}${id}`, fingerprint)
    if (hashes) entries.set(HASH_KEY, fingerprint)
  }
  if (production) entries.set(PUBLIC_URL, publicUrl)
  return entries
}

function differenceOf(own: ReadonlyMap<string, string>, kept: readonly Installed[]): string | undefined {
  for (const { name, value } of kept) {
    const ours = own.get(name)
    if (ours === value) continue
    if (ours !== undefined || name.startsWith(MASTER_KEY)) return lineOf(name, ours, value)
  }
  return undefined
}

function lineOf(name: string, ours: string | undefined, theirs: string): string {
  const key = name.slice(MASTER_KEY.length)
  if (name === HASH_KEY)
    return 'The last key in MASTER_KEY_FILE is not the one that this database was begun with: use the file that belongs to it.'
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
