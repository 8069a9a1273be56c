/** The remainder by 97 that ISO 7064 computes; letters count as 10 to 35. */
function mod97(text: string): number {
  let remainder = 0
  for (const letter of text)
    for (const digit of Number.parseInt(letter, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder
}

/** IBANs (ISO 13616) and creditor references (ISO 11649) carry the same check digits, so a bank notices a typing error. */
export const isCheckedByMod97 = (text: string): boolean =>
  /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1

/** Puts the prefix, such as "RF", and two check digits before the text. */
export const withCheckDigits = (prefix: string, text: string): string =>
  `${prefix}${String(98 - mod97(`${text}${prefix}00`)).padStart(2, '0')}${text}`
