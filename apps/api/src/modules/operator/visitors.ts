import { type AdminAccount, type AdminLimit, AppError, type NumberStory } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import type { OperatorAccounts } from './account-admin.ts'
import { type Caller, readCaller } from './caller.ts'
import { type CallerLimits, type LimitState, RELEASABLE } from './caller-limits.ts'
import type { Numbers } from './numbers.ts'

/** Limits of SMS that count a number alone. */
const OWN_SMS = ['code.sms', 'sms-proven.number'] as const

type Deps = {
  db: Database
  clock: Clock
  limiter: RateLimiter
  limits: CallerLimits
  accounts: OperatorAccounts
  numbers: Numbers
}

const STATES = { free: 'free', 'harder captcha': 'harder_captcha', full: 'full' } as const

/** Leaves out the address or number itself. */
const shown = ({ rule, subject, used, allowed, state, nextAt, allAt }: LimitState): AdminLimit => ({
  rule,
  of: subject,
  used,
  allowed,
  state: STATES[state],
  next_at: nextAt?.toISOString() ?? null,
  all_at: allAt?.toISOString() ?? null,
})

/** @throws AppError invalid_request, without what was typed: it may be a number */
function callerIn(typed: string): Caller {
  const caller = readCaller(typed.trim())
  if (caller === undefined) throw new AppError('invalid_request')
  return caller
}

/** Visitors, found by what a person at the console types. Each look is counted: a stolen session is no list of who has an account. */
export class Visitors {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async smsLimits(): Promise<AdminLimit[]> {
    return (await this.#deps.limits.sms()).map(shown)
  }

  /** @throws AppError invalid_request, too_many_requests */
  async explainLimits(typed: string, staffId: string): Promise<AdminLimit[]> {
    await this.#count(staffId)
    return (await this.#deps.limits.explain(callerIn(typed))).map(shown)
  }

  /** @throws AppError invalid_request, too_many_requests */
  async releaseLimits(typed: string, rule: string | null, staffId: string): Promise<AdminLimit[]> {
    await this.#count(staffId)
    if (rule !== null && !RELEASABLE.includes(rule)) throw new AppError('invalid_request')
    return (await this.#deps.limits.release(callerIn(typed), rule ?? undefined)).map(shown)
  }

  /** @throws AppError invalid_request, without what was typed; not_found; too_many_requests */
  async findAccount(typed: string, staffId: string): Promise<AdminAccount> {
    const { accounts } = this.#deps
    await this.#count(staffId)
    const key = accounts.keyOf(typed)
    if (key === undefined) throw new AppError('invalid_request')
    const found = await accounts.find(key)
    if (found === undefined) throw new AppError('not_found')
    return {
      id: found.id,
      state: found.state,
      created_at: found.since.toISOString(),
      locked_at: found.lockedAt?.toISOString() ?? null,
      erase_after: found.eraseAfter?.toISOString() ?? null,
      adult: found.adult,
      verified_on: found.verifiedOn,
      sessions: found.sessions,
      browsers: found.browsers,
      check: found.check,
      has_wallet: found.hasWallet,
      reset_in_unknown_browser_at: found.resetInUnknownBrowserAt?.toISOString() ?? null,
      proof_withdrawn_at: found.proofWithdrawnAt?.toISOString() ?? null,
      give_back_until: found.giveBackUntil?.toISOString() ?? null,
      taken_back_at: found.takenBackAt?.toISOString() ?? null,
    }
  }

  /** @throws AppError invalid_request, without what was typed; not_found; too_many_requests */
  async readNumber(typed: string, country: string | undefined, staffId: string): Promise<NumberStory> {
    const { numbers } = this.#deps
    await this.#count(staffId)
    const named = numbers.nameOf(typed, country)
    if (named === undefined) throw new AppError('invalid_request')
    const story = await numbers.read(named)
    if (story === undefined) throw new AppError('not_found')
    return story
  }

  /** Gives a number its SMS back. @throws AppError invalid_request, not_found, too_many_requests */
  async releaseNumber(typed: string, country: string | undefined, staffId: string): Promise<void> {
    const { db, clock, limiter, limits, numbers } = this.#deps
    await this.#count(staffId)
    const named = numbers.nameOf(typed, country)
    if (named === undefined) throw new AppError('invalid_request')
    const number = await numbers.numberOf(named)
    if (number === undefined) throw new AppError('not_found')
    const day = clock().toISOString().slice(0, 'YYYY-MM-DD'.length)
    await limiter.admit(db, { rule: 'sms-released.number', subject: `${number} ${day}` })
    for (const rule of OWN_SMS) await limits.release({ kind: 'number', number }, rule)
  }

  /** @throws AppError not_found; conflict when the account has ended; too_many_requests */
  async endSessions(id: string, staffId: string): Promise<void> {
    await this.#count(staffId)
    const change = await this.#deps.accounts.endSessions({ id })
    if (change === 'unknown') throw new AppError('not_found')
    if (change !== 'done') throw new AppError('conflict')
  }

  /** @throws AppError not_found; conflict when nothing changes, or the account has ended */
  async lockAccount(id: string, locked: boolean): Promise<void> {
    const { accounts } = this.#deps
    const change = locked ? await accounts.lock({ id }) : await accounts.unlock({ id })
    if (change === 'unknown') throw new AppError('not_found')
    if (change !== 'done') throw new AppError('conflict')
  }

  async #count(staffId: string): Promise<void> {
    const { db, limiter } = this.#deps
    await limiter.admit(db, { rule: 'staff-look.number', subject: staffId })
  }
}
