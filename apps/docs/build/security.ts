import { AFTER_ERASURE, type KeptData, LINKS, OF_FORGOTTEN_BROWSER } from '@avouch/api/personal-data'
import { written } from './limits.ts'

const SOURCE = 'apps/api/src/personal-data.ts'
const LISTS = { AFTER_ERASURE, LINKS, OF_FORGOTTEN_BROWSER }

const rowOf = ({ tables, what, until }: KeptData) =>
  `| ${tables.map((name) => `\`${name}\``).join(', ')} | ${what} | ${until} |\n`

/** The page with its tables of personal data as they are now. */
export const securityPage = (page: string): string =>
  Object.entries(LISTS).reduce(
    (text, [name, list]) =>
      written(text, `${SOURCE}: ${name}`, `| Table | What | Until |\n|---|---|---|\n${list.map(rowOf).join('')}`),
    page,
  )
