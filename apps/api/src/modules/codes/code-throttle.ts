import { CLOSED_MS, CLOSINGS_COUNT_MS, MAX_WRONG_IN_A_ROW } from './code.ts'
import { later } from '../../platform/clock.ts'
import type { CodePurpose } from '../sms/index.ts'
import type { Executor } from '../../platform/database/database.ts'

/** Beyond so many wrong codes within the time. */
export type NumberTries = { most: number; perMs: number }

/** Whose codes of a number are counted together: those of log-ins, or of resets in one known browser or in all others. */
export type CodeClass = {
  phoneIdx: Buffer
  purpose: Exclude<CodePurpose, 'register'>
  /** The browser, if the account knows it. */
  known: Buffer | null
}

const LOGIN = 'login'
const RESET = 'reset'
const nameOf = ({ purpose, known }: CodeClass): string =>
  purpose === 'login' ? LOGIN : known === null ? RESET : `${RESET}:${known.toString('hex')}`

/** Of the guess in `meant`, whose browser is $5, its row: known browsers never close log-ins by their own number. */
const GUESS = `
  select phone_idx,
    case when purpose = 'login' then '${LOGIN}' when known then '${RESET}:' || encode($5::bytea, 'hex') else '${RESET}' end as class_key,
    case when purpose = 'login' and known then 0 else 1 end as wrong_tries,
    case when purpose = 'login' then 1 else 0 end as login_tries
  from meant where purpose <> 'register' and not again and tries < $9`

const WRONG = `(case when t.until <= $7 then 0 else t.wrong_tries end + excluded.wrong_tries)`
const CLOSES = `(excluded.wrong_tries = 1 and ${WRONG} >= $12)`
const CLOSINGS = `(case when t.until > $16 then t.closings_total else 0 end)`

/** Takes the guess's place: without a row the class is closed. $7: now. $12 to $16: see throttleValues. */
export const THROTTLED = `
  insert into code_throttle as t (phone_idx, class_key, wrong_tries, until, closings_total, login_tries)
    select phone_idx, class_key, wrong_tries, $13, case when wrong_tries >= $12 then 1 else 0 end, login_tries from (${GUESS}) g
  on conflict (phone_idx, class_key) do update set
    wrong_tries = ${WRONG},
    until = case
      when ${CLOSES} then ($14::timestamptz[])[least(${CLOSINGS} + 1, cardinality($14::timestamptz[]))]
      when t.until <= $7 then excluded.until else t.until end,
    closings_total = ${CLOSINGS} + case when ${CLOSES} then 1 else 0 end,
    login_tries = t.login_tries + excluded.login_tries
  where (excluded.wrong_tries = 0 or t.until <= $7 or t.wrong_tries < $12) and (excluded.login_tries = 0 or t.login_tries < $15)
  returning wrong_tries, until, login_tries`

export const throttleValues = ({ most, perMs }: NumberTries, now: Date): unknown[] => [
  most,
  later(now, perMs),
  CLOSED_MS.map((wait) => later(now, wait).toISOString()),
  MAX_WRONG_IN_A_ROW,
  later(now, -CLOSINGS_COUNT_MS),
]

const STATE = `
  select case when until > $3 then wrong_tries else 0 end as wrong_tries, until, login_tries from code_throttle
  where phone_idx = $1 and class_key = $2`

/** Wrong codes that are counted at the moment, and until when the class is closed for the browser. */
export async function stateOf(
  db: Executor,
  of: CodeClass,
  { most, now }: { most: number; now: Date },
): Promise<{ tries: number; until: Date | undefined }> {
  const [row] = await db.query<{ wrong_tries: number; until: Date; login_tries: number }>(STATE, [
    of.phoneIdx,
    nameOf(of),
    now,
  ])
  if (row === undefined) return { tries: 0, until: undefined }
  const isStranger = of.purpose === 'reset' || of.known === null
  const until = isStranger && row.wrong_tries >= most ? row.until : undefined
  return { tries: Math.max(row.wrong_tries, row.login_tries), until }
}

const IS_SPENT = `
  select 1 from code_throttle where phone_idx = $1 and class_key = '${LOGIN}' and login_tries >= $2`

/** Whether so many codes were wrong after the right PIN that it is good no more. */
export const closesPin = async (db: Executor, phoneIdx: Buffer): Promise<boolean> =>
  (await db.query(IS_SPENT, [phoneIdx, MAX_WRONG_IN_A_ROW])).length > 0

const FORGET = 'delete from code_throttle where phone_idx = $1 and class_key = $2'
const ROW_ENDS = `update code_throttle set login_tries = 0 where phone_idx = $1 and class_key = '${LOGIN}'`

/** The code was right. The caller has taken the challenge, as whoever guesses. */
export async function codeWasRight(tx: Executor, of: CodeClass): Promise<void> {
  if (of.purpose === 'login' && of.known !== null) await tx.query(ROW_ENDS, [of.phoneIdx])
  else await tx.query(FORGET, [of.phoneIdx, nameOf(of)])
}

/** There is another PIN: what was guessed after the old one is worth nothing. */
export const forgetLogIns = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query(FORGET, [phoneIdx, LOGIN]))

/** Somebody has proven the number and made it an account. */
export const forgetNumber = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('delete from code_throttle where phone_idx = $1', [phoneIdx]))
