import { AppError, HOUR_MS } from '@avouch/contract'
import type { AuditEvent } from '../audit/index.ts'
import { secondsUntil } from '../../platform/clock.ts'
import { sameBytes } from '../../platform/keyring.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Held } from '../limits/index.ts'
import { writeWarning } from '../sms/index.ts'
import type { ChallengeKey } from './challenge.ts'
import { cancelChallenge, findOngoing } from './challenge-store.ts'
import { ANY_TRIES, deriveCode, guessDigest, LAST_TRY, MAX_TRIES } from './code.ts'
import { deliveryOf } from './delivery.ts'
import { about, type Deps, type Recipient } from './opening.ts'
import { type BudgetAnswer, resend, type Start, start, startOrResend } from './sending.ts'
import { type TakenTry, takeTry } from './try-store.ts'
import { digitsLeft, type Guesser, placesOf, settlementOf, usedUpBy } from './wrong-codes.ts'

const DAY_MS = 24 * HOUR_MS

export type Codes = ReturnType<typeof createCodes>

/** A guess that may be compared, and the places that it took. */
type Guess = TakenTry & { guesser: Guesser; held: readonly Held[] }
/** A code that was right, for the transaction that uses it up. */
export type RightCode = Pick<Guesser, 'purpose' | 'phoneIdx'> & { held: readonly Held[] }

/** The six digits that prove a phone number: sent by SMS, guessed at most a few times, used up once. */
export const createCodes = (deps: Deps) => ({
  start: (given: Start, overBudget?: BudgetAnswer) => start(deps, given, overBudget),
  startOrResend: (given: Start) => startOrResend(deps, given),
  resend: (key: ChallengeKey, recipient: Recipient) => resend(deps, key, recipient),
  /** Whether the holder of the number has the SMS of a sign-in that the browser began. */
  isUnderWay: (of: OfBrowser) => isUnderWay(deps, of),
  deliveryOf: (key: ChallengeKey) => deliveryOf(deps, key),
  check: (key: ChallengeKey, code: string) => check(deps, key, code),
  /** What counts guesses once this code is used up: it was none. */
  settlementOf: (right: RightCode) => settlementOf(right),
  cancel: (key: ChallengeKey) => cancel(deps, key),
})

/**
 * Whether the code is right; using it up is the caller's transaction. One answer for unknown, expired, used up and
 * wrong: a guess teaches nothing.
 * @throws AppError wrong_sms_code, with restart when no further try can succeed
 */
async function check(deps: Deps, key: ChallengeKey, code: string): Promise<RightCode> {
  const { clock, anomaly, report } = deps
  const guess = await makeGuess(deps, key, code)
  if (guess === undefined) {
    await report({ ...about(key.owner, key.device), type: 'otp.dead' })
    throw new AppError('wrong_sms_code', { restart: true })
  }
  const { challenge, again, held, isCode, what, isRight } = guess
  if (isRight) {
    anomaly.codeWasRight()
    return { purpose: challenge.purpose, phoneIdx: challenge.phoneIdx, held }
  }
  if (!isCode && !again) anomaly.codeWasWrong()
  const isLast = await reportUsedUp(deps, guess, what)
  const restart = isLast || challenge.tries >= MAX_TRIES || challenge.state !== 'live'
  throw new AppError('wrong_sms_code', { restart, resend_after: secondsUntil(challenge.resendAt, clock()) })
}

/**
 * Counts the guess, compares it, and records a wrong one, in one commit: what the comparison says is known to no one before it.
 * @returns undefined when it may not be compared
 */
const makeGuess = (deps: Deps, key: ChallengeKey, code: string) =>
  deps.db.transaction(async (tx) => {
    const guess = await countGuess(deps, tx, key, guessDigest(deps.keys.mac, key.id, code))
    if (guess === undefined) return undefined
    const { challenge } = guess
    const what = about(key.owner, key.device, challenge.phoneIdx)
    const isCode = sameBytes(Buffer.from(deriveCode(deps.keys.mac, challenge)), Buffer.from(code))
    const isSent = isCode && challenge.delivery !== 'none'
    const isRight = isSent && challenge.codeExpiresAt > deps.clock()
    const wrong = { ...what, type: 'otp.wrong', reason: isSent ? 'expired' : challenge.purpose } as const
    if (!isRight) await deps.append(tx, wrong)
    return { ...guess, what, isCode, isRight }
  })

/**
 * Counts the guess before it is compared, for its challenge, its number and its browser. One that was tried before at the
 * same code is compared again and counts for nothing.
 * @returns undefined when it may not be compared
 */
async function countGuess(
  { clock, counters }: Deps,
  tx: Executor,
  key: ChallengeKey,
  digest: Buffer,
): Promise<Guess | undefined> {
  const tried = await takeTry(tx, key, digest, clock())
  if (tried === undefined) return undefined
  const { purpose, phoneIdx, tries } = tried.challenge
  const guesser = { purpose, phoneIdx, known: tried.isKnown ? key.device : null }
  if (tried.again) return { ...tried, guesser, held: [] }
  const taken = await counters.take(tx, placesOf(guesser))
  if ('refused' in taken) return undefined
  const hasPlace = taken.held.length > 0 || tries <= LAST_TRY
  return hasPlace ? { ...tried, guesser, held: taken.held } : undefined
}

/** The wrong code used the digits or the PIN up: the holder of the account's number gets one SMS about it. @returns whether it did */
async function reportUsedUp(deps: Deps, guess: Guess, what: Omit<AuditEvent, 'type'>): Promise<boolean> {
  const { db, counters, report } = deps
  const { guesser, again, held } = guess
  if (again || held.length === 0) return (await digitsLeft(counters, db, guesser)).isUsedUp
  const { digits, pin } = usedUpBy(counters, held)
  if (guesser.purpose === 'register' || !(digits || pin)) return digits || pin
  if (what.accountId !== undefined) await warnHolder(deps, what.accountId, pin)
  if (digits) await report({ ...what, type: 'otp.closed', reason: guesser.purpose })
  if (pin) await report({ ...what, type: 'auth.pin.disabled', reason: 'codes' })
  return true
}

/** About the digits at most once a day: a place comes back every few hours. */
const warnHolder = ({ db, clock, sms }: Deps, accountId: string, isPinDisabled: boolean): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock()
    const [what, notice] = isPinDisabled
      ? ([`pin:${now.getTime()}`, 'pin_closed'] as const)
      : ([`day:${Math.floor(now.getTime() / DAY_MS)}`, 'codes_wrong'] as const)
    await writeWarning(tx, { accountId, smsId: `codes:${accountId}:${what}`, notice, now }, sms.enqueue)
  })

type OfBrowser = Parameters<typeof findOngoing>[1]

/** Its SMS told the holder, however often its code was tried. */
const isUnderWay = async ({ db, clock }: Deps, of: OfBrowser): Promise<boolean> =>
  (await findOngoing(db, of, ANY_TRIES, clock())) !== undefined

/** Ends the code: its number was wrong. For one that is gone, used or ended already nothing happens. */
async function cancel({ db, report }: Deps, key: ChallengeKey): Promise<void> {
  if (await cancelChallenge(db, key)) await report({ ...about(key.owner, key.device), type: 'otp.cancelled' })
}
