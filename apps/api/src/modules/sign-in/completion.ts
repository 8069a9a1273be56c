import { deleteRegistrations, holdAccount, insertAccountOf, lockRegistration } from '../accounts/index.ts'
import { moveChallenges, type RightCode, useChallenge } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Executor } from '../../platform/database/database.ts'
import { makeKnown } from '../devices/index.ts'
import {
  findOpenedBy,
  insertFamily,
  moveSessions,
  type OpenedFamily,
  revokeOldest,
  type SessionOwner,
} from '../sessions/index.ts'
import type { Deps } from './deps.ts'

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
export const complete = (
  deps: Deps,
  { challengeId, owner, accountId, opened: { family, access }, right, client }: Confirmed,
  repeatSince: Date,
): Promise<Completion> =>
  deps.db.transaction(async (tx) => {
    const { codes, sms, pins, limits, isStopped, append } = deps
    const { now, device } = family
    const registration = 'registrationId' in owner ? owner.registrationId : undefined
    const number = registration === undefined ? undefined : await lockRegistration(tx, registration)
    if ('accountId' in owner) await holdAccount(tx, owner.accountId)
    const used = await useChallenge(tx, { id: challengeId, owner, purposes: SIGN_IN }, now)
    if (used === undefined) return repeated(tx, challengeId, repeatSince)
    if (number !== undefined && (await isStopped(tx, number, now))) {
      await deleteRegistrations(tx, number.phoneIdx)
      await append(tx, { type: 'signup.stopped', phoneIdx: number.phoneIdx })
      return { kind: 'under_age' }
    }
    if (registration !== undefined && !(await promote(deps, tx, registration, { accountId, now })))
      return { kind: 'number_taken' }
    await insertFamily(tx, family, access)
    const ended = await revokeOldest(tx, accountId, family)
    await sms.typedIn(tx, used.places)
    const added = device !== null && (await makeKnown(tx, accountId, device, now))
    const wasKnown = device !== null && !added
    if (!wasKnown) await pins.numberProven(tx, used.phoneIdx, device)
    await codes.settle(tx, right)
    await limits.succeeded(tx, client)
    const what = { accountId, familyId: family.id, device }
    await append(
      tx,
      { ...what, type: 'otp.verified' },
      ...(registration === undefined ? [] : [{ ...what, type: 'signup.completed' } as const]),
      ...(added ? [{ ...what, type: 'device.added' } as const] : []),
      { ...what, type: 'auth.token.issued' },
      ...ended.map((familyId) => ({ accountId, familyId, type: 'session.revoked', reason: 'too many' }) as const),
    )
    return { kind: 'opened' }
  })

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
