import {
  HOUR_MS,
  PRESENTATION_DIGIT_TRIES,
  PRESENTATION_KINDS,
  PRESENTATION_REASONS,
  PRESENTATION_WAYS,
  type PresentationKind,
  type PresentationReason,
  type PresentationWay,
} from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const STATES = ['waiting', 'fetched', 'taken', 'checked', 'answered', 'refused'] as const
const RESULTS = ['yes', 'no'] as const

const ADD = `
  insert into presentation (id_hash, route_hash, intent_id, is_bound, kind, way, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

const SELECT = `
  select p.id_hash, p.state, p.reason, p.expires_at, i.state as intent_state, i.redirect_uri,
    i.expires_at as intent_expires_at
  from presentation p join intent i on i.id = p.intent_id`
const FOLLOWED = row({
  id_hash: bytes,
  state: oneOf(STATES),
  reason: nullable(oneOf(PRESENTATION_REASONS)),
  expires_at: timestamp,
  intent_state: text,
  redirect_uri: text,
  intent_expires_at: timestamp,
})

const OPEN = `
  update presentation p set state = case when p.kind = 'age_app' then 'fetched' else p.state end,
    reason = case when p.kind = 'age_app' then null else p.reason end
  from intent i
  where i.id = p.intent_id and p.route_hash = $1 and p.way = 'qr'
    and (p.state in ('waiting', 'fetched') or p.reason = 'clock') and p.expires_at > $2
  returning p.kind, i.minimum_age`
const OPENED = row({ kind: oneOf(PRESENTATION_KINDS), minimum_age: int })

/** Once: a second fetch gets nothing, so that a request that was relayed is not shown twice. A wrong clock may be set right. */
const FETCH = `
  update presentation p set state = 'fetched', reason = null
  from intent i
  where i.id = p.intent_id and p.route_hash = $1 and p.kind = 'id_wallet' and (p.state = 'waiting' or p.reason = 'clock')
    and p.expires_at > $2
  returning i.minimum_age, p.expires_at`
const FETCHED = row({ minimum_age: int, expires_at: timestamp })

const TAKE = `
  update presentation p set state = 'taken', reason = null
  from intent i
  where i.id = p.intent_id and p.route_hash = $1 and p.way = any($2)
    and (p.state in ('waiting', 'fetched') or p.reason = 'clock') and p.expires_at > $3
  returning p.id_hash, p.intent_id, p.is_bound, p.kind, p.way, i.minimum_age`
const TAKEN = row({
  id_hash: bytes,
  intent_id: text,
  is_bound: bool,
  kind: oneOf(PRESENTATION_KINDS),
  way: oneOf(PRESENTATION_WAYS),
  minimum_age: int,
})

const LATE = `
  select kind from presentation
  where route_hash = $1 and way = 'link' and state in ('waiting', 'fetched') and expires_at <= $2`

const REFUSE = `update presentation set state = 'refused', reason = $2 where id_hash = $1 and state = 'taken'`
const HOLD = `
  update presentation set state = 'checked', held_result = $2, code_hash = $3, digits_hash = $4
  where id_hash = $1 and state = 'taken'`
const ANSWER = `update presentation set state = 'answered' where id_hash = $1 and state = 'taken'`

/** Removes the answer that was held: it is good for one use. */
const SPENT = 'held_result = null, code_hash = null, digits_hash = null'
const HELD = row({
  state: oneOf(STATES),
  kind: oneOf(PRESENTATION_KINDS),
  intent_id: text,
  is_bound: bool,
  held_result: oneOf(RESULTS),
})
const FINISH_BY_CODE = `
  with held as (
    select id_hash, held_result from presentation
    where id_hash = $1 and state = 'checked' and code_hash = $2 and expires_at > $3 for update)
  update presentation p set state = 'answered', ${SPENT} from held
  where p.id_hash = held.id_hash
  returning p.state, p.kind, p.intent_id, p.is_bound, held.held_result`
/** The try is counted in the statement that compares. */
const FINISH_BY_DIGITS = `
  with held as (
    select id_hash, held_result, digits_hash = $2 as is_right, digit_tries + 1 >= ${PRESENTATION_DIGIT_TRIES} as is_last
    from presentation where id_hash = $1 and state = 'checked' and expires_at > $3 for update)
  update presentation p set digit_tries = digit_tries + 1,
    state = case when is_right then 'answered' when is_last then 'refused' else p.state end,
    reason = case when not is_right and is_last then 'not_of_this_request' end,
    held_result = case when is_right or is_last then null else p.held_result end,
    code_hash = case when is_right or is_last then null else p.code_hash end,
    digits_hash = case when is_right or is_last then null else p.digits_hash end
  from held where p.id_hash = held.id_hash
  returning p.state, p.kind, p.intent_id, p.is_bound, held.held_result`

export type NewPresentation = {
  idHash: Buffer
  routeHash: Buffer
  intentId: string
  isBound: boolean
  kind: PresentationKind
  way: PresentationWay
  createdAt: Date
  expiresAt: Date
}
export type TakenPresentation = {
  idHash: Buffer
  intentId: string
  isBound: boolean
  kind: PresentationKind
  way: PresentationWay
  minimumAge: number
}

export async function addPresentation(db: Executor, added: NewPresentation): Promise<void> {
  const { idHash, routeHash, intentId, isBound, kind, way, createdAt, expiresAt } = added
  await db.query(ADD, [idHash, routeHash, intentId, isBound, kind, way, createdAt, expiresAt])
}

/** A phone opens the request behind a QR code; an age app has it then. @returns undefined when it is over */
export async function openPresentation(db: Executor, routeHash: Buffer, now: Date) {
  const [opened] = await db.query(OPEN, [routeHash, now], OPENED)
  return opened && { kind: opened.kind, minimumAge: opened.minimum_age }
}

/** A wallet fetches its request. @returns undefined when it is over, or was fetched before */
export async function fetchPresentation(db: Executor, routeHash: Buffer, now: Date) {
  const [fetched] = await db.query(FETCH, [routeHash, now], FETCHED)
  return fetched && { minimumAge: fetched.minimum_age, expiresAt: fetched.expires_at }
}

/** The kind of an expired, unanswered request to an app on this device; undefined for every other request. */
export async function lateLink(db: Executor, routeHash: Buffer, now: Date): Promise<PresentationKind | undefined> {
  const [late] = await db.query(LATE, [routeHash, now], row({ kind: oneOf(PRESENTATION_KINDS) }))
  return late?.kind
}

/** One statement: of any number of answers the first one takes the request. */
export async function takePresentation(
  db: Executor,
  routeHash: Buffer,
  ways: readonly PresentationWay[],
  now: Date,
): Promise<TakenPresentation | undefined> {
  const [taken] = await db.query(TAKE, [routeHash, ways, now], TAKEN)
  return (
    taken && {
      idHash: taken.id_hash,
      intentId: taken.intent_id,
      isBound: taken.is_bound,
      kind: taken.kind,
      way: taken.way,
      minimumAge: taken.minimum_age,
    }
  )
}

export const writeRefused = async (db: Executor, idHash: Buffer, reason: PresentationReason): Promise<void> =>
  void (await db.query(REFUSE, [idHash, reason]))

export type HeldAnswer = { result: 'yes' | 'no'; codeHash: Buffer; digitsHash: Buffer }

export const writeHeld = async (db: Executor, idHash: Buffer, held: HeldAnswer): Promise<void> =>
  void (await db.query(HOLD, [idHash, held.result, held.codeHash, held.digitsHash]))

export const writeAnswered = async (tx: Executor, idHash: Buffer): Promise<void> =>
  void (await tx.query(ANSWER, [idHash]))

async function finish(db: Executor, statement: string, values: unknown[]) {
  const [held] = await db.query(statement, values, HELD)
  if (held === undefined) return undefined
  const { kind, intent_id: intentId, is_bound: isBound } = held
  return { isDone: held.state === 'answered', kind, intentId, isBound, result: held.held_result }
}

/** Takes the stored result by its response code. @returns undefined without a result, or for another code */
export const finishByCode = (tx: Executor, idHash: Buffer, codeHash: Buffer, now: Date) =>
  finish(tx, FINISH_BY_CODE, [idHash, codeHash, now])

/** Takes what is held, by the digits; wrong ones are counted, and the last wrong try refuses the answer. */
export const finishByDigits = (tx: Executor, idHash: Buffer, digitsHash: Buffer, now: Date) =>
  finish(tx, FINISH_BY_DIGITS, [idHash, digitsHash, now])

export type FollowedPresentation = {
  idHash: Buffer
  state: (typeof STATES)[number]
  reason: PresentationReason | null
  expiresAt: Date
  intent: { state: string; redirectUri: string; expiresAt: Date }
}

const followed = async (db: Executor, where: string, values: unknown[]): Promise<FollowedPresentation[]> =>
  (await db.query(`${SELECT} ${where}`, values, FOLLOWED)).map((found) => ({
    idHash: found.id_hash,
    state: found.state,
    reason: found.reason,
    expiresAt: found.expires_at,
    intent: { state: found.intent_state, redirectUri: found.redirect_uri, expiresAt: found.intent_expires_at },
  }))

export const findPresentations = (db: Executor, idHashes: readonly Buffer[]): Promise<FollowedPresentation[]> =>
  followed(db, 'where p.id_hash = any($1::bytea[])', [idHashes])

export const sweepPresentations = sweepOf({ keepMs: HOUR_MS, table: 'presentation', by: 'expires_at' })
