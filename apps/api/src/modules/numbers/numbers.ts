import { AppError } from '@avouch/contract'
import { canonicalNumber, type E164 } from '../accounts/index.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { moveNumber } from './move.ts'
import { indexesInUse } from './number-store.ts'

/**
 * A number, and the keyed hash by which its rows are found. `phoneGuard`: while the key of these hashes changes, the hash
 * under the one before, which is unique too; otherwise null.
 */
export type Located = { number: E164; phoneIdx: Buffer; phoneGuard: Buffer | null }
type Deps = { db: Database; keyring: Keyring; isSettled: () => boolean; settle: () => void }
export type Numbers = ReturnType<typeof createNumbers>

/** Finds the rows of numbers, also while the key changes by which they are found. */
export function createNumbers({ db, keyring }: Pick<Deps, 'db' | 'keyring'>) {
  let isSettled = keyring.findingIds.length === 0
  const settle = () => {
    isSettled = !keyring.isAboutToChange
  }
  const deps = { db, keyring, isSettled: () => isSettled, settle }
  return {
    /** @throws AppError invalid_phone_number */
    async locate(digits: string): Promise<Located> {
      const number = canonicalNumber(digits)
      if (number === undefined) throw new AppError('invalid_phone_number')
      return find(deps, number)
    },
    find: (number: E164) => find(deps, number),
  }
}

/**
 * One hash is enough unless the key changes. Then there are processes that index by the old key and look whether another
 * one was faster, and such that index by the new one: these move a number before they go on, so that its rows are always
 * under one hash.
 */
async function find({ db, keyring, isSettled, settle }: Deps, number: E164): Promise<Located> {
  const own = keyring.indexUnder(keyring.indexingId, number)
  if (isSettled()) return { number, phoneIdx: own, phoneGuard: null }
  const others = keyring.findingIds.map((id) => keyring.indexUnder(id, number))
  const { numberKey, used } = await indexesInUse(db, [own, ...others])
  const isUsed = (phoneIdx: Buffer) => used.some((one) => one.equals(phoneIdx))
  const before = keyring.fingerprints().find(({ fingerprint }) => fingerprint === numberKey)?.id ?? keyring.indexingId
  if (before !== keyring.indexingId) {
    const old = keyring.indexUnder(before, number)
    if (isUsed(old)) await db.transaction((tx) => moveNumber(tx, keyring, { from: old, to: own }))
    return { number, phoneIdx: own, phoneGuard: old }
  }
  settle()
  // Another process may index by the next key already.
  const moved = isUsed(own) ? undefined : others.find(isUsed)
  return { number, phoneIdx: moved ?? own, phoneGuard: own }
}
