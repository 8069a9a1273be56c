import type { Database } from '../../platform/database/database.ts'
import { keepOnly, lockInstallation } from '../../platform/database/installation.ts'
import { keyHolders, persisting } from '../../platform/database/key-holders.ts'
import { countSealed, resealBatch, type SealedTable } from '../../platform/database/sealed-values.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { pause } from '../../platform/pause.ts'
import type { Audit } from '../audit/index.ts'
import { SEALED_TABLES } from './sealed-tables.ts'

const AT_ONCE = 200
/** Waits for the locks of visitors' transactions. */
const RETRY_AFTER_MS = 200

type Work = { database: Database; keyring: Keyring; say: (progress: string) => void }

/**
 * Seals every value with the current key. A value names its key, so what is done is known: a run that was interrupted is
 * begun again. Before the end nothing is kept of the run, so that one that is refused leaves every key as it was.
 * @returns how many rows were sealed again, and the keys that are not needed any more
 * @throws OperatorError while a process seals with another key
 */
export async function rotateKeys({ audit, ...work }: Work & { audit: Audit }) {
  const { database, keyring } = work
  const { sealingId } = keyring
  await refuseOtherKeys(database, sealingId)
  for (let rows = 0; ; ) {
    for (const table of SEALED_TABLES) rows += await resealTable(work, table)
    const isDone = await database.transaction(
      async (tx) => {
        await lockInstallation(tx)
        await refuseOtherKeys(tx, sealingId)
        // A process that has ended since then may have sealed with another key.
        for (const table of SEALED_TABLES)
          if ((await countSealed(tx, table)).some(({ key }) => key !== sealingId)) return false
        await audit.append(tx, { type: 'operator.keys_rotated', reason: sealingId })
        await keepOnly(tx, sealingId)
        return true
      },
      { hurry: false },
    )
    if (!isDone) continue
    const idle = keyring.fingerprints().filter((key) => key.status === 'previous' && !key.hashes && !key.indexes)
    return { sealedWith: sealingId, rows, removable: idle.map(({ id }) => id) }
  }
}

/** @throws OperatorError while a process seals with another key */
async function refuseOtherKeys(db: Parameters<typeof keyHolders>[0], sealingId: string): Promise<void> {
  const problem = await persisting(async () =>
    (await keyHolders(db)).every((holder) => holder.sealingId === sealingId)
      ? undefined
      : `A process on this database seals with another key than ${sealingId}: restart it first.`,
  )
  if (problem !== undefined) throw new OperatorError(problem)
}

/**
 * Goes through the table until no row is left that another key sealed.
 * @returns how many rows there were
 * @throws OperatorError when only rows are left that do not open, and while a process seals with another key
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
    await refuseOtherKeys(database, keyring.sealingId)
    say(`${table}: ${left.map(({ key, values }) => `${values} values of ${key}`).join(', ')} in use, again in a moment`)
    await pause(RETRY_AFTER_MS, AbortSignal.timeout(RETRY_AFTER_MS))
  }
}
