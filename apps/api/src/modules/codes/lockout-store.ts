import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { int, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { CodePurpose } from '../sms/index.ts'
import { LOCKOUT_MS, LOCKOUTS_COUNT_MS, MAX_WRONG_IN_A_ROW } from './code.ts'

/** The most wrong codes within the time. */
export type NumberTries = { most: number; perMs: number }

/** Which codes of a number are counted together: those of log-ins, or of resets in one known browser or in all others. */
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

/** Of the guess in `meant`, whose browser is $5, its row: wrong codes in known browsers never lock log-ins. */
const GUESS = `
  select phone_idx,
    case when purpose = 'login' then '${LOGIN}' when known then '${RESET}:' || encode($5::bytea, 'hex') else '${RESET}' end as class_key,
    case when purpose = 'login' and known then 0 else 1 end as wrong_tries,
    case when purpose = 'login' then 1 else 0 end as login_tries
  from meant where purpose <> 'register' and not again and tries < $9`

const WRONG = `(case when t.until <= $7 then 0 else t.wrong_tries end + excluded.wrong_tries)`
const LOCKS = `(excluded.wrong_tries = 1 and ${WRONG} >= $12)`
const LOCKOUTS = `(case when t.until > $16 then t.closings_total else 0 end)`

/** Counts the guess before it is compared: without a row the class is locked. $7: now. $12 to $16: see lockoutValues. */
export const COUNT_WRONG = `
  insert into code_throttle as t (phone_idx, class_key, wrong_tries, until, closings_total, login_tries)
    select phone_idx, class_key, wrong_tries, $13, case when wrong_tries >= $12 then 1 else 0 end, login_tries from (${GUESS}) g
  on conflict (phone_idx, class_key) do update set
    wrong_tries = ${WRONG},
    until = case
      when ${LOCKS} then ($14::timestamptz[])[least(${LOCKOUTS} + 1, cardinality($14::timestamptz[]))]
      when t.until <= $7 then excluded.until else t.until end,
    closings_total = ${LOCKOUTS} + case when ${LOCKS} then 1 else 0 end,
    login_tries = t.login_tries + excluded.login_tries
  where (excluded.wrong_tries = 0 or t.until <= $7 or t.wrong_tries < $12) and (excluded.login_tries = 0 or t.login_tries < $15)
  returning wrong_tries, until, login_tries`

export const lockoutValues = ({ most, perMs }: NumberTries, now: Date): unknown[] => [
  most,
  later(now, perMs),
  LOCKOUT_MS.map((wait) => later(now, wait).toISOString()),
  MAX_WRONG_IN_A_ROW,
  later(now, -LOCKOUTS_COUNT_MS),
]

const STATE = `
  select case when until > $3 then wrong_tries else 0 end as wrong_tries, until, login_tries from code_throttle
  where phone_idx = $1 and class_key = $2`

const COUNTED = row({ wrong_tries: int, until: timestamp, login_tries: int })

/** Wrong codes that are counted at the moment, and until when the class is locked for the browser. */
export async function readLockout(
  db: Executor,
  of: CodeClass,
  { most, now }: { most: number; now: Date },
): Promise<{ tries: number; until: Date | undefined }> {
  const [counted] = await db.query(STATE, [of.phoneIdx, nameOf(of), now], COUNTED)
  if (counted === undefined) return { tries: 0, until: undefined }
  const isStranger = of.purpose === 'reset' || of.known === null
  const until = isStranger && counted.wrong_tries >= most ? counted.until : undefined
  return { tries: Math.max(counted.wrong_tries, counted.login_tries), until }
}

const IS_SPENT = `
  select 1 from code_throttle where phone_idx = $1 and class_key = '${LOGIN}' and login_tries >= $2`

/** Whether so many codes were wrong after the right PIN that the PIN is disabled. */
export const isPinDisabled = async (db: Executor, phoneIdx: Buffer): Promise<boolean> =>
  (await db.query(IS_SPENT, [phoneIdx, MAX_WRONG_IN_A_ROW])).length > 0

const OF_NUMBER = `
  select class_key, case when until > $2 then wrong_tries else 0 end as wrong_tries, until, login_tries from code_throttle
  where phone_idx = $1 order by class_key`
const GUESSES = 'select guesses, until from number_guess where phone_idx = $1 and until > $2'

/** A class of a number's codes, as an operator sees it. */
const classOf = (key: string): 'login' | 'reset' | 'reset here' => (key === LOGIN || key === RESET ? key : 'reset here')

/** Everything that wrong codes of a number count at the moment. */
export async function wrongCodesOf(db: Executor, phoneIdx: Buffer, now: Date) {
  const classes = await db.query(OF_NUMBER, [phoneIdx, now], row({ ...COUNTED.shape, class_key: text }))
  const [registrations] = await db.query(GUESSES, [phoneIdx, now], row({ guesses: int, until: timestamp }))
  return {
    classes: classes.map(({ class_key, wrong_tries, until, login_tries }) => ({
      ofClass: classOf(class_key),
      wrong: wrong_tries,
      until,
      inARow: login_tries,
    })),
    registrations,
  }
}

const DELETE = 'delete from code_throttle where phone_idx = $1 and class_key = $2'
const RESET_LOGINS = `update code_throttle set login_tries = 0 where phone_idx = $1 and class_key = '${LOGIN}'`

/** A right code resets the counter of its class. The caller holds the challenge, as a guess does. */
export async function codeWasRight(tx: Executor, of: CodeClass): Promise<void> {
  if (of.purpose === 'login' && of.known !== null) await tx.query(RESET_LOGINS, [of.phoneIdx])
  else await tx.query(DELETE, [of.phoneIdx, nameOf(of)])
}

/** There is another PIN: guesses after the old one no longer count. */
export const resetLoginTries = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query(DELETE, [phoneIdx, LOGIN]))

/** The number is proven and becomes an account: no wrong code of it counts. */
export const liftLockouts = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('delete from code_throttle where phone_idx = $1', [phoneIdx]))

/** The budget of a number, its wrong codes, and codes that were used or ran out. */
export const sweepCodes = sweepOf(
  { keepMs: 0, statement: 'delete from number_guess where until <= $1' },
  { keepMs: LOCKOUTS_COUNT_MS, statement: 'delete from code_throttle where until <= $1 and login_tries = 0' },
  { keepMs: 24 * HOUR_MS, statement: 'delete from sms_challenge where expires_at <= $1' },
)
