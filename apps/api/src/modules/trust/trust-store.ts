import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, bytes, nullable, row, text, timestamp } from '../../platform/database/rows.ts'

const ADD = 'insert into trust_list (url, next_try_at) values ($1, $2) on conflict do nothing'
const REMOVE_OTHERS = 'delete from trust_list where url <> all($1)'
export const LIST_OUTBOX = {
  name: 'trust.fetch',
  table: 'trust_list',
  key: 'url',
  attempts: 'attempts',
  dueAt: 'next_try_at',
  open: 'true',
  isDuty: true,
} as const

const LISTS = `
  select url, sequence, issued_at, next_update, fetched_at, problem, problem_since,
    (select count(*) from trust_anchor a where a.list_url = l.url) as anchors
  from trust_list l order by url`
const LISTED = row({
  url: text,
  sequence: nullable(bigint),
  issued_at: nullable(timestamp),
  next_update: nullable(timestamp),
  fetched_at: nullable(timestamp),
  problem: nullable(text),
  problem_since: nullable(timestamp),
  anchors: bigint,
})

/** One statement: a list that is older than the one in force changes nothing. */
const ACCEPT = `
  with before as (select url, content_hash from trust_list where url = $1 for update)
  update trust_list l set sequence = $2, issued_at = $3, next_update = $4, signer = $5, content_hash = $6, fetched_at = $7,
    problem = null, problem_since = null, next_try_at = $8, attempts = 0
  from before
  where l.url = before.url and (l.sequence is null or l.sequence < $2 or l.sequence = $2 and l.content_hash = $6)
  returning before.content_hash is distinct from $6 as changed`
const ACCEPTED = row({ changed: bool })
const CLEAR = 'delete from trust_anchor where list_url = $1'
const ADD_ANCHORS = `
  insert into trust_anchor (list_url, fingerprint, certificate)
  select $1, f, c from unnest($2::bytea[], $3::bytea[]) as n (f, c) on conflict do nothing`
const REFUSE = `
  update trust_list set problem = $2, next_try_at = $3, problem_since = coalesce(problem_since, $4) where url = $1`

const ANCHORS = `
  select a.list_url, a.certificate, l.signer, l.next_update
  from trust_anchor a join trust_list l on l.url = a.list_url where a.list_url = any($1)`
const ANCHOR = row({ list_url: text, certificate: bytes, signer: bytes, next_update: timestamp })

/** Lists that the settings no longer name go, with their certificates. */
export async function setLists(tx: Executor, urls: readonly string[], now: Date): Promise<void> {
  await tx.query(REMOVE_OTHERS, [urls])
  for (const url of urls) await tx.query(ADD, [url, now])
}

export const readLists = async (db: Executor) =>
  (await db.query(LISTS, [], LISTED)).map((found) => ({
    url: found.url,
    sequence: found.sequence,
    issuedAt: found.issued_at,
    nextUpdate: found.next_update,
    fetchedAt: found.fetched_at,
    problem: found.problem,
    problemSince: found.problem_since,
    anchors: found.anchors,
  }))

export type AcceptedList = {
  url: string
  sequence: number
  issuedAt: Date
  nextUpdate: Date
  signer: Buffer
  contentHash: Buffer
  anchors: readonly { fingerprint: Buffer; certificate: Buffer }[]
  now: Date
  nextTryAt: Date
}

/** @returns undefined for a list that is older than the one in force, or says something else under its number */
export async function acceptList(tx: Executor, list: AcceptedList): Promise<{ changed: boolean } | undefined> {
  const { url, sequence, issuedAt, nextUpdate, signer, contentHash, anchors, now, nextTryAt } = list
  const values = [url, sequence, issuedAt, nextUpdate, signer, contentHash, now, nextTryAt]
  const [accepted] = await tx.query(ACCEPT, values, ACCEPTED)
  if (accepted === undefined) return undefined
  await tx.query(CLEAR, [url])
  const columns = [anchors.map(({ fingerprint }) => fingerprint), anchors.map(({ certificate }) => certificate)]
  await tx.query(ADD_ANCHORS, [url, ...columns])
  return accepted
}

type Refused = { problem: string; nextTryAt: Date; now: Date }
export const writeProblem = async (db: Executor, url: string, { problem, nextTryAt, now }: Refused): Promise<void> =>
  void (await db.query(REFUSE, [url, problem, nextTryAt, now]))

export const readAnchors = async (db: Executor, urls: readonly string[]) =>
  (await db.query(ANCHORS, [urls], ANCHOR)).map((found) => ({
    url: found.list_url,
    certificate: found.certificate,
    signer: found.signer,
    nextUpdate: found.next_update,
  }))
