import type { Database, Executor } from '../../platform/database/database.ts'
import { replaceNumberKey } from '../../platform/database/installation.ts'
import { array, bytes, row, text } from '../../platform/database/rows.ts'
import { findUnreadable, type SealedTable } from '../../platform/database/sealed-values.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { numbersAndPins } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { SEALED_TABLES } from './sealed-tables.ts'

const CHECKED_AT_ONCE = 1_000
const MOVED_AT_ONCE = 500

const namesOf = ({ columns }: SealedTable) => columns.map(({ name }) => name)
const PAGE = (table: SealedTable) => `
  select id, phone_idx, array[${namesOf(table).join(', ')}] as sealed from ${table.table}
  where id > $1 order by id limit $2`
const ROW = row({ id: text, phone_idx: bytes, sealed: array(text) })
const MOVE = (table: SealedTable) => `
  update ${table.table} t set phone_idx = w.phone_idx, ${namesOf(table)
    .map((name) => `${name} = w.${name}`)
    .join(', ')}
  from unnest($1::text[], $2::bytea[], ${table.columns.map((_, n) => `$${n + 3}::text[]`).join(', ')})
    as w (id, phone_idx, ${namesOf(table).join(', ')})
  where t.id = w.id`

/** A code names its number by the hash alone. */
const MOVE_CODES = `
  update sms_code c set phone_idx = w.later from unnest($1::bytea[], $2::bytea[]) as w (earlier, later)
  where c.phone_idx = w.earlier`
const DELETE_OTHER_CODES = `
  delete from sms_code c where ${numbersAndPins
    .map(({ table }) => `not exists (select from ${table} t where t.phone_idx = c.phone_idx)`)
    .join(' and ')}`
/** Its keys are hashes of subjects, in which numbers are hashed already. */
const DELETE_LIMITS = 'delete from rate_limit'
/** No number is stored with them. */
const DELETE_REFUSALS = 'delete from refused_call'

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
        const unreadable = await findUnreadable(tx, keyring, table, CHECKED_AT_ONCE)
        if (unreadable.length > 0)
          throw new OperatorError(`Values of ${table.table} ${unreadable.join(', ')} do not open: run "keys check".`)
      }
      const rows = await moveNumbers(tx, keyring, say)
      await audit.append(tx, { type: 'operator.keys_rotated', reason: `numbers by ${indexingId}` })
      return { indexedBy: indexingId, rows }
    },
    { hurry: false },
  )

type NumberRow = { id: string; phone_idx: Buffer; sealed: string[] }

/** Seals a number's values again, because they are bound to its hash. */
function moved(keyring: Keyring, { columns }: SealedTable, { id, phone_idx: earlier, sealed }: NumberRow) {
  const plain = columns.map(({ purpose }, n) => keyring.open(purpose, earlier.toString('hex'), sealed[n] ?? ''))
  const later = keyring.mac('phone-index', plain[0] ?? '')
  const again = columns.map(({ purpose }, n) => keyring.seal(purpose, later.toString('hex'), plain[n] ?? ''))
  return { id, earlier, later, again }
}

/**
 * Puts every number under the key that indexes. A code without another row of its number opens nothing, and is deleted.
 * @returns how many rows have been moved
 */
async function moveNumbers(tx: Executor, keyring: Keyring, say: (progress: string) => void): Promise<number> {
  let all = 0
  for (const table of numbersAndPins) {
    for (let after = '', seen = 0; ; ) {
      const rows = (await tx.query(PAGE(table), [after, MOVED_AT_ONCE], ROW)).map((found) =>
        moved(keyring, table, found),
      )
      const last = rows.at(-1)
      if (last === undefined) break
      const [earlier, later] = [rows.map((one) => one.earlier), rows.map((one) => one.later)]
      const sealed = table.columns.map((_, n) => rows.map(({ again }) => again[n] ?? ''))
      await tx.query(MOVE(table), [rows.map(({ id }) => id), later, ...sealed])
      await tx.query(MOVE_CODES, [earlier, later])
      after = last.id
      seen += rows.length
      all += rows.length
      say(`${table.table}: ${seen} rows`)
    }
  }
  await tx.query(DELETE_OTHER_CODES)
  await tx.query(DELETE_LIMITS)
  await tx.query(DELETE_REFUSALS)
  return all
}
