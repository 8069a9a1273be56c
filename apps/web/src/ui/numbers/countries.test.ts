import { expect, test } from 'vitest'
import { countriesIn, filterCountries } from './countries.ts'
import { dialCodeOf, FIRST_NAMES } from './country-text.ts'
import { homeCountry } from '#settings/home-country.ts'

const english = countriesIn('en')

/** Texts that people type, by the country that they mean. */
const SEARCHES = {
  AE: 'UAE, Dubai, Emirates',
  AT: 'AT, AUT, Austria, Österreich, Oesterreich, +43, 0043',
  BA: 'Bosnia and, Bosnia &, Bosnien und, Bosnia Herzegovina',
  CD: 'DR Congo',
  CH: 'CH, CHE, Schweiz, Suisse, Svizzera, Switzerland, +41',
  CI: 'Ivory Coast, Elfenbeinküste, Cote d’Ivoire',
  CN: '中国, PR China',
  CZ: 'Czech Republic, Tschechien, Česko, Česká republika',
  DO: 'Dom. Rep., +1 809',
  DE: 'DE, DEU, Germany, Deutschland, Allemagne, 0049, 49, +49 151, ٤٩',
  GB: '+44 7, UK, U.K., GB, GBR, England, Scotland, Wales, Northern Ireland, Great Britain, Großbritannien, +44, 44',
  GR: 'Hellas, Ελλάδα',
  HR: 'Hrvatska',
  IT: 'IT, Italia, +39',
  LC: 'Saint Lucia, St. Lucia, St Lucia',
  MK: 'Macedonia',
  MO: 'Macau, Macao',
  NL: 'Holland, The Netherlands, Nederland',
  NO: '+47, Norge',
  RU: 'Russia, Россия, +7',
  SK: 'Slovak Republic, Slowakische Republik, Slovensko',
  SZ: 'Swaziland',
  TR: 'Turkey, Türkei, Turkei, Tuerkei, Türkiye',
  TT: 'Trinidad and Tobago, +1868',
  UA: 'Ukraina, Україна',
  US: '+1 201, US, USA, U.S.A., America, Amerika, United States of America, +1, 1, 001',
}

test.each(['en', 'de'])('About 240 countries have their names in %s, each once [COUNTRY-02]', (language) => {
  const countries = countriesIn(language)
  expect(countries.length).toBe(245)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
  for (const { code, name, dialCode } of countries) {
    expect(name).not.toBe(code)
    expect(dialCode).toMatch(/^[1-9][0-9]{0,2}$/)
  }
})

test.each(['en', 'de'])('A form’s first countries have their names of the list in %s [COUNTRY-02]', (language) => {
  const first = countriesIn(language).slice(0, 3)
  expect(FIRST_NAMES[language]).toEqual(Object.fromEntries(first.map(({ code, name }) => [code, name])))
})

test('The list of countries begins with Germany, Austria and Switzerland, the rest by name [COUNTRY-02]', () => {
  expect(english.slice(0, 4).map(({ name }) => name)).toEqual(['Germany', 'Austria', 'Switzerland', 'Afghanistan'])
  expect(countriesIn('de')[3]?.name).toBe('Afghanistan')
})

test.each([
  [' verEINIGTES  könig ', 'GB'],
  ['osterreich', 'AT'],
  ['ÖSTERREICH', 'AT'],
  ["Cote d'Ivoire", 'CI'],
  ['aland', 'AX'],
  ['Deutschland (+49', 'DE'],
  ['+ 4 9', 'DE'],
])('The search %s finds a country whatever its accents, spaces and brackets: %s [COUNTRY-02]', (search, code) => {
  expect(filterCountries(countriesIn('de'), search).map((country) => country.code)).toEqual([code])
})

test.each(['en', 'de'])('Every name and code of a country finds it first, in %s [COUNTRY-02]', (language) => {
  const countries = countriesIn(language)
  const firstFor = (search: string) => filterCountries(countries, search)[0]?.code
  for (const [code, searches] of Object.entries(SEARCHES))
    for (const search of searches.split(', ')) expect([search, firstFor(search)]).toEqual([search, code])
})

test.each([
  [['de-AT', 'de'], 'AT'],
  [['de-CH'], 'CH'],
  [['en-US'], 'DE'],
  [[], 'DE'],
])('A form in a browser of the languages %j begins with the country %s', (languages, country) => {
  const home = homeCountry(languages)
  expect(home).toBe(country)
  expect(english.find(({ code }) => code === home)?.dialCode).toBe(dialCodeOf(home))
})
