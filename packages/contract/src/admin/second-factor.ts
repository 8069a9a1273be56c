import { plainText, withoutSpaces } from '../digits.ts'

const GROUP = '[A-HJ-NP-Z2-9]{5}'
const RECOVERY_CODE = `${GROUP}(?:-${GROUP}){3}`
const TOTP = /^[0-9]{6}$/
const SECOND_FACTOR = new RegExp(`^(?:[0-9]{6}|${RECOVERY_CODE}(?: ${RECOVERY_CODE})*)$`)

export const isTotpCode = (code: string): boolean => TOTP.test(code)
export const isSecondFactor = (code: string): boolean => SECOND_FACTOR.test(code)

/**
 * A code as it is compared: six digits, or recovery codes in capitals, with "-" between their groups and a blank between two
 * of them, as in a pasted list. Anything else stays as it was typed.
 */
export function readSecondFactor(typed: string): string {
  const bare = withoutSpaces(typed).toUpperCase()
  if (isTotpCode(bare)) return bare
  const dashed = plainText(typed)
    .toUpperCase()
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\p{Cf}/gu, '')
  const codes = dashed.match(new RegExp(`(?<![A-Z0-9-])${RECOVERY_CODE}(?![A-Z0-9-])`, 'g'))
  return codes?.join(' ') ?? (bare.length === 20 ? bare.replaceAll(/.{5}(?=.)/g, '$&-') : typed)
}
