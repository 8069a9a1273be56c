import { type Attention, type AttentionKind, SECOND_MS, SEVERITIES, type Severity } from '@avouch/contract'
import type { Backlog } from '../../platform/database/backlog.ts'
import type { RecentChecks } from '../kyc/index.ts'
import type { RecentSms } from '../sms/index.ts'

type Job = { name: string; failed: number; lastDone: Date | null; lastFailed: Date | null }
/** A limit that holds something. */
type Held = { rule: string; used: number; allowed: number; state: string }
type List = { url: string; problem: string | null; nextUpdate: Date | null; fetchedAt: Date | null }

/** The state of the installation at one moment. */
export type Facts = {
  now: Date
  /** undefined: the database did not answer in time. */
  waiting: { queues: readonly Backlog[]; oldestTransactionSeconds: number } | undefined
  clockAheadMs: number
  jobs: readonly Job[]
  /** The newest SMS within the minutes that count, and what the networks reported. */
  sms: RecentSms
  checks: RecentChecks
  limits: readonly Held[]
  lists: readonly List[]
  providers: readonly { id: string; stage: string; webhookDisabledAt: Date | null }[]
  /** Clients of the OpenID Connect provider whose every request is refused. */
  clients: readonly { id: string; providerId: string; refusal: string }[]
  held: readonly { eraseAfter: Date }[]
  reviews: readonly { since: Date }[]
  /** The operator's own people decide them. */
  decidesReviews: boolean
}

/** Bounds: seconds, a share, the fewest that say something, and the minutes that are looked at. */
type Watched = {
  severity: Severity
  alert?: string
  seconds?: number
  share?: number
  least?: number
  minutes?: number
}

/**
 * All that is watched, with the bounds of the alerts in deploy/alerts.yml. Rows differ where they have to: of SMS they read the newest ten
 * within the alert's minutes, and no region; they name a job at its first failure, and pools and limits by their state.
 */
export const WATCHED = {
  database_silent: { severity: 'critical', alert: 'AvouchDatabaseSilent' },
  queue_lags: { severity: 'critical', alert: 'AvouchQueueLags', seconds: 120 },
  sms_fail: { severity: 'critical', alert: 'AvouchSmsFail', share: 0.2, least: 5, minutes: 15 },
  identity_vendor: { severity: 'critical', alert: 'AvouchIdentityVendor', minutes: 15 },
  sms_budget: { severity: 'critical', alert: 'AvouchSmsBudget' },
  sms_second: { severity: 'warning', alert: 'AvouchSmsGatewayDown', share: 0.2, minutes: 15 },
  identity_second: { severity: 'warning', alert: 'AvouchIdentityVendorDown', minutes: 15 },
  identity_silent: { severity: 'warning', alert: 'AvouchIdentityVendorDown', minutes: 15 },
  sms_undelivered: { severity: 'warning', alert: 'AvouchSmsUndelivered', share: 0.2, least: 20, minutes: 30 },
  clock_wrong: { severity: 'warning', alert: 'AvouchClockWrong', seconds: 2 },
  old_transaction: { severity: 'warning', alert: 'AvouchOldTransaction', seconds: 300 },
  jobs_fail: { severity: 'warning', alert: 'AvouchJobsFail' },
  overdue: { severity: 'warning', alert: 'AvouchOverdue', seconds: 120 },
  partner_away: { severity: 'warning', alert: 'AvouchPartnerAway', seconds: 14_400 },
  webhooks_undelivered: { severity: 'warning', alert: 'AvouchWebhooksUndelivered', seconds: 3_600 },
  erasures_by_hand: { severity: 'warning', alert: 'AvouchErasuresByHand', seconds: 86_400 },
  wrong_codes: { severity: 'warning', alert: 'AvouchWrongCodes' },
  sms_pool_half: { severity: 'warning', alert: 'AvouchSmsProvenHalf', share: 0.5 },
  trusted_list: { severity: 'warning' },
  webhook_stopped: { severity: 'warning' },
  client_refused: { severity: 'warning' },
  live_requested: { severity: 'task' },
  account_held: { severity: 'task' },
  review_waits: { severity: 'task', seconds: 86_400 },
  review_to_decide: { severity: 'task' },
} as const satisfies Record<AttentionKind, Watched>

const OF_PARTNERS: ReadonlySet<string> = new Set(['bank returns', 'vendor erasures'])

type Found = { about?: string; count?: number; since?: Date | null | undefined }
type Finder = (facts: Facts) => readonly Found[]

const ago = ({ now }: Facts, seconds: number) => new Date(now.getTime() - seconds * SECOND_MS)
const isOlder = (facts: Facts, at: Date, seconds: number) => at < ago(facts, seconds)
const earliest = (times: readonly Date[]) => times.toSorted((a, b) => a.getTime() - b.getTime())[0]
/** Makes one finding about all of them; none where there are none. */
const together = (count: number, since?: Date): Found[] => (count === 0 ? [] : [{ count, since }])

/** Finds more than a share of at least so many. */
const shareOf = (count: number, all: number, { share, least = 0 }: { share: number; least?: number }): Found[] =>
  all >= least && count > share * all ? [{ count }] : []

