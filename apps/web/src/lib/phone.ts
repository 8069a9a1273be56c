const VISIBLE_AT_START = 3
const VISIBLE_AT_END = 3

/** Never broken over two lines. */
const SPACE = '\u00a0'

/** "+49 151 ••• 789": enough to recognise one's own number, too little to learn somebody else's. */
export function maskedPhone(dialCode: string, national: string): string {
  const digits = digitsOf(national).replace(/^0+/, '')
  const hidden = digits.length > VISIBLE_AT_START + VISIBLE_AT_END
  const shown = hidden ? [digits.slice(0, VISIBLE_AT_START), '•••', digits.slice(-VISIBLE_AT_END)] : [digits]
  return [`+${dialCode}`, ...shown].join(SPACE)
}

/** The whole number, for whoever typed it and has to check it. */
export const writtenPhone = (dialCode: string, national: string): string =>
  `+${dialCode}${SPACE}${digitsOf(national).replace(/^0+/, '')}`

export const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, '')
