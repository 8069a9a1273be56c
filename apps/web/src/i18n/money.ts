import { LANGUAGE_ROWS, type Language } from '@avouch/contract'

/** Formats an amount in minor units of its currency, in a language. */
export function money(language: Language, amount: number, currency: string): string {
  const format = new Intl.NumberFormat(LANGUAGE_ROWS[language].locale, { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}
