import { inBrowser, readItem, writeItem } from '#api/storage.ts'

/** Picks the initial country: Austria or Switzerland if the browser's languages name it, else Germany. */
export const homeCountry = (languages: readonly string[]): string =>
  (/-(at|ch)\b/i.exec(languages.join())?.[1] ?? 'de').toUpperCase()

const KEPT = 'country'
/** Reads country and dial code of the last number that this browser confirmed, as in "CN86"; empty if they are the initial ones. */
export const storedCountry = (): string => readItem(inBrowser, KEPT) ?? ''
export const storeCountry = (country: string, countryCode: string): void =>
  writeItem(inBrowser, KEPT, country === homeCountry(navigator.languages) ? '' : country + countryCode)
