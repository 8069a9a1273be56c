// Writes the table of countries with their dial codes: node tools/generate-countries.ts
import { writeFileSync } from 'node:fs'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js'

const FIRST: readonly CountryCode[] = ['DE', 'AT', 'CH']
const rest = getCountries().filter((code) => !FIRST.includes(code))
const table = [...FIRST, ...rest].map((code) => code + getCountryCallingCode(code))

const lines: string[] = []
for (let at = 0; at < table.length; at += 14) lines.push(`  '${table.slice(at, at + 14).join(' ')} ' +`)
const last = lines.pop()?.replace(/ ' \+$/, "'")

writeFileSync(
  new URL('../src/ui/numbers/country-table.ts', import.meta.url),
  `/** Country codes (ISO 3166) with dial codes, made by tools/generate-countries.ts. */\nexport const COUNTRY_TABLE =\n${[...lines, last].join('\n')}\n`,
)
