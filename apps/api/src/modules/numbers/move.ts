import { codeLabelsOf } from '../codes/index.ts'
import { devicesOfNumber } from '../devices/index.ts'
import { moveCounts } from '../limits/index.ts'
import { pinLabelsOf } from '../pins/index.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockNumber } from '../../platform/database/number-lock.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { holdNumberRows, moveRows, type SealedNumber } from './number-store.ts'

/**
 * Puts all rows of a number under another hash: what is sealed is bound to it, and wrong PINs and codes are counted by it.
 * Of two processes at the same moment one moves it. The old hash stays as the guard.
 */
export async function moveNumber(
  tx: Transaction,
  keyring: Keyring,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  for (const phoneIdx of [from, to].toSorted((a, b) => a.compare(b))) await lockNumber(tx, phoneIdx)
  const { account, registrations, challenges } = await holdNumberRows(tx, from, to)
  const known = await devicesOfNumber(tx, from)
  const again = (rows: readonly SealedNumber[]) => rows.map((one) => resealed(keyring, one, { from, to }))
  await moveRows(tx, {
    to,
    guard: from,
    account: again(account === undefined ? [] : [account]),
    registrations: again(registrations),
    challenges: again(challenges),
  })
  await moveCounts(tx, keyring.for('limits'), labelsOf(from, known), labelsOf(to, known))
}

/** Where wrong codes and PINs of the number are counted. */
const labelsOf = (phoneIdx: Buffer, known: readonly Buffer[]) => [
  ...codeLabelsOf(phoneIdx, known),
  ...pinLabelsOf(phoneIdx, known, []),
]

function resealed(
  keyring: Keyring,
  { id, phoneEnc, pinEnc }: SealedNumber,
  { from, to }: { from: Buffer; to: Buffer },
) {
  const again = (purpose: 'phone' | 'pin', sealed: string) =>
    sealed === '' ? '' : keyring.seal(purpose, to.toString('hex'), keyring.open(purpose, from.toString('hex'), sealed))
  return { id, phoneEnc: again('phone', phoneEnc), ...(pinEnc !== undefined && { pinEnc: again('pin', pinEnc) }) }
}
