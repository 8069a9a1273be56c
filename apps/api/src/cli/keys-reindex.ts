import { forgetGuards, reindexNumbers } from '../modules/numbers/index.ts'
import { replaceNumberKey } from '../platform/database/installation.ts'
import { areReady } from '../platform/database/key-holders.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Answer, Print } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

/** Moves every number to the key that indexes. A run that was interrupted is begun again. */
export async function reindex(site: Site, say: Print): Promise<Answer> {
  if (site.database !== undefined) throw new OperatorError('The embedded database is in use: stop the server first.')
  return withDatabase(site, async ({ config, database: db, keyring, append }) => {
    const { indexingId, findingIds } = keyring
    if (!(await areReady(db, (holder) => holder.indexingId === indexingId)))
      throw new OperatorError(
        `A process on this database indexes numbers by another key than ${indexingId}: restart it first.`,
      )
    let moved = 0
    // A visitor may have moved another row of a number that was passed already.
    for (let found = -1; found !== 0; moved += found) found = await reindexNumbers({ db, keyring, say })
    await db.transaction(async (tx) => {
      await replaceNumberKey(tx, { keyring, now: config.clock() })
      await append(tx, { type: 'operator.keys_rotated', reason: `numbers by ${indexingId}` })
    })
    await forgetGuards(db)
    const done = `Every number is found by ${indexingId}: ${moved} were moved.`
    return { lines: [done], data: { indexedBy: indexingId, moved, foundBefore: findingIds } }
  })
}
