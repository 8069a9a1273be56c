import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { RULE_TABLE } from '@avouch/api/limits'

/** Replaces what stands in a page between the mark of its source in the code and the end of it. @throws Error without a mark */
export function written(page: string, source: string, text: string): string {
  const [begin, end] = [`<!-- Written by npm run fix from ${source} -->\n`, '<!-- End of what npm run fix writes -->\n']
  const [before = '', rest = ''] = page.split(begin)
  const [, ...after] = rest.split(end)
  if (after.length === 0) throw new Error(`the page has no place for ${source}`)
  return `${before}${begin}\n${text}\n${end}${after.join(end)}`
}

type Limit = (typeof RULE_TABLE)[number]

const TIMES: Record<number, string> = { [MINUTE_MS]: 'a minute', [HOUR_MS]: 'an hour', [24 * HOUR_MS]: 'a day' }
const timeOf = (perMs: number) => TIMES[perMs] ?? `in ${perMs / MINUTE_MS} minutes`
const count = (many: number) => many.toLocaleString('en')

/** Writes the burst and the most in a time; one number ("240 a minute") where the most is twice the burst. */
const numbersOf = ({ atOnce, most, perMs }: Limit) =>
  most === 2 * atOnce && atOnce > 1
    ? `${count(atOnce)} ${timeOf(perMs)}`
    : `${count(atOnce)} at once, ${count(most)} ${timeOf(perMs)}`

/** A row for each action, with the limits of all its subjects. */
function tableOf(limits: readonly Limit[]): string {
  const rows = Object.values(Object.groupBy(limits, ({ action }) => action)).map((ofAction) => {
    const [first] = ofAction
    const numbers = ofAction.map((limit) => `${limit.subject}: ${numbersOf(limit)}`).join('; ')
    return `| ${first?.action}${first?.fixed ? ' *' : ''} | ${first?.counts} | ${numbers} | ${first?.effect} |\n`
  })
  return `| Action | Counts | Limits | Beyond them |\n|---|---|---|---|\n${rows.join('')}`
}

const TABLES = `In the database, for all processes together:

${tableOf(RULE_TABLE.filter(({ inMemory }) => !inMemory))}
In the memory of each process:

${tableOf(RULE_TABLE.filter(({ inMemory }) => inMemory))}`

/** The page with the tables as they are now. */
export const limitsPage = (page: string): string => written(page, 'apps/api/src/modules/rate-limits/rules.ts', TABLES)
