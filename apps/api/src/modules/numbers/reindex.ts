import type { Database } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { moveNumber } from './move.ts'
import { clearGuards, numbersAfter } from './number-store.ts'

const AT_ONCE = 500
const TABLES = ['account', 'registration'] as const

type Deps = { db: Database; keyring: Keyring; say: (line: string) => void }

/** Puts every number under the key that indexes. What is done is seen in the rows. @returns how many were moved */
export async function reindexNumbers({ db, keyring, say }: Deps): Promise<number> {
  let moved = 0
  for (const table of TABLES) {
    let seen = 0
    for (let after = ''; ; ) {
      const rows = await numbersAfter(db, table, after, AT_ONCE)
      for (const { phoneIdx: from, phoneEnc } of rows) {
        const number = keyring.open('phone', from.toString('hex'), phoneEnc)
        const to = keyring.indexUnder(keyring.indexingId, number)
        if (to.equals(from)) continue
        await db.transaction((tx) => moveNumber(tx, keyring, { from, to }))
        moved++
      }
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.id
      seen += rows.length
      say(`${table}: ${seen} rows`)
    }
  }
  return moved
}

/** When all numbers are under one key the hashes under the one before go. */
export async function forgetGuards(db: Database): Promise<void> {
  for (const table of TABLES) while ((await clearGuards(db, table, AT_ONCE)) === AT_ONCE);
}
