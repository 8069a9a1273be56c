import { AppError, checkReturn } from '@avouch/contract'
import type { Keys } from '../../platform/keyring.ts'

type Visit = { accountId: string; intentId: string | undefined; mobile: boolean }

/**
 * Where the identity-check service sends the visitor back to. It names no intent, because everybody who holds a merchant
 * intent code can read whose it is: the return id is sealed for the account, and another one each time.
 */
export function returnAddress(
  publicUrl: string,
  keys: Pick<Keys, 'seal'>,
  { accountId, intentId, mobile }: Visit,
): string {
  const returnId = intentId === undefined ? undefined : keys.seal(accountId, intentId)
  return checkReturn(publicUrl, { returnId, mobile })
}

/** The id of the intent. @throws AppError mintid_used for an id that is none, or another account's */
export function intentOfReturn(keys: Pick<Keys, 'open'>, accountId: string, returnId: string): string {
  try {
    return keys.open(accountId, returnId)
  } catch (error) {
    throw new AppError('mintid_used', {}, { cause: error })
  }
}
