import type { Database } from '../platform/database/database.ts'
import { forgetKeys, keysInUse, replaceSealingKeys } from '../platform/database/installation.ts'
import { areReady } from '../platform/database/key-holders.ts'
import { resealBatch, type SealedTable, countSealed } from '../platform/database/sealed-values.ts'
import type { Keyring } from '../platform/keyring.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { pause } from '../platform/pause.ts'
import { SEALED_TABLES } from './sealed-tables.ts'
import type { Answer, Print } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const AT_ONCE = 200
/** Rows that visitors hold are free a moment later. */
const AGAIN_AFTER_MS = 200

type Work = { database: Database; keyring: Keyring; say: Print }

/**
 * Every value is sealed with the key that seals. A value names its key, so what is done is known: a run that was
 * interrupted is begun again.
 */
export async function rotateKeys(site: Site, say: Print): Promise<Answer> {
  // The server that has the embedded database open read its keys when it started.
  if (site.database !== undefined) throw new OperatorError('The embedded database is in use: stop the server first.')
  return withDatabase(site, async ({ config, database, keyring, append }) => {
    const { sealingId } = keyring
    await replaceSealingKeys(database, { keyring, now: config.clock() })
    if (!(await areReady(database, (holder) => holder.sealingId === sealingId)))
      throw new OperatorError(`A process on this database seals with another key than ${sealingId}: restart it first.`)
    let values = 0
    for (const table of SEALED_TABLES) values += await resealTable({ database, keyring, say }, table)
    const replaced = (await keysInUse(database)).filter(({ isReplaced }) => isReplaced).map(({ id }) => id)
    await forgetKeys(database, replaced)
    await database.transaction((tx) => append(tx, { type: 'operator.keys_rotated', reason: sealingId }))
    const removable = keyring.ids.filter((id) => replaced.includes(id))
    const done = `Every value is sealed with ${sealingId}: ${values} rows were sealed again.`
    return { lines: [done, ...removable.map(removableLine)], data: { sealedWith: sealingId, rows: values, removable } }
  })
}

export const removableLine = (id: string) => `The key ${id} can be removed from MASTER_KEY_FILE.`

/**
 * Goes through the table until no row is left that another key sealed.
 * @returns how many rows there were
 * @throws OperatorError when only rows are left that do not open
 */
async function resealTable({ database, keyring, say }: Work, sealed: SealedTable): Promise<number> {
  const { table } = sealed
  let done = 0
  for (;;) {
    const before = done
    const unreadable: string[] = []
    let after = ''
    for (;;) {
      const batch = await resealBatch(database, { keyring, table: sealed, after, atOnce: AT_ONCE })
      if (batch.last === undefined) break
      after = batch.last
      done += batch.count
      unreadable.push(...batch.unreadable)
      say(`${table}: ${done} rows`)
    }
    const left = (await countSealed(database, sealed)).filter(({ key }) => key !== keyring.sealingId)
    if (left.length === 0) return done
    if (unreadable.length > 0 && done === before)
      throw new OperatorError(`Values of ${table} ${unreadable.join(', ')} do not open: run "keys check".`)
    say(`${table}: ${left.map(({ key, values }) => `${values} values of ${key}`).join(', ')} in use, again in a moment`)
    await pause(AGAIN_AFTER_MS, AbortSignal.timeout(AGAIN_AFTER_MS))
  }
}
