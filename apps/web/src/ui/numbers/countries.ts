import { digitsOf } from '@avouch/contract'
import { ALPHA_3, MAIN, OTHER_NAMES } from './country-names.ts'
import { COUNTRY_TABLE } from './country-table.ts'

export type Country = { code: string; dialCode: string; name: string }

const FIRST = 3
/** Languages in which a country is found by name, in addition to its own. */
const LANGUAGES = ['en', 'de', 'fr', 'it', 'es', 'nl']

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }
/** Normalises a name: case, spaces, accents, punctuation and abbreviated saints make no difference. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[ßæœøłđı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/\b(?:saint|sankt)\b/g, 'st')
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{Nd}+]/gu, '')
const withoutSmallWords = (text: string) => text.replaceAll(/&|\b(?:and|und|the)\b/gi, '')
/** Spells umlauts as on a keyboard without them. */
const withoutUmlauts = (text: string) => text.toLowerCase().replaceAll(/[äöü]/g, (letter) => `${plain(letter)}e`)

/** Lists all countries in a language: Germany, Austria and Switzerland first, then by name. */
export function countriesIn(language: string): Country[] {
  const names = namesIn(language)
  const countries = COUNTRY_TABLE.split(' ').map((entry): Country => {
    const code = entry.slice(0, 2)
    return { code, dialCode: entry.slice(2), name: names.of(code) ?? code }
  })
  const compare = new Intl.Collator(language).compare
  return [...countries.slice(0, FIRST), ...countries.slice(FIRST).sort((a, b) => compare(a.name, b.name))]
}

const namesIn = (language: string) => new Intl.DisplayNames(language, { type: 'region' })

/** Collects all names of all countries, normalised. */
function allNames(): Map<string, Set<string>> {
  const languages = LANGUAGES.map(namesIn)
  return new Map(
    ALPHA_3.split(' ').map((entry) => {
      const code = entry.slice(0, 2)
      const own = namesIn(new Intl.Locale(`und-${code}`).maximize().baseName)
      const names = [...languages, own].map((list) => list.of(code) ?? code).concat(OTHER_NAMES[code]?.split('|') ?? [])
      const written = names.flatMap((name) => [name, withoutSmallWords(name), withoutUmlauts(name)])
      return [code, new Set([code, entry.slice(2), ...written].map(plain))]
    }),
  )
}
let known: Map<string, Set<string>> | undefined

/** Ranks a country for a search: 0 for an exact match, then by prefix, then by content; undefined for no match. */
function rankOf({ code, dialCode, name }: Country, wanted: string, dial: string): number | undefined {
  const names = [...(known?.get(code) ?? [])]
  const own = plain(`${name}+${dialCode}`)
  if (dial === dialCode) return MAIN.includes(code) ? 0 : 1
  if (names.includes(wanted) || names.some((other) => /^\d/.test(other) && dial.startsWith(other))) return 0
  if (own.startsWith(wanted)) return 2
  if (dial.startsWith(dialCode)) return MAIN.includes(code) ? 2 : 3
  if (names.some((other) => other.startsWith(wanted))) return 3
  return own.includes(wanted) ? 4 : undefined
}

/** Finds countries by names, codes and dial code, in any spelling; the best match first. */
export function filterCountries(countries: Country[], search: string): Country[] {
  if (search.trim() === '') return countries
  known ??= allNames()
  const dial = /\p{L}/u.test(search) ? '' : digitsOf(search).replace(/^00/, '')
  const forms = new Set([plain(search), plain(withoutSmallWords(search))])
  const rank = (country: Country) =>
    Math.min(...[...forms].map((wanted) => rankOf(country, wanted, dial) ?? Number.POSITIVE_INFINITY))
  return countries
    .map((country) => ({ country, rank: rank(country) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country)
}
