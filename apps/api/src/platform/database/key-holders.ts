import type { Keyring } from '../keyring.ts'
import { pause } from '../pause.ts'
import type { Executor } from './database.ts'
import { row, text } from './rows.ts'

/** The keys of a running process: which one seals, and all. */
export type KeyHolder = { sealingId: string; ids: readonly string[] }

const PREFIX = 'avouch '
/** Marks a version that reads the role `support`. To the version before it looks like one more key, which no key has as its id. */
const READS_SUPPORT = '+support'
/** The database notices within moments that a process has ended. */
const TRIES = 20
const TRY_EVERY_MS = 100

const NAMES = `
  select distinct application_name as name from pg_stat_activity
  where datname = current_database() and starts_with(application_name, '${PREFIX}') order by 1`

/**
 * Names the connections of a process that seals: the database lists them while it runs, and cuts a name at 63 characters.
 * Ids of keys are no secrets.
 */
export const holderName = ({ ids: [first = '', ...ids] }: Keyring): string =>
  PREFIX + [first, READS_SUPPORT, ...ids].join(' ')

/** True while a process runs that can't read the role `support`: it fails at each row that has it. */
export async function hasEarlierProcess(db: Executor): Promise<boolean> {
  const names = await db.query(NAMES, [], row({ name: text }))
  return names.some(({ name }) => !name.split(' ').includes(READS_SUPPORT))
}

/** The keys of the processes that run on the database, those with the same keys as one. */
export async function keyHolders(db: Executor): Promise<KeyHolder[]> {
  // Within a transaction the list would stay as it was.
  await db.query('select pg_stat_clear_snapshot()')
  const names = await db.query(NAMES, [], row({ name: text }))
  return names.map(({ name }) => {
    const ids = name
      .slice(PREFIX.length)
      .split(' ')
      .filter((id) => id !== READS_SUPPORT)
    return { sealingId: ids[0] ?? '', ids }
  })
}

/** Repeats the look for a moment, because a conflicting process may just be ending. @returns the remaining conflict */
export async function persisting(look: () => Promise<string | undefined>): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    const problem = await look()
    if (problem === undefined || tries === TRIES) return problem
    await pause(TRY_EVERY_MS, AbortSignal.timeout(TRY_EVERY_MS))
  }
}
