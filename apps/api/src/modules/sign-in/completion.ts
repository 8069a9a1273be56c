import { deleteRegistrations, insertAccountOf, lockRegistration } from '../accounts/index.ts'
import { moveChallenges, type RightCode, useChallenge } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Executor } from '../../platform/database/database.ts'
import { makeKnown } from '../devices/index.ts'
import { earnersOf } from '../limits/index.ts'
import {
  findOpenedBy,
  insertFamily,
  moveSessions,
  type OpenedFamily,
  revokeOldest,
  type SessionOwner,
} from '../sessions/index.ts'
import type { Places } from '../sms/index.ts'
import type { Deps } from './deps.ts'
import { openLogIn } from './log-in-store.ts'

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
  tx: Executor,
  confirmed: Confirmed,
  registrationId: string,
  repeatSince: Date,
): Promise<Completion> {
  const { challengeId, owner, accountId, opened } = confirmed
  const { family, access } = opened
  const number = await lockRegistration(tx, registrationId)
  const used = await useChallenge(tx, { id: challengeId, owner, purposes: SIGN_IN }, family.now)
  if (used === undefined) return repeated(tx, challengeId, repeatSince)
  if (number !== undefined && (await deps.isStopped(tx, number, family.now))) {
    await deleteRegistrations(tx, number.phoneIdx)
    await deps.append(tx, { type: 'signup.stopped', phoneIdx: number.phoneIdx })
    return { kind: 'under_age' }
  }
  if (!(await promote(deps, tx, registrationId, { accountId, now: family.now }))) return { kind: 'number_taken' }
  await insertFamily(tx, family, access)
  return finish(deps, tx, confirmed, { ...used, known: false, ended: [] })
}

type Used = { phoneIdx: Buffer; places: Places[]; known: boolean; ended: readonly string[] }

/** What follows from number, PIN and code: the browser is known, and the counters of guesses and SMS are settled. */
async function finish(
  { codes, counters, sms, pins, append }: Deps,
  tx: Executor,
  { owner, accountId, opened: { family }, right, client }: Confirmed,
  { phoneIdx, places, known, ended }: Used,
): Promise<Completion> {
  const { device, now } = family
  const added = device !== null && !known && (await makeKnown(tx, accountId, device, now))
  const { cleared = [], clearedUnlessFull = [] } = known ? {} : pins.numberProven(phoneIdx, device)
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
    ...('accountId' in owner ? [] : [{ ...what, type: 'signup.completed' } as const]),
    ...(added ? [{ ...what, type: 'device.added' } as const] : []),
    { ...what, type: 'auth.token.issued' },
    ...ended.map((familyId) => ({ accountId, familyId, type: 'session.revoked', reason: 'too many' }) as const),
  )
  return { kind: 'opened' }
}

/** The registration becomes the account; its code and its session go along, and every other registration of the number goes. */
async function promote(
  { pins }: Pick<Deps, 'pins'>,
  tx: Executor,
  registrationId: string,
  { accountId, now }: { accountId: string; now: Date },
): Promise<boolean> {
  const phoneIdx = await insertAccountOf(tx, registrationId, accountId, now)
  if (phoneIdx === undefined) return false
  await moveChallenges(tx, registrationId, accountId)
  await moveSessions(tx, registrationId, accountId)
  await deleteRegistrations(tx, phoneIdx)
  await pins.forgetGuesses(tx, phoneIdx, [])
  return true
}

async function repeated(tx: Executor, challengeId: string, since: Date): Promise<Completion> {
  const family = await findOpenedBy(tx, challengeId, since)
  return family === undefined ? { kind: 'gone' } : { kind: 'repeated', ...family }
}
