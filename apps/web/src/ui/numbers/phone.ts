import { digitsOf, maskedNumber } from '@avouch/contract'
import type { NumberingPlans } from './numbering-plans.ts'

let loaded: NumberingPlans | undefined
/** Loads the numbering plans once. */
export const loadNumberingPlans = async (): Promise<NumberingPlans> =>
  (loaded ??= (await import('./numbering-plans.ts')).numberingPlans)
export const loadedNumberingPlans = (): NumberingPlans | undefined => loaded

/** Never breaks over two lines. */
const SPACE = '\u00a0'

/** Gives the number as dialled after the country's code: in some countries it begins with a zero. */
const dialled = (dialCode: string, national: string): string =>
  loaded?.dialled(dialCode, national) ?? digitsOf(national).replace(/^0+/, '')

/** "+4915123456789" */
export const wholePhone = (dialCode: string, national: string): string => `+${dialCode}${dialled(dialCode, national)}`

export const maskedPhone = (dialCode: string, national: string): string =>
  maskedNumber(dialCode, dialled(dialCode, national))

/** Formats the whole number by E.123, to be checked by the visitor who typed it. */
export function writtenPhone(dialCode: string, national: string): string {
  const digits = dialled(dialCode, national)
  return `+${dialCode} ${loaded?.group(dialCode, digits) ?? digits}`.replaceAll(' ', SPACE)
}
