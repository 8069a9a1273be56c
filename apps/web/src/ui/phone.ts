import { digitsOf, maskedNumber } from '@avouch/contract'
import type { NumberingPlans } from './numbering-plans.ts'

let loaded: NumberingPlans | undefined
/** The numbering plans, loaded once. */
export const loadNumberingPlans = async (): Promise<NumberingPlans> =>
  (loaded ??= (await import('./numbering-plans.ts')).numberingPlans)
export const loadedNumberingPlans = (): NumberingPlans | undefined => loaded

/** Never broken over two lines. */
const SPACE = '\u00a0'

/** As it is dialled behind the country's code: in some countries a zero is part of it. */
const dialled = (dialCode: string, national: string): string =>
  loaded?.dialled(dialCode, national) ?? digitsOf(national).replace(/^0+/, '')

/** "+4915123456789" */
export const wholePhone = (dialCode: string, national: string): string => `+${dialCode}${dialled(dialCode, national)}`

export const maskedPhone = (dialCode: string, national: string): string =>
  maskedNumber(dialCode, dialled(dialCode, national))

/** The whole number, to be checked by the visitor who typed it: as it is written between countries (E.123). */
export function writtenPhone(dialCode: string, national: string): string {
  const digits = dialled(dialCode, national)
  return `+${dialCode} ${loaded?.group(dialCode, digits) ?? digits}`.replaceAll(' ', SPACE)
}
