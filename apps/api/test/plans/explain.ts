import type pg from 'pg'

/** A node of a plan, as `explain (verbose, format json)` writes it. */
type Node = { Plans?: Node[]; [name: string]: unknown }
/** A parameter that is compared to a column: `name < $1`. `inIndex`: the rows are found by it, and not sorted out afterwards. */
export type Compared = { parameter: number; table: string; column: string; operator: string; inIndex: boolean }
export type Plan = {
  /** Tables that are read from end to end. */
  sequential: string[]
  compared: Compared[]
  /** Parameters that may be null, and then exclude no row. */
  optional: number[]
  /** Parameters in the condition of a table that are compared to none of its columns; where a key finds one row they don't matter. */
  unclear: { parameter: number; table: string }[]
  /** The type of each parameter. */
  types: string[]
}

/** A plan numbers its intermediate results like parameters: those of the statement get numbers above them. */
const SHIFT = 100
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Join Filter', 'Merge Cond']
const COLUMN = String.raw`\(*"?(\w+)"?\."?(\w+)"?\)*(?:::\w+)?`
const OPERATOR = String.raw`(=|<>|<=|>=|<|>|IS DISTINCT FROM)`
const COMPARISON = new RegExp(String.raw`${COLUMN} ${OPERATOR} (ANY |ALL )?\(*\$(\d+)`, 'g')
/** `a.x in ($1, $2)` */
const LIST = new RegExp(String.raw`${COLUMN} = ANY \(ARRAY\[([^\]]+)\]`, 'g')
/** `(a.x, a.y) < ($1, $2)` */
const ROWS = new RegExp(String.raw`ROW\(([^()]+)\) ${OPERATOR} ROW\(([^()]+)\)`, 'g')
/** `coalesce($1, 'infinity')` */
const WITH_DEFAULT = /COALESCE\((\$\d+), [^(),]+\)/g
const NUMBER = /\$(\d+)/g

const numbersIn = (text: string, pattern = NUMBER): number[] =>
  Array.from(text.matchAll(pattern), ([, number]) => Number(number) - SHIFT).filter((number) => number > 0)

const valueOf = (node: Node, name: string): string => (typeof node[name] === 'string' ? node[name] : '')
/** Rows are found by a condition, or by a filter sorted out afterwards. */
const conditionsOf = (node: Node) =>
  CONDITIONS.map((name) => ({ inIndex: name !== 'Filter', condition: valueOf(node, name) }))

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

function comparisonsIn(written: string) {
  const condition = written.replaceAll(WITH_DEFAULT, '$1')
  const single = Array.from(condition.matchAll(COMPARISON), ([, alias = '', column = '', sign = '', many = '', n]) => ({
    alias,
    column,
    operator: `${sign} ${many}`.trim(),
    parameter: Number(n) - SHIFT,
  }))
  const listed = Array.from(condition.matchAll(LIST)).flatMap(([, alias = '', column = '', list = '']) =>
    numbersIn(list).map((parameter) => ({ alias, column, operator: '=', parameter })),
  )
  const rows = Array.from(condition.matchAll(ROWS)).flatMap(([, names = '', operator = '', values = '']) => {
    const given = values.split(',')
    return names.split(',').flatMap((name, at) => {
      const [alias = '', column = ''] = name.trim().split('.')
      return numbersIn(given[at] ?? '').map((parameter) => ({ alias, column, operator, parameter }))
    })
  })
  return [...single, ...listed, ...rows].filter(({ parameter }) => parameter > 0)
}

/** Unique indexes with the number of their columns. */
export type Keys = ReadonlyMap<string, number>
export async function readKeys(client: pg.Client): Promise<Keys> {
  const { rows } = await client.query<{ name: string; columns: number }>(
    'select indexrelid::regclass::text as name, indnkeyatts::int as columns from pg_index where indisunique',
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** True if all columns of a unique index are given. */
const findsOne = (node: Node, keys: Keys): boolean =>
  valueOf(node, 'Index Cond').split(/ = (?!ANY)/).length > (keys.get(valueOf(node, 'Index Name')) ?? Infinity)

/** Plans a statement without its values, as the server does for a prepared one that comes often. */
export async function explain(client: pg.Client, keys: Keys, text: string): Promise<Plan> {
  const shifted = text.replaceAll(NUMBER, (_, number: string) => `$${Number(number) + SHIFT}`)
  const count = Math.max(0, ...numbersIn(shifted))
  const declared = [...Array<string>(SHIFT).fill('int'), ...Array<string>(count).fill('unknown')]
  const nulls = declared.map(() => 'null').join()
  await client.query(`prepare explained (${declared.join()}) as ${shifted}`)
  try {
    const named = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'explained'`,
    )
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (verbose, format json) execute explained (${nulls})`,
    )
    const nodes = [...nodesOf(rows[0]?.['QUERY PLAN'][0].Plan ?? {})]
    const scans = nodes.filter((node) => 'Relation Name' in node)
    const tableOf = (node: Node) => valueOf(node, 'Relation Name')
    const tables = new Map(scans.map((node) => [valueOf(node, 'Alias'), tableOf(node)]))
    const conditions = nodes.flatMap(conditionsOf)
    const comparisons = conditions.flatMap(({ condition, inIndex }) =>
      comparisonsIn(condition).map((one) => ({ ...one, inIndex })),
    )
    const isCompared = (parameter: number) => comparisons.some((one) => one.parameter === parameter)
    const sorting = scans.filter((node) => !findsOne(node, keys))
    return {
      sequential: scans.filter((node) => node['Node Type'] === 'Seq Scan').map(tableOf),
      compared: comparisons.flatMap(({ alias, ...rest }) => {
        const table = tables.get(alias)
        return table === undefined ? [] : [{ table, ...rest }]
      }),
      optional: conditions.flatMap(({ condition }) => numbersIn(condition, /\$(\d+)\)* IS NULL/g)),
      unclear: sorting.flatMap((node) =>
        conditionsOf(node)
          .flatMap(({ condition }) => numbersIn(condition))
          .filter((parameter) => !isCompared(parameter))
          .map((parameter) => ({ parameter, table: tableOf(node) })),
      ),
      types: named.rows[0]?.types.slice(SHIFT) ?? [],
    }
  } finally {
    await client.query('deallocate explained')
  }
}
