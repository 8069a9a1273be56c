import { AppError, type IntentStatus } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, row, text, timestamp } from '../../platform/database/rows.ts'
import { isOpen } from './steps.ts'

/** Intents that one statement reads where some don't fit: many may have the same reference, and few of them the wanted status. */
const READ_AT_ONCE = 500
const STATEMENTS_OF_PAGE = 10
/** Expired intents that wait for the job at most: more are found once it has ended them. */
const WAITING = 500

/** `at`: the time by which the list is sorted. */
export type PagePosition = { at: Date; id: string }

/** Thirteen digits are enough until 2286, and no year has more than four. */
const SHAPE = /^(?<at>[0-9]{1,13}) (?<id>[A-Za-z0-9_-]{1,64})$/

/** Encodes where a page ended. New intents come before the first page, so the pages that follow stay as they are. */
export const writeCursor = ({ at, id }: PagePosition): string =>
  Buffer.from(`${at.getTime()} ${id}`).toString('base64url')

/** @throws AppError invalid_request */
export function readCursor(cursor: string): PagePosition {
  const { at, id } = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.groups ?? {}
  if (id === undefined) throw new AppError('invalid_request')
  return { at: new Date(Number(at)), id }
}

const IS_OVER = 'i.ended_at is null and i.expires_at <= $6'
const newestOf = (table: string, condition: string, fits: string) => `
  select i.id, i.created_at, ${fits} as fits from ${table} i
  where i.provider_id = $1 and ${condition}
    and (i.created_at, i.id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::text, ''))
  order by i.created_at desc, i.id desc limit $4`
/** Live and test ones are apart in the index: each side is read in its order. */
const ofModes = (condition: string, fits: string) => `
  select e.* from unnest($5::boolean[]) m (live) cross join lateral (${newestOf('intent', `i.live = m.live ${condition}`, fits)}) e`

const ALL = ofModes('', 'true')
const OF_STATUS = ofModes('and i.state = $7', `not (${IS_OVER})`)
/** Those too that the expiry job has not ended yet. */
const EXPIRED = `${OF_STATUS} union all (${newestOf(
  `(select * from intent i where ${IS_OVER} order by i.expires_at desc limit ${WAITING})`,
  'i.live = any($5::boolean[])',
  'true',
)})`
const OF_REFERENCE = newestOf(
  'intent',
  'i.reference = $8',
  `i.live = any($5::boolean[]) and ($7::text is null or case when ${IS_OVER} then 'expired' else i.state end = $7)`,
)
const inOrder = (source: string) =>
  `select id, created_at as at, fits from (${source}) found order by created_at desc, id desc limit $4`
const FOUND = row({ id: text, at: timestamp, fits: bool })

type Filter = {
  providerId: string
  /** Absent: both modes. */
  live: boolean | undefined
  status: IntentStatus | undefined
  reference: string | undefined
  cursor: string | undefined
  limit: number
  now: Date
}

function statementOf({ status, reference }: Filter): [source: string, values: number] {
  if (reference !== undefined) return [OF_REFERENCE, 8]
  if (status === undefined) return [ALL, 5]
  return [status === 'expired' ? EXPIRED : OF_STATUS, 7]
}

/**
 * Finds the intents of a page, the newest first. Each statement reads a bounded number of rows, so that a page may have few, or none,
 * although others follow.
 * @throws AppError invalid_request for a malformed cursor
 */
export async function findPage(db: Executor, filter: Filter): Promise<{ ids: string[]; next_cursor: string | null }> {
  const { providerId, live, status, reference, cursor, limit, now } = filter
  const [source, count] = statementOf(filter)
  const mayNotFit = reference !== undefined || (status !== undefined && isOpen(status))
  const atOnce = mayNotFit ? READ_AT_ONCE : limit + 1
  const modes = live === undefined ? [true, false] : [live]
  const fitting: PagePosition[] = []
  let after = cursor === undefined ? undefined : readCursor(cursor)
  let isMore = true
  for (let n = 0; isMore && fitting.length <= limit && n < STATEMENTS_OF_PAGE; n++) {
    const place = [after?.at ?? null, after?.id ?? null]
    const values = [providerId, ...place, atOnce, modes, now, status ?? null, reference].slice(0, count)
    const found = await db.query(inOrder(source), values, FOUND)
    fitting.push(...found.filter(({ fits }) => fits))
    isMore = found.length === atOnce
    after = found.at(-1)
  }
  const page = fitting.slice(0, limit)
  const last = fitting.length > limit ? page.at(-1) : isMore ? after : undefined
  return { ids: page.map(({ id }) => id), next_cursor: last === undefined ? null : writeCursor(last) }
}
