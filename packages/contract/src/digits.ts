const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Every script has its ten digits in a row, from zero to nine. */
function asciiOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(code - before - 1)) before += 1
  return String(before % 10)
}

/** The digits of a text as 0 to 9, of whatever script they are; nothing else of it. */
export const digitsOf = (text: string): string => text.replaceAll(/\P{Nd}/gu, '').replaceAll(/[^0-9]/gu, asciiOf)

/** The same text with the digits of every script as 0 to 9, and without other shapes of letters: full-width ones (NFKC). */
export const plainText = (text: string): string => text.normalize('NFKC').replaceAll(/\p{Nd}/gu, asciiOf)

const VISIBLE_AT_START = 3
const VISIBLE_AT_END = 3

/** "+49 151 ••• 789", never broken over two lines: enough to recognise one's own number, too little to learn another's. */
export function maskedNumber(dialCode: string, digits: string): string {
  const hidden = digits.length > VISIBLE_AT_START + VISIBLE_AT_END
  const shown = hidden ? [digits.slice(0, VISIBLE_AT_START), '•••', digits.slice(-VISIBLE_AT_END)] : [digits]
  return [`+${dialCode}`, ...shown].join('\u00a0')
}

/** Blanks, dashes and invisible characters, which people and programs put into numbers and codes. */
export const SPACES = /[\s\p{Pd}\p{Cf}\u2212]/gu

export const withoutSpaces = (text: string): string => plainText(text).replaceAll(SPACES, '')
