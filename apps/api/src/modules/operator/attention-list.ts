import { type adminListAttention, type Answer, MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HeldAccounts } from '../accounts/index.ts'
import { recentChecks, type ReviewDesk, takenBackApprovals, waitingReviews } from '../kyc/index.ts'
import { unusableClients } from '../oidc/index.ts'
import { readAllProviders } from '../providers/index.ts'
import { recentReports, recentSms, refusedCountries, typedInCodes } from '../sms/index.ts'
import type { Trust } from '../trust/index.ts'
import { readStreaks } from '../../platform/database/streaks.ts'
import { attentionOf, type Facts, WATCHED } from './attention.ts'
import type { CallerLimits } from './caller-limits.ts'
import type { Expiry } from './expiries.ts'
import { type Partners, readPartners } from './partners.ts'

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
  partners: Partners
  expiries: () => Promise<readonly Expiry[]>
}

/** Lists what needs a person: what the alerts read, and what waits for a decision. */
export class AttentionList {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async read(): Promise<Answer<typeof adminListAttention>['data']> {
    const { db, clock, health, trust, limits, held, reviews, partners, expiries } = this.#deps
    const now = clock()
    const since = ({ minutes }: { minutes: number }) => later(now, -minutes * MINUTE_MS)
    const sms = await recentSms(db, since(WATCHED.sms_fail))
    const checks = await recentChecks(db, since(WATCHED.sms_fail), now)
    const data = attentionOf({
      now,
      waiting: await health.waiting(),
      clockAheadMs: health.clockAheadMs(),
      jobs: await health.jobs(),
      jobStreaks: await readStreaks(db, ['job']),
      unread: await readStreaks(db, ['bank message']),
      partners,
      streaks: await readPartners(db, partners),
      sms,
      reports: await recentReports(db, since(WATCHED.sms_undelivered)),
      typedIn: await typedInCodes(db, now),
      refusedCountries: await refusedCountries(db, now),
      expiries: await expiries(),
      limits: await limits.sms(),
      lists: await trust.lists(),
      providers: await readAllProviders(db),
      clients: await unusableClients(db),
      held: await held.all(),
      takenBack: await takenBackApprovals(db),
      reviews: await waitingReviews(db, null),
      decidesReviews: reviews.isOpen,
    })
    return { data, seen: { sms: sms.seen, checks } }
  }
}
