import { AppError, isTotpCode } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import { DatabaseUnavailable } from '../../platform/database/availability.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Audit, AuditType } from '../audit/index.ts'
import { isFull, type RateLimiter, refundHits } from '../rate-limits/index.ts'
import { newRecoveryCodes, recoveryHashes } from './recovery-codes.ts'
import type { Secrets } from './secrets.ts'
import type { StaffSession, StaffSessions } from './staff-sessions.ts'
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

type Proof = { password: string; code: string }

type Wrong = { reason: 'password' | 'code'; staffId: string | undefined }

/** One refusal for password and code: only the audit trail has which of them was wrong. */
const wrong = (cause: Wrong) => new AppError('wrong_login_info', {}, { cause })
const isWrong = (error: unknown): error is AppError => error instanceof AppError && error.code === 'wrong_login_info'

type Change = (tx: Executor, person: StaffRow) => Promise<AuditType>
type Deps = {
  db: Database
  clock: Clock
  limiter: RateLimiter
  audit: Audit
  secrets: Secrets
  sessions: StaffSessions
}

/** Signs people in by password and authenticator, and changes both. */
export class Credentials {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError wrong_login_info, too_many_requests */
  signIn(given: Proof & { email: string }, client: Client) {
    const { db, audit, secrets, sessions } = this.#deps
    const emailIdx = secrets.emailIndex(given.email)
    return this.#counted(emailIdx, client, async () => {
      const proven = await this.#prove(await findByEmail(db, emailIdx), given, client)
      return db.transaction(async (tx) => {
        await this.#spendCode(tx, proven, given.code)
        await audit.append(tx, { type: 'staff.signed_in', staffId: proven.id })
        return { staffId: proven.id, ...(await sessions.open(tx, proven.id)) }
      })
    })
  }

  /** Every session of the person ends. @throws AppError wrong_login_info, too_many_requests */
  async changePassword(session: StaffSession, given: Proof & { next: string }, client: Client): Promise<void> {
    const { secrets } = this.#deps
    const hash = await secrets.hashPassword(given.next, client, session.staffId)
    await this.#proveAgain(session, given, client, async (tx, person) => {
      await writePassword(tx, person.id, secrets.seal(person.id, hash))
      await endSessions(tx, person.id)
      return 'staff.password_set'
    })
  }

  /** @throws AppError wrong_login_info, too_many_requests */
  async renewRecoveryCodes(session: StaffSession, given: Proof, client: Client): Promise<string[]> {
    const codes = newRecoveryCodes()
    await this.#proveAgain(session, given, client, async (tx, person) => {
      await writeRecoveryCodes(tx, person.id, codes.flatMap(recoveryHashes))
      return 'staff.recovery_codes_made'
    })
    return codes
  }

  async #proveAgain({ staffId }: StaffSession, given: Proof, client: Client, change: Change): Promise<void> {
    const { db, audit, secrets } = this.#deps
    const person = await findStaff(db, staffId)
    if (person === undefined) throw new AppError('invalid_token')
    await this.#counted(secrets.emailIndexOf(person), client, async () => {
      await this.#prove(person, given, client)
      await db.transaction(async (tx) => {
        await this.#spendCode(tx, person, given.code)
        await audit.append(tx, { type: await change(tx, person), staffId })
      })
    })
  }

  /** Counts a guess before anything is compared, and refunds a right one. @throws AppError too_many_requests */
  async #counted<T>(emailIdx: Buffer, client: Client, run: () => Promise<T>): Promise<T> {
    const { db, limiter, audit } = this.#deps
    const guess = await limiter.take(db, [
      { rule: 'staff-guess.address', subject: client.address.host },
      { rule: 'staff-guess.number', subject: emailIdx.toString('hex') },
    ])
    if (isFull(guess)) throw await limiter.tooMany(guess)
    try {
      const result = await run()
      await refundHits(db, guess)
      return result
    } catch (error) {
      if (isWrong(error)) await audit.report({ type: 'staff.refused', ...(error.cause as Wrong) })
      else if (!(error instanceof DatabaseUnavailable)) await refundHits(db, guess)
      throw error
    }
  }

  /** The password is right. The code is compared where it is used up. @throws AppError wrong_login_info */
  async #prove(person: StaffRow | undefined, { password }: Proof, client: Client): Promise<StaffRow> {
    const isRight = await this.#deps.secrets.matchesPassword(person, password, client)
    if (!isRight || person === undefined) throw wrong({ reason: 'password', staffId: person?.id })
    return person
  }

  /** Uses up a code of the authenticator, or a recovery code: each is right once. @throws AppError wrong_login_info */
  async #spendCode(tx: Executor, person: StaffRow, code: string): Promise<void> {
    const { clock, audit, secrets } = this.#deps
    if (isTotpCode(code)) {
      const step = secrets.totpStepOf(person, code, clock())
      if (step !== undefined && (await spendTotpStep(tx, person.id, step))) return
    } else if (await spendRecoveryCode(tx, person.id, recoveryHashes(code))) {
      await audit.append(tx, { type: 'staff.recovery_code_used', staffId: person.id })
      return
    }
    throw wrong({ reason: 'code', staffId: person.id })
  }
}
