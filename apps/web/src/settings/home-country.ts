/** The first of the list, with their dial codes: known before the list is there. */
const HOMES = { DE: '49', AT: '43', CH: '41' } as const
export type HomeCountry = keyof typeof HOMES

/** The country to begin with: the visitor's own when it is one of the first three, else Germany. */
export function homeCountry(languages: readonly string[]): HomeCountry {
  const regions = languages.map((language) => language.split('-')[1]?.toUpperCase())
  return regions.find((region) => region === 'AT' || region === 'CH') ?? 'DE'
}

export const dialCodeOf = (country: HomeCountry): string => HOMES[country]
