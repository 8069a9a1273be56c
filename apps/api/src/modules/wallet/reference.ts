import { tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { isCheckedByMod97, withCheckDigits } from '../../platform/mod97.ts'

/** Letters and digits without those that look alike (I, O, 0, 1): a visitor copies them into a bank's form. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16
/** Banks may fill a reference up to 25 characters with zeros, which change no check digit; none of ours begins with one. */
const SHAPE = new RegExp(`RF([0-9]{2})0{0,5}([A-Z0-9]{${LENGTH}})`, 'y')
/** Where a statement begins its next line (MT940), also inside of a reference. */
const SUBFIELD = /\?[0-9]{2}/g

/** The creditor reference for transfers into this wallet: derived, so that only its hash is stored. */
export function referenceOf(keys: Keys, availableId: string): string {
  const bytes = keys.mac('deposit-reference', availableId).subarray(0, LENGTH)
  const name = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return withCheckDigits('RF', name)
}

export const referenceHash = (reference: string): Buffer => tokenHash(reference)

/** Finds all references in a payer's text, of any company, among other words, field marks and blanks; each once. */
export function findReferences(written: string): string[] {
  const text = written
    .toUpperCase()
    .replaceAll(SUBFIELD, '')
    .replaceAll(/[^A-Z0-9]/g, '')
  const found = new Set<string>()
  for (let at = text.indexOf('RF'); at >= 0; at = text.indexOf('RF', at + 1)) {
    SHAPE.lastIndex = at
    const [, digits = '', name = ''] = SHAPE.exec(text) ?? []
    const reference = `RF${digits}${name}`
    if (isCheckedByMod97(reference)) found.add(reference)
  }
  return [...found]
}