/** Finds queues of a kind by how long their oldest has waited, and names that one. */
const laggingIn = (facts: Facts, { seconds }: { seconds: number }, isOfKind: (queue: Backlog) => unknown): Found[] =>
  (facts.waiting?.queues ?? [])
    .filter((queue) => isOfKind(queue) && queue.oldestSeconds > seconds)
    .map(({ queue, row, waiting, oldestSeconds }) => ({
      about: row === undefined ? queue : `${queue}: ${row}`,
      count: waiting,
      since: ago(facts, oldestSeconds),
    }))

/** Finds a queue by how long its oldest has waited. */
const lateIn = (facts: Facts, name: string, { seconds }: { seconds: number }): Found[] =>
  (facts.waiting?.queues ?? [])
    .filter(({ queue, oldestSeconds }) => queue === name && oldestSeconds > seconds)
    .map(({ waiting, oldestSeconds }) => ({ count: waiting, since: ago(facts, oldestSeconds) }))

const FINDERS: Readonly<Record<AttentionKind, Finder>> = {
  database_silent: ({ waiting }) => (waiting === undefined ? [{}] : []),
  queue_lags: (facts) => laggingIn(facts, WATCHED.queue_lags, ({ isDuty, mayWait }) => !isDuty && !mayWait),
  overdue: (facts) => laggingIn(facts, WATCHED.overdue, ({ isDuty }) => isDuty),
  partner_away: (facts) => laggingIn(facts, WATCHED.partner_away, ({ queue }) => OF_PARTNERS.has(queue)),
  webhooks_undelivered: (facts) => lateIn(facts, 'webhooks undelivered', WATCHED.webhooks_undelivered),
  erasures_by_hand: (facts) => lateIn(facts, 'vendor sessions to erase by hand', WATCHED.erasures_by_hand),
  old_transaction: (facts) => {
    const seconds = facts.waiting?.oldestTransactionSeconds ?? 0
    return seconds > WATCHED.old_transaction.seconds ? [{ since: ago(facts, seconds) }] : []
  },
  clock_wrong: ({ clockAheadMs }) => (Math.abs(clockAheadMs) > WATCHED.clock_wrong.seconds * SECOND_MS ? [{}] : []),
  jobs_fail: ({ jobs }) =>
    jobs
      .filter(({ lastFailed, lastDone }) => lastFailed !== null && (lastDone === null || lastDone < lastFailed))
      .map(({ name, failed, lastFailed }) => ({ about: name, count: failed, since: lastFailed })),
  sms_fail: ({ sms: { accepted, failed, account } }) =>
    account > 0 ? [{ count: account }] : shareOf(failed, accepted + failed, WATCHED.sms_fail),
  sms_second: ({ sms: { bySecond, accepted } }) => shareOf(bySecond, accepted, WATCHED.sms_second),
  sms_undelivered: ({ sms: { delivered, undelivered } }) =>
    shareOf(undelivered, delivered + undelivered, WATCHED.sms_undelivered),
  identity_vendor: ({ checks }) => together(checks.notBegun),
  identity_second: ({ checks }) => together(checks.bySecond),
  identity_silent: ({ checks }) => together(checks.silent),
  sms_budget: ({ limits }) => fullOf(limits, 'money.').map(({ rule }) => ({ about: rule.slice('money.'.length) })),
  sms_pool_half: ({ limits }) =>
    limits.filter(({ rule, used, allowed }) => rule === 'money.proven' && 2 * used >= allowed).map(() => ({})),
  wrong_codes: ({ limits }) => fullOf(limits, 'code-wrong.everyone').map(() => ({})),
  trusted_list: (facts) =>
    facts.lists
      .filter(({ problem, nextUpdate }) => problem !== null || (nextUpdate !== null && nextUpdate < facts.now))
      .map(({ url, fetchedAt }) => ({ about: url, since: fetchedAt })),
  webhook_stopped: ({ providers }) =>
    providers.flatMap(({ id, webhookDisabledAt: since }) => (since === null ? [] : [{ about: id, since }])),
  client_refused: ({ clients }) =>
    clients.map(({ id, providerId, refusal }) => ({ about: `${id} of ${providerId}: ${refusal}` })),
  live_requested: ({ providers }) => together(providers.filter(({ stage }) => stage === 'requested').length),
  account_held: ({ held }) => together(held.length),
  review_waits: (facts) => {
    const late = facts.reviews
      .map(({ since }) => since)
      .filter((since) => isOlder(facts, since, WATCHED.review_waits.seconds))
    return facts.decidesReviews ? [] : together(late.length, earliest(late))
  },
  review_to_decide: ({ reviews, decidesReviews }) =>
    decidesReviews ? together(reviews.length, earliest(reviews.map(({ since }) => since))) : [],
}

const fullOf = (limits: readonly Held[], prefix: string): Held[] =>
  limits.filter(({ rule, state }) => rule.startsWith(prefix) && state === 'full')

/** Lists what needs a person, the most urgent first. */
export function attentionOf(facts: Facts): Attention[] {
  const watched: Readonly<Record<AttentionKind, Watched>> = WATCHED
  const kinds = Object.keys(WATCHED) as AttentionKind[]
  return SEVERITIES.flatMap((severity) => kinds.filter((kind) => watched[kind].severity === severity)).flatMap((kind) =>
    FINDERS[kind](facts).map(({ about = null, count = null, since }) => ({
      kind,
      severity: watched[kind].severity,
      about,
      count,
      since: since?.toISOString() ?? null,
      alert: watched[kind].alert ?? null,
    })),
  )
}
