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
