/** Names of the initial countries: the first use of `Intl.DisplayNames` is slow. */
export const FIRST_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { DE: 'Germany', AT: 'Austria', CH: 'Switzerland' },
  de: { DE: 'Deutschland', AT: 'Österreich', CH: 'Schweiz' },
}

const DIAL_CODES: Readonly<Record<string, string>> = { DE: '49', AT: '43', CH: '41' }
/** Gives the dial code of one of the first three countries. */
export const dialCodeOf = (country: string): string => DIAL_CODES[country] ?? ''

/** Formats a country as the field shows it. */
export const countryText = (name: string, dialCode: string): string => `${name} (+${dialCode})`

/** Gives the name of a country by its code. */
export const countryName = (language: string, code: string): string =>
  FIRST_NAMES[language]?.[code] ?? new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
