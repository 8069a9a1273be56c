import type pg from 'pg'
import type { Compared, Plan } from './explain.ts'
import { STAYS_SMALL } from './tables.ts'

/** Columns of which the product asks for something else than the rule finds, with the statement that reads it. */
const OF_COLUMN: Readonly<Record<string, string>> = {
  // Wallets show their entries; nobody reads the bank's.
  'ledger_line.account_id =': `
    select account_id as value from ledger_line where account_id in (select available_id from wallet)
    group by account_id order by count(*) desc, account_id limit 1`,
  // The trail is reduced, and deleted, in steps.
  'audit_event.seq <=': 'select min(seq) + 500 as value from audit_event',
  'audit_event.at >': 'select at as value from audit_event where seq = (select min(seq) + 500 from audit_event)',
  // Monitoring looks back for an hour at most.
  'sms_message.good_until >': `select max(created_at) - interval '1 hour' as value from sms_message`,
}

/** Parameters that are compared to no column: by a part of the statement, with the statement that reads the value. */
const OF_STATEMENT: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  // The last round of a rotation: all is sealed with the key.
  'limit $2 for no key update skip locked': {
    3: `select split_part(phone_enc, '.', 2) as value from account limit 1`,
  },
  "encode(id_hash, 'hex') as id": { 1: `select '' as value` },
  'and c.ask_after > $2': { 3: 'select provider as value from identity_check limit 1' },
  '$1 + $3': { 3: 'select 500 as value' },
  // Words of the operator's events.
  "(split_part(reason, ' ', 1), seq)": {
    1: 'select 0 as value',
    2: 'select max(seq) as value from audit_event',
    5: `select split_part(reason, ' ', 1) as value from audit_event where type like 'operator.%' and reason is not null
      group by 1 order by count(*) desc, 1 limit 1`,
  },
  'make_interval(secs => $3)': { 3: 'select 60 as value' },
  // The operator's figures are those of whole months.
  'asked_total - yes_total': {
    1: `select date_trunc('month', max(day) - interval '1 month')::date::text as value from intent_day`,
  },
}

/** Fills a list with so many values. */
const MANY = 10
const isTime = (type: string) => /^(?:timestamp|date)[^[]*$/.test(type)
const isEqual = ({ operator }: Compared) => operator === '=' || operator === '= ANY'
const isSince = ({ operator }: Compared) => operator === '>' || operator === '>='
const isUntil = ({ operator }: Compared) => operator === '<' || operator === '<='
const isExcluded = ({ operator }: Compared) => operator === '<> ALL' || operator === '<>'
const byIndexFirst = (one: Compared, other: Compared) => Number(other.inIndex) - Number(one.inIndex)

/** Reads values by how often they are there. */
const valuesOf = ({ table, column }: Compared, order: 'asc' | 'desc', many: number) =>
  `select ${column}::text as value from ${table} where ${column} is not null group by ${column}
   order by count(*) ${order}, ${column} limit ${many}`
const edgeOf = ({ table, column }: Compared, order: 'asc' | 'desc') =>
  `select ${column}::text as value from ${table} where ${column} is not null order by ${column} ${order} limit 1`

/** The statement that reads the worst value of a parameter, by its comparisons. */
function worstOf(compared: readonly Compared[], type: string, wide: boolean): string | undefined {
  const own = compared.map(({ table, column, operator }) => OF_COLUMN[`${table}.${column} ${operator}`])
  const named = own.find((statement) => statement !== undefined)
  if (named !== undefined) return named
  // A step of a walk is as long anywhere.
  if (type === 'tid') return undefined
  const [equal, since, until] = [compared.find(isEqual), compared.find(isSince), compared.find(isUntil)]
  if (isTime(type)) return wide && since !== undefined ? edgeOf(since, 'asc') : undefined
  if (equal !== undefined) {
    const order = equal.inIndex || wide ? 'desc' : 'asc'
    if (!type.endsWith('[]')) return valuesOf(equal, order, 1)
    return `select array_agg(value) as value from (${valuesOf(equal, order, MANY)}) several`
  }
  if (since !== undefined) return edgeOf(since, 'asc')
  return until && edgeOf(until, 'desc')
}

/**
 * Makes the values for which a statement reads the most on a filled database. What rows are found by is the commonest
 * value of the column: the largest website, the busiest account. What rows are sorted out by is the rarest one. Times are
 * the present. `wide`: times reach back to the first row, what is optional is left out, and what rows are sorted out by is
 * the commonest value too. What is only stored, or excludes rows, is as it was recorded.
 */
export function createWorstValues(client: pg.Client, now: Date) {
  const known = new Map<string, unknown>()
  async function read(statement: string): Promise<unknown> {
    if (!known.has(statement)) {
      const { rows } = await client.query<{ value: unknown }>(statement)
      known.set(statement, rows[0]?.value)
    }
    return known.get(statement)
  }

  type Given = { text: string; values: readonly unknown[]; plan: Plan; wide: boolean }
  /** @throws Error for a parameter that decides about rows of a table that grows in a way that no rule knows */
  return async function worstValues({ text, values: recorded, plan, wide }: Given): Promise<unknown[]> {
    const { compared, types, optional, unclear } = plan
    const ofStatement = Object.assign(
      {},
      ...Object.keys(OF_STATEMENT).map((part) => text.includes(part) && OF_STATEMENT[part]),
    ) as Record<number, string>

    function valueOf(type: string, at: number): unknown {
      const parameter = at + 1
      const own = compared.filter((one) => one.parameter === parameter).toSorted(byIndexFirst)
      const statement = worstOf(own, type, wide)
      if (wide && optional.includes(parameter)) return null
      const named = ofStatement[parameter]
      if (named !== undefined) return read(named)
      if (statement !== undefined) return read(statement)
      if (isTime(type)) return now
      if (unclear.some((one) => one.parameter === parameter && !(one.table in STAYS_SMALL)) && !own.some(isExcluded))
        throw new Error(`no worst value for $${parameter}`)
      return recorded[at]
    }
    const values: unknown[] = []
    for (const [at, type] of types.entries()) values.push(await valueOf(type, at))
    return values
  }
}
