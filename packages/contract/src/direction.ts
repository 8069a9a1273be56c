const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Letters of the scripts that are read from right to left, and some that are isolated without harm. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\u{1efff}]/u
const FIRST_STRONG_ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** The text without invisible direction marks. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(MARKS, '')

/** The text, isolated if it is right-to-left, so that it does not change the direction of a sentence around it. */
export function isolated(text: string): string {
  const plain = withoutDirectionMarks(text)
  return RIGHT_TO_LEFT.test(plain) ? FIRST_STRONG_ISOLATE + plain + END_OF_ISOLATE : plain
}
