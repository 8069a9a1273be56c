import { tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { isCheckedByMod97, withCheckDigits } from '../../platform/mod97.ts'

/** Letters and digits without those that look alike (I, O, 0, 1): a visitor copies them into a bank's form. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16
const SHAPE = new RegExp(`RF[0-9]{2}[A-Z0-9]{${LENGTH}}`, 'y')

/** The creditor reference for transfers into this wallet: derived, so that only its hash is stored. */
export function referenceOf(keys: Keys, availableId: string): string {
  const bytes = keys.mac('deposit-reference', availableId).subarray(0, LENGTH)
  const name = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return withCheckDigits('RF', name)
}

export const referenceHash = (reference: string): Buffer => tokenHash(reference)

/** Finds the reference in a payer's text, among other words and blanks. @returns undefined when there is none */
export function findReference(written: string): string | undefined {
  const text = written.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  for (let at = text.indexOf('RF'); at >= 0; at = text.indexOf('RF', at + 1)) {
    SHAPE.lastIndex = at
    const [found] = SHAPE.exec(text) ?? []
    if (found !== undefined && isCheckedByMod97(found)) return found
  }
  return undefined
}
