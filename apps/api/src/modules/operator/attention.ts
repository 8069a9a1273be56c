import {
  type Attention,
  type AttentionKind,
  HOUR_MS,
  SECOND_MS,
  SEVERITIES,
  type Severity,
  type Trouble,
} from '@avouch/contract'
import type { Backlog } from '../../platform/database/backlog.ts'
import { isFailing, type Streak } from '../../platform/database/streaks.ts'
import type { Arrived, RecentSms } from '../sms/index.ts'
import type { Expiry } from './expiries.ts'
import type { Partners } from './partners.ts'

type Job = { name: string; failed: number; lastDone: Date | null; lastFailed: Date | null }
/** A limit in use. */
type Held = { rule: string; used: number; allowed: number; state: string }
type List = {
  url: string
  problem: string | null
  problemSince: Date | null
  nextUpdate: Date | null
  fetchedAt: Date | null
}

/** The state of the installation at one moment. */
export type Facts = {
  now: Date
  /** undefined: the database did not answer in time. */
  waiting: { queues: readonly Backlog[]; oldestTransactionSeconds: number } | undefined
  clockAheadMs: number
  jobs: readonly Job[]
  jobStreaks: readonly Streak[]
  /** Messages of the bank that are not understood, by their ids. */
  unread: readonly Streak[]
  /** Gateways and vendors of the settings, and how they do; and the receivers for which events wait. */
  partners: Partners
  streaks: readonly Streak[]
  /** The newest SMS within the minutes that count, what the networks reported, and the codes that were typed in. */
  sms: RecentSms
  reports: readonly Arrived[]
  typedIn: readonly Arrived[]
  /** Countries of which every SMS of the day was refused. */
  refusedCountries: readonly string[]
  expiries: readonly Expiry[]
  limits: readonly Held[]
  lists: readonly List[]
  providers: readonly { id: string; stage: string; webhookDisabledAt: Date | null }[]
  /** Clients of the OpenID Connect provider with a registration that refuses every request. */
  clients: readonly { id: string; providerId: string; refusal: string }[]
  held: readonly { eraseAfter: Date }[]
  takenBack: readonly { id: string; since: Date }[]
  reviews: readonly { since: Date }[]
  /** The operator's own people decide them. */
  decidesReviews: boolean
}

/** Bounds: seconds, a share, the least number that counts, and the minutes of the window. */
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
  identity_vendor: { severity: 'critical', alert: 'AvouchIdentityVendor' },
  sms_budget: { severity: 'critical', alert: 'AvouchSmsBudget' },
  bank_not_understood: { severity: 'critical', alert: 'AvouchBankNotUnderstood' },
  sms_gateway: { severity: 'warning', alert: 'AvouchSmsGatewayDown', share: 0.2, minutes: 15 },
  identity_down: { severity: 'warning', alert: 'AvouchIdentityVendorDown' },
  identity_silent: { severity: 'warning', alert: 'AvouchIdentityVendorDown' },
  sms_undelivered: { severity: 'warning', alert: 'AvouchSmsUndelivered', share: 0.2, least: 20, minutes: 30 },
  sms_not_typed_in: { severity: 'warning', alert: 'AvouchSmsNotTypedIn', share: 0.5 },
  sms_countries: { severity: 'warning', least: 3 },
  clock_wrong: { severity: 'warning', alert: 'AvouchClockWrong', seconds: 2 },
  old_transaction: { severity: 'warning', alert: 'AvouchOldTransaction', seconds: 300 },
  jobs_fail: { severity: 'warning', alert: 'AvouchJobsFail' },
  overdue: { severity: 'warning', alert: 'AvouchOverdue', seconds: 120 },
  partner_away: { severity: 'warning', alert: 'AvouchPartnerAway', seconds: 14_400 },
  webhooks_undelivered: { severity: 'warning', alert: 'AvouchWebhooksUndelivered', seconds: 900 },
  erasures_by_hand: { severity: 'warning', alert: 'AvouchErasuresByHand', seconds: 86_400 },
  wrong_codes: { severity: 'warning', alert: 'AvouchWrongCodes' },
  sms_pool_half: { severity: 'warning', alert: 'AvouchSmsProvenHalf', share: 0.5 },
  trusted_list: { severity: 'warning', alert: 'AvouchTrustedList' },
  expires_soon: { severity: 'warning', alert: 'AvouchExpiresSoon', seconds: 14 * 86_400 },
  webhook_stopped: { severity: 'warning' },
  client_refused: { severity: 'warning' },
  live_requested: { severity: 'task' },
  account_held: { severity: 'task' },
  approval_taken_back: { severity: 'task' },
  review_waits: { severity: 'task', seconds: 86_400 },
  review_to_decide: { severity: 'task' },
} as const satisfies Record<AttentionKind, Watched>

