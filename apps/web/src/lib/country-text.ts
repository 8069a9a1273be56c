/** A country as the field shows it. */
export const countryText = (name: string, dialCode: string): string => `${name} (+${dialCode})`

/** The name of a country, by its code. */
export const countryName = (language: string, code: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
