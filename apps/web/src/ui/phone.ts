import { digitsOf } from '@avouch/contract'

const VISIBLE_AT_START = 3
const VISIBLE_AT_END = 3

/** Never broken over two lines. */
const SPACE = '\u00a0'

/** "+49 151 ••• 789": enough to recognise one's own number, too little to learn another's. */
export function maskedPhone(dialCode: string, national: string): string {
  const digits = digitsOf(national).replace(/^0+/, '')
  const hidden = digits.length > VISIBLE_AT_START + VISIBLE_AT_END
  const shown = hidden ? [digits.slice(0, VISIBLE_AT_START), '•••', digits.slice(-VISIBLE_AT_END)] : [digits]
  return [`+${dialCode}`, ...shown].join(SPACE)
}

const LARGEST_GROUP = 4

/** Three digits, then groups of three and four: what a person can compare. */
function inGroups(digits: string): string[] {
  const rest = digits.slice(VISIBLE_AT_START)
  const count = Math.ceil(rest.length / LARGEST_GROUP)
  const edge = (group: number) => Math.floor((rest.length * group) / count)
  const groups = Array.from({ length: count }, (_, group) => rest.slice(edge(group), edge(group + 1)))
  return [digits.slice(0, VISIBLE_AT_START), ...groups]
}

/** The whole number, to be checked by the visitor who typed it: as it is written between countries (E.123). */
export const writtenPhone = (dialCode: string, national: string): string =>
  [`+${dialCode}`, ...inGroups(digitsOf(national).replace(/^0+/, ''))].join(SPACE)
