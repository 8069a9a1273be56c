import { AppError, isTotpCode } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import { DatabaseUnavailable } from '../../platform/database/availability.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { AuditType } from '../audit/index.ts'
import { isFull } from '../rate-limits/index.ts'
import { emailIndex, type StaffDeps } from './deps.ts'
import { newRecoveryCodes, recoveryHashes } from './recovery-codes.ts'
import { openSession, type StaffSession } from './sessions.ts'
import {
  endSessions,
  findByEmail,
  findStaff,
  type StaffRow,
  spendRecoveryCode,
  spendTotpStep,
  writePassword,
  writeRecoveryCodes,
} from './staff-store.ts'
import { stepOf } from './totp.ts'

type Proof = { password: string; code: string }

type Wrong = { reason: 'password' | 'code'; staffId: string | undefined }

/** Password and code are one answer: nothing tells which of them was wrong. The audit trail knows. */
const wrong = (cause: Wrong) => new AppError('wrong_login_info', {}, { cause })
const isWrong = (error: unknown): error is AppError => error instanceof AppError && error.code === 'wrong_login_info'

/** @throws AppError wrong_login_info, too_many_requests */
export function signIn(deps: StaffDeps, given: Proof & { email: string }, client: Client) {
  const emailIdx = emailIndex(deps, given.email)
  return counted(deps, emailIdx, client, async () => {
    const person = await findByEmail(deps.db, emailIdx)
    const proven = await prove(deps, person, given, client)
    return deps.db.transaction(async (tx) => {
      await spendCode(deps, tx, proven, given.code)
      await deps.append(tx, { type: 'staff.signed_in', staffId: proven.id })
      return { staffId: proven.id, ...(await openSession(deps, tx, proven.id)) }
    })
  })
}

/** Every session of the person ends. @throws AppError wrong_login_info, too_many_requests */
export const changePassword = async (
  deps: StaffDeps,
  session: StaffSession,
  given: Proof & { next: string },
  client: Client,
): Promise<void> => {
  const hash = await deps.passwords.hash(given.next, client, session.staffId)
  await proveAgain(deps, session, given, client, async (tx, person) => {
    await writePassword(tx, person.id, deps.passwords.seal(person.id, hash))
    await endSessions(tx, person.id)
    return 'staff.password_set'
  })
}

/** @throws AppError wrong_login_info, too_many_requests */
export async function renewRecoveryCodes(deps: StaffDeps, session: StaffSession, given: Proof, client: Client) {
  const codes = newRecoveryCodes()
  await proveAgain(deps, session, given, client, async (tx, person) => {
    await writeRecoveryCodes(tx, person.id, codes.flatMap(recoveryHashes))
    return 'staff.recovery_codes_made'
  })
  return codes
}

type Change = (tx: Executor, person: StaffRow) => Promise<AuditType>

async function proveAgain(deps: StaffDeps, { staffId }: StaffSession, given: Proof, client: Client, change: Change) {
  const person = await findStaff(deps.db, staffId)
  if (person === undefined) throw new AppError('invalid_token')
  await counted(deps, emailIndex(deps, deps.keys.open(person.id, person.emailEnc)), client, async () => {
    await prove(deps, person, given, client)
    await deps.db.transaction(async (tx) => {
      await spendCode(deps, tx, person, given.code)
      await deps.append(tx, { type: await change(tx, person), staffId })
    })
  })
}

/** Counts a guess before anything is compared, and refunds a right one. @throws AppError too_many_requests */
async function counted<T>(deps: StaffDeps, emailIdx: Buffer, client: Client, run: () => Promise<T>): Promise<T> {
  const { db, limiter, report } = deps
  const guess = await limiter.take(db, [
    { rule: 'staff-guess.address', subject: client.address.host },
    { rule: 'staff-guess.number', subject: emailIdx.toString('hex') },
  ])
  if (isFull(guess)) throw await limiter.tooMany(guess)
  try {
    const result = await run()
    await limiter.refund(db, guess)
    return result
  } catch (error) {
    if (isWrong(error)) await report({ type: 'staff.refused', ...(error.cause as Wrong) })
    else if (!(error instanceof DatabaseUnavailable)) await limiter.refund(db, guess)
    throw error
  }
}

/** The password is right. The code is compared where it is used up. @throws AppError wrong_login_info */
async function prove(deps: StaffDeps, person: StaffRow | undefined, { password }: Proof, client: Client) {
  const isRight = await deps.passwords.matches(person, password, client)
  if (!isRight || person === undefined) throw wrong({ reason: 'password', staffId: person?.id })
  return person
}

/** Uses up a code of the authenticator, or a recovery code: each is right once. @throws AppError wrong_login_info */
async function spendCode(deps: StaffDeps, tx: Executor, person: StaffRow, code: string): Promise<void> {
  if (isTotpCode(code)) {
    const step = stepOf(deps.keys.open(person.id, person.totpEnc), code, deps.clock())
    if (step !== undefined && (await spendTotpStep(tx, person.id, step))) return
  } else if (await spendRecoveryCode(tx, person.id, recoveryHashes(code))) {
    await deps.append(tx, { type: 'staff.recovery_code_used', staffId: person.id })
    return
  }
  throw wrong({ reason: 'code', staffId: person.id })
}
