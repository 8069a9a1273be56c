import { tokenHash } from '../../platform/identifier.ts'

/** Letters and digits that nobody takes for one another when copying them from a screen to a bank's form. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 16
const SHAPE = new RegExp(`^RF[0-9]{2}[A-Z0-9]{${LENGTH}}`)

/** Letters count as 10 to 35. */
function mod97(text: string): number {
  let rest = 0
  for (const letter of text)
    for (const digit of Number.parseInt(letter, 36).toString()) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

/** IBANs (ISO 13616) and creditor references (ISO 11649) carry the same check digits, so a bank notices a typing error. */
export const isCheckedByMod97 = (text: string): boolean =>
  /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1

/** What a bank transfer into this wallet has to say: derived, so that only its hash is stored. */
export function referenceOf(mac: (...parts: string[]) => Buffer, availableId: string): string {
  const bytes = mac('deposit-reference', availableId).subarray(0, LENGTH)
  const name = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  const checkDigits = String(98 - mod97(`${name}RF00`)).padStart(2, '0')
  return `RF${checkDigits}${name}`
}

export const referenceHash = (reference: string): Buffer => tokenHash(reference)

/** The reference in what a payer wrote, with whatever words and blanks around it; undefined when there is none. */
export function findReference(written: string): string | undefined {
  const text = written.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  for (let at = text.indexOf('RF'); at >= 0; at = text.indexOf('RF', at + 1)) {
    const [found] = SHAPE.exec(text.slice(at)) ?? []
    if (found !== undefined && isCheckedByMod97(found)) return found
  }
  return undefined
}
