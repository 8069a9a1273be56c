import { inBrowser, readItem, writeItem } from '#api/storage.ts'

/** The country to begin with: the visitor's own when it is one of the first three, else Germany. */
export const homeCountry = (languages: readonly string[]): string =>
  (/-(at|ch)\b/i.exec(languages.join())?.[1] ?? 'de').toUpperCase()

const KEPT = 'country'
/** Country and dial code of the last number that this browser confirmed, as in "CN86"; empty when they are those to begin with. */
export const keptCountry = (): string => readItem(inBrowser, KEPT) ?? ''
export const keepCountryOnDevice = (country: string, countryCode: string): void =>
  writeItem(inBrowser, KEPT, country === homeCountry(navigator.languages) ? '' : country + countryCode)
