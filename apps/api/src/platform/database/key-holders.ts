import type { Keyring } from '../keyring.ts'
import { pause } from '../pause.ts'
import type { Executor } from './database.ts'
import { row, text } from './rows.ts'

/** The keys of a running server: which one seals, and all. */
export type KeyHolder = { sealingId: string; ids: readonly string[] }

const PREFIX = 'avouch '
/** The database notices within moments that a process has ended. */
const TRIES = 20
const TRY_EVERY_MS = 100

const NAMES = `
  select distinct application_name as name from pg_stat_activity
  where datname = current_database() and starts_with(application_name, '${PREFIX}') order by 1`

/** What a server calls its connections: the database lists them while it runs. Ids of keys are no secrets. */
export const holderName = ({ sealingId, ids }: Pick<Keyring, keyof KeyHolder>): string =>
  `${PREFIX}${[sealingId, ...ids.filter((id) => id !== sealingId)].join(' ')}`

/** The keys of the servers that run on the database, those with the same keys as one. */
export async function keyHolders(db: Executor): Promise<KeyHolder[]> {
  // Within a transaction the list would stay as it was.
  await db.query('select pg_stat_clear_snapshot()')
  const names = await db.query(NAMES, [], row({ name: text }))
  return names.map(({ name }) => {
    const ids = name.slice(PREFIX.length).split(' ')
    return { sealingId: ids[0] ?? '', ids }
  })
}

/** True when all servers that run on the database are as they should be. */
export async function areReady(db: Executor, isReady: (holder: KeyHolder) => boolean): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    if ((await keyHolders(db)).every(isReady)) return true
    if (tries === TRIES) return false
    await pause(TRY_EVERY_MS, AbortSignal.timeout(TRY_EVERY_MS))
  }
}
