import type { Database } from '../../platform/database/database.ts'
import { replaceNumberKey } from '../../platform/database/installation.ts'
import { findUnreadable } from '../../platform/database/sealed-values.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Audit } from '../audit/index.ts'
import { reindexNumbers } from './reindex-store.ts'
import { SEALED_TABLES } from './sealed-tables.ts'

const AT_ONCE = 1_000

type Work = {
  database: Database
  keyring: Keyring
  production: boolean
  publicUrl: string
  now: Date
  audit: Audit
  say: (progress: string) => void
}

/**
 * Moves every number to the key that indexes, while no server runs: all of them in one transaction, or none.
 * @returns how many rows were moved; none where that was done before
 * @throws OperatorError where a value does not open; StartupError while a server runs
 */
export const reindexKeys = ({ database, audit, say, ...self }: Work) =>
  database.transaction(
    async (tx) => {
      const { keyring } = self
      const { indexingId } = keyring
      if (!(await replaceNumberKey(tx, self))) return { indexedBy: indexingId, rows: 0 }
      for (const table of SEALED_TABLES) {
        const unreadable = await findUnreadable(tx, keyring, table, AT_ONCE)
        if (unreadable.length > 0)
          throw new OperatorError(`Values of ${table.table} ${unreadable.join(', ')} do not open: run "keys check".`)
      }
      const rows = await reindexNumbers(tx, keyring, say)
      await audit.append(tx, { type: 'operator.keys_rotated', reason: `numbers by ${indexingId}` })
      return { indexedBy: indexingId, rows }
    },
    { hurry: false },
  )
