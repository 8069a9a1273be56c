import type { Audit } from '../audit/index.ts'
import type { OwnIntents } from '../intents/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'

type Deps = { db: Database; clock: Clock; audit: Audit; limiter: RateLimiter; intents: OwnIntents }

/** The first look of a day (UTC). */
const NOTE = `
  update account set requests_read_on = ($2::timestamptz at time zone 'UTC')::date
  where id = $1 and requests_read_on is distinct from ($2::timestamptz at time zone 'UTC')::date returning 1`

/** The list of websites is what a thief of a session wants the most: each look is limited, and one a day is in the audit trail. */
export class OwnRequests {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError too_many_requests; invalid_request for a malformed cursor */
  async list(accountId: string, page: Parameters<OwnIntents['list']>[1]) {
    const { db, clock, audit, limiter, intents } = this.#deps
    await limiter.admit(db, { rule: 'requests-read.number', subject: accountId })
    await db.transaction(async (tx) => {
      const noted = await tx.query(NOTE, [accountId, clock()])
      if (noted.length > 0) await audit.append(tx, { type: 'account.requests_read', accountId })
    })
    return intents.list(accountId, page)
  }
}
