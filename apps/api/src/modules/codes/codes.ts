import { AppError } from '@avouch/contract'
import type { AuditEvent } from '../audit/index.ts'
import { secondsUntil } from '../../platform/clock.ts'
import { sameBytes } from '../../platform/keyring.ts'
import type { Rules } from '../limits/index.ts'
import { writeWarning } from '../sms/index.ts'
import type { ChallengeKey } from './challenge.ts'
import { cancelChallenge, findOngoing } from './challenge-store.ts'
import { deriveCode, guessDigest, MAX_TRIES } from './code.ts'
import { type Deps, maxTries, type Recipient } from './opening.ts'
import { about, type BudgetAnswer, resend, type Start, start, startOrResend } from './sending.ts'
import { type TakenTry, takeTry } from './try-store.ts'

type Settings = Omit<Deps, 'tries'> & { rules: Pick<Rules, 'codes-wrong.number' | 'codes-wrong.strangers'> }
export type Codes = ReturnType<typeof createCodes>

/** The six digits that prove a phone number: sent by SMS, guessed at most a few times, used up once. */
export function createCodes({ rules, ...settings }: Settings) {
  const within = ({ burst, perMs }: Rules['codes-wrong.number']) => ({ most: burst, perMs })
  const tries = { ofNumber: within(rules['codes-wrong.number']), ofStrangers: within(rules['codes-wrong.strangers']) }
  const deps = { ...settings, tries }
  return {
    start: (given: Start, overBudget?: BudgetAnswer) => start(deps, given, overBudget),
    startOrResend: (given: Start) => startOrResend(deps, given),
    resend: (key: ChallengeKey, recipient: Recipient) => resend(deps, key, recipient),
    /** Whether the holder of the number has the SMS of a sign-in that the browser began. */
    isUnderWay: (of: OfBrowser) => isUnderWay(deps, of),
    check: (key: ChallengeKey, code: string) => check(deps, key, code),
    cancel: (key: ChallengeKey) => cancel(deps, key),
  }
}

/**
 * Whether the code is right; using it up is the caller's transaction. One answer for unknown, expired, used up and
 * wrong: a guess teaches nothing.
 * @throws AppError wrong_sms_code, with restart when no further try can succeed
 */
async function check(deps: Deps, key: ChallengeKey, code: string): Promise<void> {
  const { db, clock, keys, anomaly, report } = deps
  const guess = guessDigest(keys.mac, key.id, code)
  const taken = await takeTry(db, key, { guess, most: await maxTries(deps), rules: deps.tries, now: clock() })
  const what = about(key.owner, key.device, taken?.challenge.phoneIdx)
  if (taken === undefined) {
    await report({ ...what, type: 'otp.dead' })
    throw new AppError('wrong_sms_code', { restart: true })
  }
  const { challenge, again, most, lockedUntil, disablesPin } = taken
  const isCode = sameBytes(Buffer.from(deriveCode(keys.mac, challenge)), Buffer.from(code))
  const right = isCode && challenge.delivery !== 'none'
  if (right && challenge.codeExpiresAt > clock()) return
  if (!isCode && !again) await anomaly.codeWasWrong()
  await report({ ...what, type: 'otp.wrong', reason: right ? 'expired' : challenge.purpose })
  const isLocked = lockedUntil !== null || disablesPin
  if (isLocked) await reportLockout(deps, taken, what)
  const restart = isLocked || challenge.tries >= most || challenge.state !== 'live'
  throw new AppError('wrong_sms_code', { restart, resend_after: secondsUntil(challenge.resendAt, clock()) })
}

/** The wrong code began a lockout: the holder of the account's number gets one SMS about it. */
async function reportLockout(deps: Deps, taken: TakenTry, what: Omit<AuditEvent, 'type'>): Promise<void> {
  const { challenge, lockedUntil, disablesPin } = taken
  if (what.accountId !== undefined) await warnHolder(deps, what.accountId, taken)
  if (lockedUntil !== null) await deps.report({ ...what, type: 'otp.closed', reason: challenge.purpose })
  if (disablesPin) await deps.report({ ...what, type: 'auth.pin.disabled', reason: 'codes' })
}

const warnHolder = (
  { db, clock, sms }: Deps,
  accountId: string,
  { lockedUntil, disablesPin }: Pick<TakenTry, 'lockedUntil' | 'disablesPin'>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock()
    const warn = (what: string, notice: 'codes_wrong' | 'pin_closed') =>
      writeWarning(tx, { accountId, smsId: `codes:${accountId}:${what}`, notice, now }, sms.enqueue)
    if (disablesPin) await warn(`pin:${now.getTime()}`, 'pin_closed')
    else if (lockedUntil !== null) await warn(String(lockedUntil.getTime()), 'codes_wrong')
  })

type OfBrowser = Parameters<typeof findOngoing>[1]

const isUnderWay = async ({ db, clock }: Deps, of: OfBrowser): Promise<boolean> =>
  (await findOngoing(db, of, MAX_TRIES + 1, clock())) !== undefined

/** Ends the code: its number was wrong. For one that is gone, used or ended already nothing happens. */
async function cancel({ db, report }: Deps, key: ChallengeKey): Promise<void> {
  if (await cancelChallenge(db, key)) await report({ ...about(key.owner, key.device), type: 'otp.cancelled' })
}
