import { deleteRegistrations, type StoredNumber } from '../accounts/index.ts'
import { type RightCode, useChallenge } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { lockNumber } from '../../platform/database/number-lock.ts'
import { trimDevices } from '../devices/index.ts'
import { earnersOf } from '../limits/index.ts'
import { findOpenedBy, type OpenedFamily, revokeOldest, type SessionOwner } from '../sessions/index.ts'
import type { Places } from '../sms/index.ts'
import type { Deps } from './deps.ts'
import { openLogIn } from './log-in-store.ts'
import { openSignUp } from './sign-up-store.ts'

/** A registration's code becomes its account's: both are good for both. A code of a reset is not. */
export const SIGN_IN = ['login', 'register'] as const

type Completion =
  | { kind: 'opened' }
  /** The code was used a moment ago by the same sign-in: its answer got lost. */
  | { kind: 'repeated'; familyId: string; accountId: string }
  /** Another registration of the same number was faster. */
  | { kind: 'number_taken' }
  /** The holder of the number was under age a short time ago. Only the number's SMS code reveals that. */
  | { kind: 'under_age' }
  | { kind: 'gone' }

type Confirmed = {
  challengeId: string
  owner: SessionOwner
  number: StoredNumber
  accountId: string
  opened: OpenedFamily
  right: RightCode
  client: Client
}

/**
 * One transaction: uses up the challenge, makes an account of a registration, removes the number's other registrations,
 * opens the session, makes its device a known one. Of two calls at the same moment one opens and the other repeats.
 */
export const complete = (deps: Deps, confirmed: Confirmed, repeatSince: Date): Promise<Completion> =>
  deps.db.transaction(async (tx) => {
    const { challengeId, owner, accountId, opened } = confirmed
    if ('accountId' in owner) {
      const used = await openLogIn(tx, { challengeId, accountId, purposes: SIGN_IN, opened })
      if (used === undefined) return repeated(tx, challengeId, repeatSince)
      const ended = used.others >= FEW_SESSIONS ? await revokeOldest(tx, accountId, opened.family) : []
      return finish(deps, tx, confirmed, { ...used, ended })
    }
    return register(deps, tx, confirmed, owner.registrationId, repeatSince)
  })

/** Below them no session has to end, not even with others that are opened at this moment. */
const FEW_SESSIONS = 5

async function register(
  deps: Deps,
  tx: Transaction,
  confirmed: Confirmed,
  registrationId: string,
  repeatSince: Date,
): Promise<Completion> {
  const { challengeId, owner, number, accountId, opened } = confirmed
  const { now } = opened.family
  await lockNumber(tx, number.phoneIdx)
  if (await deps.isStopped(tx, number, now)) {
    const used = await useChallenge(tx, { id: challengeId, owner, purposes: SIGN_IN }, now)
    if (used === undefined) return repeated(tx, challengeId, repeatSince)
    await deleteRegistrations(tx, number.phoneIdx)
    await deps.append(tx, { type: 'signup.stopped', phoneIdx: number.phoneIdx })
    return { kind: 'under_age' }
  }
  const used = await openSignUp(tx, { challengeId, registrationId, accountId, purposes: SIGN_IN, opened })
  if (used === undefined) return repeated(tx, challengeId, repeatSince)
  if (!used.made) return { kind: 'number_taken' }
  return finish(deps, tx, confirmed, { ...used, known: false, ended: [] })
}

type Used = { phoneIdx: Buffer; places: Places[]; known: boolean; ended: readonly string[] }

/** What follows from number, PIN and code: the counters of guesses and SMS are settled, and the trail records it. */
async function finish(
  { codes, counters, sms, pins, append }: Deps,
  tx: Transaction,
  { owner, accountId, opened: { family }, right, client }: Confirmed,
  { phoneIdx, places, known, ended }: Used,
): Promise<Completion> {
  const { device } = family
  const isNew = !('accountId' in owner)
  const added = device !== null && !known
  const { cleared = [], clearedUnlessFull = [] } = known || isNew ? {} : pins.numberProven(phoneIdx, device)
  const ofCode = codes.settlementOf(right)
  await counters.settle(tx, {
    held: [...ofCode.held, ...sms.typedIn(places)],
    cleared: [...ofCode.cleared, ...cleared],
    clearedUnlessFull,
    earned: earnersOf(client),
  })
  const what = { accountId, familyId: family.id, device }
  await append(
    tx,
    { ...what, type: 'otp.verified' },
    ...(isNew ? [{ ...what, type: 'signup.completed' } as const] : []),
    ...(added ? [{ ...what, type: 'device.added' } as const] : []),
    { ...what, type: 'auth.token.issued' },
    ...ended.map((familyId) => ({ accountId, familyId, type: 'session.revoked', reason: 'too many' }) as const),
  )
  // No guess at the PIN of a sign-up counts at the account's.
  if (isNew) await pins.forgetGuesses(tx, phoneIdx, device === null ? [] : [device])
  if (added) await trimDevices(tx, accountId, device)
  return { kind: 'opened' }
}

async function repeated(tx: Executor, challengeId: string, since: Date): Promise<Completion> {
  const family = await findOpenedBy(tx, challengeId, since)
  return family === undefined ? { kind: 'gone' } : { kind: 'repeated', ...family }
}
