import { numbersAndPins } from '../modules/accounts/index.ts'
import { replaceNumberKey } from '../platform/database/installation.ts'
import { findUnreadable } from '../platform/database/sealed-values.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Answer, Print } from './command.ts'
import { reindexNumbers } from './reindex-store.ts'
import { type Site, withCurrentSchema } from './with-database.ts'

const AT_ONCE = 1_000

/** Moves every number to the key that indexes, while no server runs: all of them in one transaction, or none. */
export async function reindex(site: Site, say: Print): Promise<Answer> {
  if (site.database !== undefined) throw new OperatorError('The embedded database is in use: stop the server first.')
  return withCurrentSchema(site, ({ config, database, keyring, append }) =>
    database.transaction(
      async (tx) => {
        await replaceNumberKey(tx, { ...config, keyring, now: config.clock() })
        for (const table of numbersAndPins) {
          const unreadable = await findUnreadable(tx, keyring, table, AT_ONCE)
          if (unreadable.length > 0)
            throw new OperatorError(`Values of ${table.table} ${unreadable.join(', ')} do not open: run "keys check".`)
        }
        const rows = await reindexNumbers(tx, keyring, say)
        const { indexingId } = keyring
        await append(tx, { type: 'operator.keys_rotated', reason: `numbers by ${indexingId}` })
        const done = `Every number is found by ${indexingId}: ${rows} rows were moved.`
        return { lines: [done], data: { indexedBy: indexingId, rows } }
      },
      { hurry: false },
    ),
  )
}
