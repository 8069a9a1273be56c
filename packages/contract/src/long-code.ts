import { codeInMessage } from './code-in-message.ts'
import { LONG_CODE_LENGTH } from './constants.ts'
import { withoutSpaces } from './digits.ts'

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
