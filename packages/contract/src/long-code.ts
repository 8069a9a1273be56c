import { LONG_CODE_LENGTH } from './constants.ts'

const GROUPED = /[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}/gi

/**
 * A long code as it is compared, in Crockford's base32: capitals, no spaces or hyphens, O is 0, I and L are 1. Of a whole SMS
 * that was pasted the code in it.
 */
export function readLongCode(typed: string): string {
  const code = typed.match(GROUPED)?.at(-1) ?? typed
  return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

const IS_LONG = new RegExp(`^[0-9A-Z]{${LONG_CODE_LENGTH}}$`)
export const isLongCode = (typed: string): boolean => IS_LONG.test(readLongCode(typed))
