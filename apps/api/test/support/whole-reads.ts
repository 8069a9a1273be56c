import pg from 'pg'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Plan[]
}

/** As the connections of visitors plan. */
const PLANNING = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off'
/** Tables that stay small whatever visitors do. */
const SMALL = /^(registration_stop_key|provider|provider_key|oidc_client|audit_note|audit_mark|switch)$/
/** The writer of the audit trail reads what waits in the order of its index, with a limit. */
const IN_ORDER = /^audit_inbox_pkey$/

const scansOf = (plan: Plan): string[] => [
  ...(plan['Relation Name'] !== undefined &&
  plan['Node Type'].endsWith('Scan') &&
  (plan['Index Cond'] ?? plan['Recheck Cond']) === undefined &&
  !SMALL.test(plan['Relation Name']) &&
  !IN_ORDER.test(plan['Index Name'] ?? '')
    ? [plan['Relation Name']]
    : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

const indexesOf = (plan: Plan): string[] => [
  ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
  ...(plan.Plans ?? []).flatMap(indexesOf),
]

async function plansOf(client: pg.Client, statements: Iterable<string>): Promise<{ text: string; plans: Plan[] }[]> {
  const planned: { text: string; plans: Plan[] }[] = []
  for (const text of new Set(statements)) {
    const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const values = most === 0 ? '' : `(${Array(most).fill('null').join(', ')})`
    await client.query(`prepare planned as ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) execute planned${values}`,
    )
    await client.query('deallocate planned')
    planned.push({ text, plans: rows.map((one) => one['QUERY PLAN'][0].Plan) })
  }
  return planned
}

async function withPlans<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, options: PLANNING })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The indexes that statements read by, planned with what is known of the tables at this moment. */
export const indexesRead = (databaseUrl: string, statements: Iterable<string>): Promise<string[]> =>
  withPlans(databaseUrl, async (client) => {
    const planned = await plansOf(client, statements)
    return planned.flatMap(({ plans }) => plans.flatMap(indexesOf))
  })

/** The parts of statements that would read a table from end to end, planned while all tables are known to have next to no rows. */
export const wholeReads = (databaseUrl: string, statements: Iterable<string>): Promise<string[]> =>
  withPlans(databaseUrl, async (client) => {
    await client.query('vacuum analyze')
    const planned = await plansOf(client, statements)
    return planned.flatMap(({ text, plans }) => {
      const tables = plans.flatMap(scansOf)
      return tables.length === 0 ? [] : [`${tables.join(', ')}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`]
    })
  })
