/** Those that a form begins with: a browser takes its time until it knows all names of a language. */
export const FIRST_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { DE: 'Germany', AT: 'Austria', CH: 'Switzerland' },
  de: { DE: 'Deutschland', AT: 'Österreich', CH: 'Schweiz' },
}

const DIAL_CODES: Readonly<Record<string, string>> = { DE: '49', AT: '43', CH: '41' }
/** The dial codes of the first three countries. */
export const dialCodeOf = (country: string): string => DIAL_CODES[country] ?? ''

/** A country as the field shows it. */
export const countryText = (name: string, dialCode: string): string => `${name} (+${dialCode})`

/** The name of a country, by its code. */
export const countryName = (language: string, code: string): string =>
  FIRST_NAMES[language]?.[code] ?? new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
