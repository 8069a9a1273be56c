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

/** The parts of statements that would read a table from end to end, planned while all tables are known to have next to no rows. */
export async function wholeReads(databaseUrl: string, statements: Iterable<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, options: PLANNING })
  await client.connect()
  try {
    await client.query('vacuum analyze')
    const found: string[] = []
    for (const text of new Set(statements)) {
      const most = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
      const values = most === 0 ? '' : `(${Array(most).fill('null').join(', ')})`
      await client.query(`prepare planned as ${text}`)
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) execute planned${values}`,
      )
      await client.query('deallocate planned')
      const tables = rows.flatMap((one) => scansOf(one['QUERY PLAN'][0].Plan))
      if (tables.length > 0) found.push(`${tables.join(', ')}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`)
    }
    return found
  } finally {
    await client.end()
  }
}