const OF_PARTNERS: ReadonlySet<string> = new Set(['bank returns', 'vendor erasures'])

type Found = {
  about?: string
  count?: number
  since?: Date | null | undefined
  lastGood?: Date | null | undefined
  why?: Trouble | null | undefined
  detail?: string | null | undefined
}
type Finder = (facts: Facts) => readonly Found[]

const ago = ({ now }: Facts, seconds: number) => new Date(now.getTime() - seconds * SECOND_MS)
const isOlder = (facts: Facts, at: Date, seconds: number) => at < ago(facts, seconds)
const earliest = (times: readonly Date[]) => times.toSorted((a, b) => a.getTime() - b.getTime())[0]
/** Combines all of them into one finding; none for a count of 0. */
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
/** Those of a kind that are in trouble, by the names that an operator reads. */
const failing = ({ streaks, partners }: Facts, kind: keyof Partners, isMeant = isFailing): Found[] =>
  Object.entries(partners[kind]).flatMap(([name, about]) =>
    streaks
      .filter((streak) => streak.kind === kind && streak.name === name && isMeant(streak))
      .map(({ failures, ...streak }) => ({ ...streak, about, ...(failures > 0 && { count: failures }) })),
  )
const isEvery = (found: readonly Found[], of: Readonly<Record<string, string>>): boolean =>
  found.length > 0 && found.length === Object.keys(of).length
const isWell = ({ streaks }: Facts, name?: string): boolean =>
  streaks.some((one) => one.kind === 'sms' && one.isWell && (name === undefined || one.name === name))

