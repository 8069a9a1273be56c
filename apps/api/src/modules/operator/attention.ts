import {
  type Attention,
  type AttentionKind,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  SEVERITIES,
  type Severity,
} from '@avouch/contract'

import type { RecentSms } from '../sms/index.ts'

type Backlog = { queue: string; waiting: number; oldestSeconds: number; mayWait?: boolean }
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
  /** Checks that no vendor began when their visitors asked. */
  checksNotBegun: number
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

/** The bounds of deploy/alerts.yml. Alerts look at rates over minutes; shares of SMS here are of the newest ones. */
const LAG_SECONDS = 120
const UNDELIVERED_SECONDS = 3_600
const TRANSACTION_SECONDS = 300
const CLOCK_MS = 2 * SECOND_MS
const SWEPT_MS = 30 * MINUTE_MS
const SMS_FAILED_SHARE = 0.2
/** A share of fewer SMS, or of fewer reports, says nothing. */
const SMS_LEAST = 5
const REPORTS_LEAST = 20
/** Begins fail for visitors who close the page, too. */
const CHECKS_LEAST = 3
const REVIEW_MS = 24 * HOUR_MS

const UNDELIVERED = 'webhooks undelivered'
const SWEEP = 'retention.sweep'

type Kind = { severity: Severity; alert?: string }
const KINDS: Readonly<Record<AttentionKind, Kind>> = {
  database_silent: { severity: 'critical', alert: 'AvouchDatabaseSilent' },
  queue_lags: { severity: 'critical', alert: 'AvouchQueueLags' },
  sms_fail: { severity: 'critical', alert: 'AvouchSmsFail' },
  identity_vendor: { severity: 'critical', alert: 'AvouchIdentityVendor' },
  sms_budget: { severity: 'critical', alert: 'AvouchSmsBudget' },
  sms_second: { severity: 'warning', alert: 'AvouchSmsGatewayDown' },
  sms_undelivered: { severity: 'warning', alert: 'AvouchSmsUndelivered' },
  clock_wrong: { severity: 'warning', alert: 'AvouchClockWrong' },
  old_transaction: { severity: 'warning', alert: 'AvouchOldTransaction' },
  jobs_fail: { severity: 'warning', alert: 'AvouchJobsFail' },
  not_swept: { severity: 'warning', alert: 'AvouchNotSwept' },
  webhooks_undelivered: { severity: 'warning', alert: 'AvouchWebhooksUndelivered' },
  wrong_codes: { severity: 'warning', alert: 'AvouchWrongCodes' },
  sms_pool_half: { severity: 'warning', alert: 'AvouchSmsProvenHalf' },
  trusted_list: { severity: 'warning' },
  webhook_stopped: { severity: 'warning' },
  client_refused: { severity: 'warning' },
  live_requested: { severity: 'task' },
  account_held: { severity: 'task' },
  review_waits: { severity: 'task' },
  review_to_decide: { severity: 'task' },
}

type Found = { about?: string; count?: number; since?: Date | null | undefined }
type Finder = (facts: Facts) => readonly Found[]

const ago = ({ now }: Facts, seconds: number) => new Date(now.getTime() - seconds * SECOND_MS)
const isOlder = ({ now }: Facts, at: Date, ms: number) => now.getTime() - at.getTime() > ms
const earliest = (times: readonly Date[]) => times.toSorted((a, b) => a.getTime() - b.getTime())[0]
/** Makes one finding about all of them; none where there are none. */
const together = (count: number, since?: Date): Found[] => (count === 0 ? [] : [{ count, since }])

/** Finds more than every fifth of at least so many. */
const shareOf = (count: number, all: number, least: number): Found[] =>
  all >= least && count > SMS_FAILED_SHARE * all ? [{ count }] : []

const FINDERS: Readonly<Record<AttentionKind, Finder>> = {
  database_silent: ({ waiting }) => (waiting === undefined ? [{}] : []),
  queue_lags: (facts) =>
    (facts.waiting?.queues ?? [])
      .filter(({ oldestSeconds, mayWait }) => !mayWait && oldestSeconds > LAG_SECONDS)
      .map(({ queue, waiting, oldestSeconds }) => ({ about: queue, count: waiting, since: ago(facts, oldestSeconds) })),
  webhooks_undelivered: (facts) =>
    (facts.waiting?.queues ?? [])
      .filter(({ queue, oldestSeconds }) => queue === UNDELIVERED && oldestSeconds > UNDELIVERED_SECONDS)
      .map(({ waiting, oldestSeconds }) => ({ count: waiting, since: ago(facts, oldestSeconds) })),
  old_transaction: (facts) => {
    const seconds = facts.waiting?.oldestTransactionSeconds ?? 0
    return seconds > TRANSACTION_SECONDS ? [{ since: ago(facts, seconds) }] : []
  },
  clock_wrong: ({ clockAheadMs }) => (Math.abs(clockAheadMs) > CLOCK_MS ? [{}] : []),
  jobs_fail: ({ jobs }) =>
    jobs
      .filter(({ lastFailed, lastDone }) => lastFailed !== null && (lastDone === null || lastDone < lastFailed))
      .map(({ name, failed, lastFailed }) => ({ about: name, count: failed, since: lastFailed })),
  not_swept: (facts) =>
    facts.jobs
      .filter(({ name, lastDone }) => name === SWEEP && lastDone !== null && isOlder(facts, lastDone, SWEPT_MS))
      .map(({ lastDone }) => ({ since: lastDone })),
  sms_fail: ({ sms: { accepted, failed } }) => shareOf(failed, accepted + failed, SMS_LEAST),
  sms_second: ({ sms: { bySecond, accepted } }) => shareOf(bySecond, accepted, SMS_LEAST),
  sms_undelivered: ({ sms: { delivered, undelivered } }) =>
    shareOf(undelivered, delivered + undelivered, REPORTS_LEAST),
  identity_vendor: ({ checksNotBegun }) => (checksNotBegun >= CHECKS_LEAST ? [{ count: checksNotBegun }] : []),
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
    const late = facts.reviews.map(({ since }) => since).filter((since) => isOlder(facts, since, REVIEW_MS))
    return facts.decidesReviews ? [] : together(late.length, earliest(late))
  },
  review_to_decide: ({ reviews, decidesReviews }) =>
    decidesReviews ? together(reviews.length, earliest(reviews.map(({ since }) => since))) : [],
}

const fullOf = (limits: readonly Held[], prefix: string): Held[] =>
  limits.filter(({ rule, state }) => rule.startsWith(prefix) && state === 'full')

/** Lists what needs a person, the most urgent first. */
export function attentionOf(facts: Facts): Attention[] {
  const kinds = Object.keys(KINDS) as AttentionKind[]
  return SEVERITIES.flatMap((severity) => kinds.filter((kind) => KINDS[kind].severity === severity)).flatMap((kind) =>
    FINDERS[kind](facts).map(({ about = null, count = null, since }) => ({
      kind,
      severity: KINDS[kind].severity,
      about,
      count,
      since: since?.toISOString() ?? null,
      alert: KINDS[kind].alert ?? null,
    })),
  )
}
