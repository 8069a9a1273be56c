import { COUNTRY_TABLE } from './country-table.ts'

export type Country = { code: string; dialCode: string; name: string }

const FIRST = 3
/** Case, spaces, accents, apostrophes and the brackets around a dial code make no difference. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\s()'’\p{Mark}]/gu, '')

/** All countries in a language: Germany, Austria and Switzerland first, then by name. */
export function countriesIn(language: string): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const countries = COUNTRY_TABLE.split(' ').map((entry): Country => {
    const code = entry.slice(0, 2)
    return { code, dialCode: entry.slice(2), name: names.of(code) ?? code }
  })
  const compare = new Intl.Collator(language).compare
  return [...countries.slice(0, FIRST), ...countries.slice(FIRST).sort((a, b) => compare(a.name, b.name))]
}

/** By name and dial code, however they are written. */
export function filterCountries(countries: Country[], search: string): Country[] {
  const wanted = plain(search)
  return countries.filter(({ name, dialCode }) => plain(`${name}+${dialCode}`).includes(wanted))
}
