import { LANGUAGE_ROWS, type Language } from '@avouch/contract'

/** An amount in minor units, as the language writes it. How many of them make a whole one is the currency's. */
export function money(language: Language, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(LANGUAGE_ROWS[language].locale, { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}
