import type { Attention } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HeldAccounts } from '../accounts/index.ts'
import { checksNotBegun, type ReviewDesk, waitingReviews } from '../kyc/index.ts'
import { unusableClients } from '../oidc/index.ts'
import { readAllProviders } from '../providers/index.ts'
import { recentSms } from '../sms/index.ts'
import type { Trust } from '../trust/index.ts'
import { attentionOf, type Facts } from './attention.ts'
import type { CallerLimits } from './caller-limits.ts'

type JobState = Facts['jobs'][number] & {
  lastMs: number | null
  waiting: number
  running: number
  next: Date | null
  cron: string | null
}

/** The state of this process, and of the database as it sees it. */
export type Health = {
  /** Counted some seconds ago at most; undefined: the database did not answer in time. */
  waiting: () => Promise<Facts['waiting']>
  clockAheadMs: () => number
  jobs: () => Promise<JobState[]>
}

type Deps = {
  db: Database
  clock: Clock
  health: Health
  trust: Trust
  limits: CallerLimits
  held: HeldAccounts
  reviews: ReviewDesk
}

/** Lists what needs a person: what the alerts read, and what waits for a decision. */
export class AttentionList {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async read(): Promise<Attention[]> {
    const { db, clock, health, trust, limits, held, reviews } = this.#deps
    const now = clock()
    return attentionOf({
      now,
      waiting: await health.waiting(),
      clockAheadMs: health.clockAheadMs(),
      jobs: await health.jobs(),
      sms: await recentSms(db, now),
      checksNotBegun: await checksNotBegun(db, now),
      limits: await limits.sms(),
      lists: await trust.lists(),
      providers: await readAllProviders(db),
      clients: await unusableClients(db),
      held: await held.all(),
      reviews: await waitingReviews(db, null),
      decidesReviews: reviews.isOpen,
    })
  }
}
