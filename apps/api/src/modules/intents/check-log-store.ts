import { INTENT_KINDS, INTENT_STATUSES, type IntentStatus } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'

const COLUMNS = `
  i.id, i.live, i.kind, i.minimum_age, i.reference, i.redirect_uri, i.result, i.verdict, i.created_at, i.expires_at,
  i.opened_at, i.ended_at, case when i.ended_at is null and i.expires_at <= $2 then 'expired' else i.state end as status`
const CHECK = row({
  id: text,
  live: bool,
  kind: oneOf(INTENT_KINDS),
  minimum_age: nullable(int),
  reference: nullable(text),
  redirect_uri: text,
  result: nullable(oneOf(['yes', 'no'])),
  verdict: nullable(text),
  created_at: timestamp,
  expires_at: timestamp,
  opened_at: nullable(timestamp),
  ended_at: nullable(timestamp),
  status: oneOf(INTENT_STATUSES),
})

/** Live and test ones are apart in the index: each side is read in its order, and the newest of both stay. */
const PAGE = `
  select c.* from (values (true), (false)) m (live) cross join lateral (
    select ${COLUMNS} from intent i
    where i.provider_id = $1 and i.live = m.live
      and ($4::text is null or case when i.ended_at is null and i.expires_at <= $2 then 'expired' else i.state end = $4)
      and ($5::timestamptz is null or (i.created_at, i.id) < ($5, $6))
    order by i.created_at desc, i.id desc limit $7) c
  where $3::boolean is null or m.live = $3
  order by c.created_at desc, c.id desc limit $7`

/** Few have the same reference. */
const BY_REFERENCE = `
  select ${COLUMNS} from intent i
  where i.provider_id = $1 and i.reference = $8 and ($3::boolean is null or i.live = $3)
    and ($4::text is null or case when i.ended_at is null and i.expires_at <= $2 then 'expired' else i.state end = $4)
    and ($5::timestamptz is null or (i.created_at, i.id) < ($5, $6))
  order by i.created_at desc, i.id desc limit $7`

const toCheck = (found: ReturnType<typeof CHECK.parse>) => ({
  id: found.id,
  live: found.live,
  kind: found.kind,
  status: found.status,
  minimumAge: found.minimum_age,
  reference: found.reference,
  redirectUri: found.redirect_uri,
  result: found.result,
  verdict: found.verdict,
  createdAt: found.created_at,
  expiresAt: found.expires_at,
  openedAt: found.opened_at,
  endedAt: found.ended_at,
})
export type CheckEntry = ReturnType<typeof toCheck>

type Query = {
  providerId: string
  live: boolean | undefined
  status: IntentStatus | undefined
  reference: string | undefined
  after: { createdAt: Date; id: string } | undefined
  limit: number
  now: Date
}

/** The newest first. */
export async function readChecks(db: Executor, query: Query): Promise<CheckEntry[]> {
  const { providerId, live, status, reference, after, limit, now } = query
  const values = [
    providerId,
    now,
    live ?? null,
    status ?? null,
    after?.createdAt ?? null,
    after?.id ?? null,
    limit,
    ...(reference === undefined ? [] : [reference]),
  ]
  return (await db.query(reference === undefined ? PAGE : BY_REFERENCE, values, CHECK)).map(toCheck)
}

/** A check of this provider, of either mode. */
export async function findCheck(db: Executor, providerId: string, id: string, now: Date) {
  const statement = `select ${COLUMNS} from intent i where i.provider_id = $1 and i.id = $3`
  const [found] = await db.query(statement, [providerId, now, id], CHECK)
  return found && toCheck(found)
}

const CONVERSION = `
  select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as asked,
    count(opened_at)::int as opened, count(bound_at)::int as number, count(result)::int as answered,
    (count(*) filter (where result = 'yes'))::int as yes
  from intent where provider_id = $1 and live = $2 and created_at >= $3 group by 1 order by 1 desc`
const USAGE = `
  select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month,
    (count(*) filter (where live))::int as live, (count(result) filter (where live))::int as live_answered,
    (count(*) filter (where not live))::int as test, (count(result) filter (where not live))::int as test_answered
  from intent where provider_id = $1 and created_at >= $2 group by 1 order by 1 desc`
const USED = row({ month: text, live: int, live_answered: int, test: int, test_answered: int })

/** Month by month, the newest first. */
export const readUsage = async (db: Executor, providerId: string, since: Date) =>
  (await db.query(USAGE, [providerId, since], USED)).map(({ month, ...counts }) => ({
    month,
    live: { asked: counts.live, answered: counts.live_answered },
    test: { asked: counts.test, answered: counts.test_answered },
  }))

const CONVERTED = row({ day: text, asked: int, opened: int, number: int, answered: int, yes: int })

/** How far visitors came, by the day on which they were asked, the newest first. */
export const readConversion = (db: Executor, providerId: string, live: boolean, since: Date) =>
  db.query(CONVERSION, [providerId, live, since], CONVERTED)
