import { LONG_CODE_LENGTH } from './constants.ts'
import { plainText, withoutSpaces } from './digits.ts'

/**
 * The code in a message of ours, or in a part of one: what stands behind "#" in its last line, or else alone between blanks.
 * @param form A regular expression.
 * @param names Texts of the message that may look like a code: the product's name, the host.
 */
export function codeInMessage(text: string, form: string, names: readonly string[] = []): string | undefined {
  const message = plainText(text)
  const codesAt = (pattern: string) =>
    Array.from(message.matchAll(new RegExp(pattern, 'giu')), ([, code = '']) => code).filter(
      (code) => !names.some((name) => name.includes(code)),
    )
  const inLastLine = codesAt(`#(${form})(?![0-9a-z])`).at(-1)
  return inLastLine ?? codesAt(`(?:^|[^\\p{L}\\p{N}])(${form})(?![\\p{L}\\p{N}])`)[0]
}

const GROUPED = '[0-9a-z]{4}(?:[-\\u2010-\\u2015\\u2212][0-9a-z]{4}){2}'

/**
 * A long code as it is compared, in Crockford's base32: capitals, no spaces or hyphens, O is 0, I and L are 1. Of a whole SMS
 * that was pasted the code in it.
 * @param names Texts of the SMS that may look like a code.
 */
export function readLongCode(typed: string, names?: readonly string[]): string {
  const code = codeInMessage(typed, GROUPED, names) ?? typed
  return withoutSpaces(code).toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

const IS_LONG = new RegExp(`^[0-9A-Z]{${LONG_CODE_LENGTH}}$`)
export const isLongCode = (typed: string): boolean => IS_LONG.test(readLongCode(typed))
