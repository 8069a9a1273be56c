/** How mobile numbers begin. The product is made for the first two; SMS to Turkey are the dearest, to the United States the cheapest. */
const BEGINS = { DE: '+49151', AT: '+43664', FR: '+33612', TR: '+90532', US: '+1415' } as const
export type Country = keyof typeof BEGINS
const COUNTRIES = Object.keys(BEGINS) as Country[]

/** Of twenty people. */
const OF_TWENTY: readonly (readonly [Country, number])[] = [
  ['DE', 13],
  ['AT', 3],
  ['FR', 2],
  ['TR', 1],
  ['US', 1],
]
const COUNTRY_OF = OF_TWENTY.flatMap(([country, people]) => Array.from({ length: people }, () => country))

export const numberIn = (country: Country, i: number) => `${BEGINS[country]}${String(i * 7_919).padStart(9, '0')}`
/** Numbers of all countries, each country with its part of them. */
export const numberOf = (i: number) => numberIn(COUNTRY_OF[i % COUNTRY_OF.length] ?? 'DE', i)
export const countryOf = (number: string): Country | undefined =>
  COUNTRIES.find((country) => number.startsWith(BEGINS[country]))