/** Finds a gateway by the share of its newest SMS that did not get where they should. */
const lostOf = (arrived: readonly Arrived[], { sms }: Partners, bounds: { share: number; least?: number }): Found[] =>
  arrived
    .filter(({ good, bad }) => shareOf(bad, good + bad, bounds).length > 0)
    .map(({ gateway, bad, ...found }) => ({ ...found, about: sms[gateway] ?? gateway, count: bad }))

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
  webhooks_undelivered: (facts) =>
    facts.streaks
      .filter(({ kind, since }) => kind === 'webhook' && since !== null)
      .filter(({ since }) => isOlder(facts, since ?? facts.now, WATCHED.webhooks_undelivered.seconds))
      .map(({ name, failures, ...streak }) => ({ ...streak, about: name, count: failures })),
  erasures_by_hand: (facts) => lateIn(facts, 'vendor sessions to erase by hand', WATCHED.erasures_by_hand),
  old_transaction: (facts) => {
    const seconds = facts.waiting?.oldestTransactionSeconds ?? 0
    return seconds > WATCHED.old_transaction.seconds ? [{ since: ago(facts, seconds) }] : []
  },
  clock_wrong: ({ clockAheadMs }) => (Math.abs(clockAheadMs) > WATCHED.clock_wrong.seconds * SECOND_MS ? [{}] : []),
  jobs_fail: ({ jobs, jobStreaks }) =>
    jobs
      .filter(({ lastFailed, lastDone }) => lastFailed !== null && (lastDone === null || lastDone < lastFailed))
      .map(({ name, failed, lastDone, lastFailed }) => {
        const streak = jobStreaks.find((one) => one.name === name && one.since !== null)
        const { since = lastFailed, detail } = streak ?? {}
        return { about: name, count: failed, since, lastGood: lastDone, detail }
      }),
  sms_fail: (facts) => {
    const { accepted, failed } = facts.sms
    const down = failing(facts, 'sms')
    if (isEvery(down, facts.partners.sms)) return down
    if (isWell(facts)) return []
    const found = shareOf(failed, accepted + failed, WATCHED.sms_fail)
    const ill = failing(facts, 'sms', ({ isWell: well }) => !well)
    return found.length > 0 && ill.length > 0 ? ill : found
  },
  sms_gateway: (facts) => {
    const { bySecond, accepted } = facts.sms
    const down = failing(facts, 'sms')
    if (isEvery(down, facts.partners.sms)) return []
    if (down.length > 0 || isWell(facts, 'first')) return down
    const about = facts.partners.sms['first'] ?? 'first'
    const first = failing(facts, 'sms', ({ name }) => name === 'first')
    return shareOf(bySecond, accepted, WATCHED.sms_gateway).map((found) => ({ ...first[0], ...found, about }))
  },
  sms_undelivered: ({ reports, partners }) => lostOf(reports, partners, WATCHED.sms_undelivered),
  sms_not_typed_in: ({ typedIn, partners }) => lostOf(typedIn, partners, WATCHED.sms_not_typed_in),
  sms_countries: ({ refusedCountries }) =>
    refusedCountries.length < WATCHED.sms_countries.least
      ? []
      : [{ about: refusedCountries.join(' '), count: refusedCountries.length }],
  identity_vendor: (facts) => {
    const down = failing(facts, 'identity')
    return isEvery(down, facts.partners.identity) ? down : []
  },
  identity_down: (facts) => {
    const down = failing(facts, 'identity')
    return isEvery(down, facts.partners.identity) ? [] : down
  },
  identity_silent: (facts) => failing(facts, 'identity asked'),
  sms_budget: ({ limits }) => fullOf(limits, 'money.').map(({ rule }) => ({ about: rule.slice('money.'.length) })),
  sms_pool_half: ({ limits }) =>
    limits.filter(({ rule, used, allowed }) => rule === 'money.proven' && 2 * used >= allowed).map(() => ({})),
  wrong_codes: ({ limits }) => fullOf(limits, 'code-wrong.everyone').map(() => ({})),
  trusted_list: (facts) =>
    facts.lists
      .filter(({ problem, nextUpdate }) => problem !== null || (nextUpdate !== null && nextUpdate < facts.now))
      .map(({ url, problem, problemSince, nextUpdate, fetchedAt }) => ({
        about: url,
        since: problemSince ?? nextUpdate,
        lastGood: fetchedAt,
        detail: problem,
      })),
  expires_soon: (facts) =>
    facts.expiries
      .filter(({ kind }) => kind !== 'trusted list')
      .filter(({ until }) => until < ago(facts, -WATCHED.expires_soon.seconds))
      .map(({ kind, name, until }) => ({
        about: `${kind}: ${name}`,
        count: Math.floor((until.getTime() - facts.now.getTime()) / (24 * HOUR_MS)),
        detail: until.toISOString().slice(0, 10),
      })),
  webhook_stopped: ({ providers }) =>
    providers.flatMap(({ id, webhookDisabledAt: since }) => (since === null ? [] : [{ about: id, since }])),
  bank_not_understood: ({ unread }) => {
    const [first] = unread.toSorted((a, b) => Number(a.since) - Number(b.since))
    return first === undefined ? [] : [{ about: first.name, count: unread.length, since: first.since }]
  },
  client_refused: ({ clients }) =>
    clients.map(({ id, providerId, refusal }) => ({ about: `${id} of ${providerId}: ${refusal}` })),
  live_requested: ({ providers }) => together(providers.filter(({ stage }) => stage === 'requested').length),
  account_held: ({ held }) => together(held.length),
  approval_taken_back: ({ takenBack }) => takenBack.map(({ id, since }) => ({ about: id, since })),
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
    FINDERS[kind](facts).map(({ about = null, count = null, since, lastGood, why = null, detail = null }) => ({
      kind,
      severity: watched[kind].severity,
      about,
      count,
      since: since?.toISOString() ?? null,
      last_good: lastGood?.toISOString() ?? null,
      why,
      detail,
      alert: watched[kind].alert ?? null,
    })),
  )
}
