import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { attentionOf, type Facts, WATCHED } from './attention.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const QUIET_SMS = { seen: 0, accepted: 0, failed: 0, bySecond: 0 }
const QUIET: Facts = {
  now: NOW,
  waiting: { queues: [], oldestTransactionSeconds: 0 },
  clockAheadMs: 0,
  jobs: [{ name: 'retention.sweep', failed: 0, lastDone: before(4), lastFailed: null }],
  sms: QUIET_SMS,
  jobStreaks: [],
  partners: {
    sms: { first: 'first (twilio)', second: 'second (vonage)' },
    identity: { veriff: 'veriff', onfido: 'onfido' },
    'identity asked': { veriff: 'veriff', onfido: 'onfido' },
  },
  streaks: [],
  reports: [],
  typedIn: [],
  refusedCountries: [],
  expiries: [],
  limits: [],
  lists: [],
  providers: [],
  clients: [],
  held: [],
  unread: [],
  takenBack: [],
  reviews: [],
  decidesReviews: false,
}
const queue = (name: string, oldestSeconds: number, mayWait = false) => ({
  queues: [{ queue: name, waiting: 3, oldestSeconds, mayWait }],
  oldestTransactionSeconds: 0,
})
const duty = (name: string, oldestSeconds: number, row: string) => ({
  queues: [{ queue: name, waiting: 3, oldestSeconds, row, isDuty: true }],
  oldestTransactionSeconds: 0,
})
const job = (name: string, lastDone: Date | null, lastFailed: Date | null) => ({
  name,
  failed: 1,
  lastDone,
  lastFailed,
})
const provider = (stage: string, webhookDisabledAt: Date | null = null) => ({ id: 'my-shop', stage, webhookDisabledAt })
const limit = (rule: string, used: number, allowed: number) => ({
  rule,
  used,
  allowed,
  state: used < allowed ? 'free' : 'full',
})
const sms = (facts: Partial<Facts['sms']>) => ({ sms: { ...QUIET_SMS, ...facts } })
type Streak = Facts['streaks'][number]
const streak = (kind: Streak['kind'], name: string, failures: number, more: Partial<Streak> = {}): Streak => ({
  kind,
  name,
  failures,
  since: failures === 0 ? null : before(20),
  lastGood: before(21),
  why: failures === 0 ? null : 'no_answer',
  detail: null,
  isWell: failures === 0,
  ...more,
})
const streaks = (...all: Streak[]) => ({ streaks: all })
const arrived = (good: number, bad: number) => [
  { gateway: 'first', good, bad, lastGood: before(9), since: before(8), detail: null },
]
const list = {
  url: 'https://list.example/ac',
  problem: null,
  problemSince: null,
  nextUpdate: before(-60),
  fetchedAt: before(60),
}
const expiry = (days: number) => ({
  kind: 'wallet certificate' as const,
  name: 'CN=us',
  until: before(-days * 1_440),
})

const seen = (facts: Partial<Facts>) =>
  attentionOf({ ...QUIET, ...facts }).map(({ kind, about, count }) =>
    [kind, about, count].filter((part) => part !== null).join(' '),
  )

test.each<[string, Partial<Facts>, string[]]>([
  ['nothing', {}, []],
  ['a database that is silent', { waiting: undefined }, ['database_silent']],
  ['a queue that lags', { waiting: queue('audit', 121) }, ['queue_lags audit 3']],
  ['no queue that is quick', { waiting: queue('audit', 120) }, []],
  ['no queue that may wait', { waiting: queue('sms notices', 9_000, true) }, []],
  [
    'a receiver that takes nothing for a quarter of an hour',
    streaks(streak('webhook', 'my-shop', 4), streak('webhook', 'shop-2', 4, { since: before(15) })),
    ['webhooks_undelivered my-shop 4'],
  ],
  ['a clock that is wrong', { clockAheadMs: -2_001 }, ['clock_wrong']],
  ['a long transaction', { waiting: { queues: [], oldestTransactionSeconds: 301 } }, ['old_transaction']],
  ['a job that fails', { jobs: [job('accounts.erase', before(9), before(1))] }, ['jobs_fail accounts.erase 1']],
  ['no job that works again', { jobs: [job('accounts.erase', before(1), before(9))] }, []],
  [
    'a duty that is overdue, with the row that waits the longest',
    { waiting: duty('accounts.erase', 121, 'usr_1') },
    ['overdue accounts.erase: usr_1 3'],
  ],
  [
    'a bank that takes nothing for hours',
    { waiting: queue('bank returns', 14_401, true) },
    ['partner_away bank returns 3'],
  ],
  ['no duty that was due a moment ago', { waiting: duty('accounts.erase', 120, 'usr_1') }, []],
  ['more than every fifth of the newest SMS', sms({ accepted: 15, failed: 5 }), ['sms_fail 5']],
  ['not every fifth', sms({ accepted: 16, failed: 4 }), []],
  ['not two SMS', sms({ failed: 2 }), []],
  ['not one number that gateways refuse', sms({ failed: 1 }), []],
  ['three countries that are refused alike', { refusedCountries: ['BR', 'CA', 'US'] }, ['sms_countries BR CA US 3']],
  ['not two such countries', { refusedCountries: ['CA', 'US'] }, []],
  ['no SMS of numbers that are refused', { ...sms({ failed: 9 }), ...streaks(streak('sms', 'first', 0)) }, []],
  [
    'gateways that all fail',
    streaks(streak('sms', 'first', 3), streak('sms', 'second', 1, { why: 'refused' })),
    ['sms_fail first (twilio) 3', 'sms_fail second (vonage) 1'],
  ],
  ['a gateway that fails three times in a row', streaks(streak('sms', 'first', 3)), ['sms_gateway first (twilio) 3']],
  ['no gateway that fails twice', streaks(streak('sms', 'first', 2), streak('sms', 'second', 0)), []],
  [
    'a gateway that refuses our account once',
    streaks(streak('sms', 'second', 1, { why: 'refused' }), streak('sms', 'first', 0)),
    ['sms_gateway second (vonage) 1'],
  ],
  [
    'SMS that the second gateway has to send',
    { ...sms({ accepted: 20, bySecond: 5 }), ...streaks(streak('sms', 'second', 0)) },
    ['sms_gateway first (twilio) 5'],
  ],
  [
    'the only SMS of a quiet night, by the second gateway',
    { ...sms({ accepted: 1, bySecond: 1 }), ...streaks(streak('sms', 'first', 1)) },
    ['sms_gateway first (twilio) 1'],
  ],
  [
    'a gateway that works now and then',
    { ...sms({ accepted: 5, bySecond: 2 }), ...streaks(streak('sms', 'first', 0, { isWell: false })) },
    ['sms_gateway first (twilio) 2'],
  ],
  ['no gateway that works again', { ...sms({ accepted: 5, bySecond: 4 }), ...streaks(streak('sms', 'first', 0)) }, []],
  ['not every fifth by the second gateway', sms({ accepted: 5, bySecond: 1 }), []],
  ['SMS that do not arrive', { reports: arrived(15, 5) }, ['sms_undelivered first (twilio) 5']],
  ['not a few reports', { reports: arrived(1, 5) }, []],
  ['codes that are not typed in', { typedIn: arrived(4, 6) }, ['sms_not_typed_in first (twilio) 6']],
  ['not half of them', { typedIn: arrived(5, 5) }, []],
  [
    'vendors of whom none begins a check',
    streaks(streak('identity', 'veriff', 1), streak('identity', 'onfido', 2)),
    ['identity_vendor veriff 1', 'identity_vendor onfido 2'],
  ],
  [
    'a vendor that begins none',
    streaks(streak('identity', 'veriff', 1), streak('identity', 'onfido', 0)),
    ['identity_down veriff 1'],
  ],
  ['a vendor that tells nothing', streaks(streak('identity asked', 'veriff', 3)), ['identity_silent veriff 3']],
  [
    'sessions to erase by hand for more than a day',
    { waiting: queue('vendor sessions to erase by hand', 86_401, true) },
    ['erasures_by_hand 3'],
  ],
  ['a pool that is spent', { limits: [limit('money.other', 250, 250)] }, ['sms_budget other']],
  ['half of the pool for log-ins', { limits: [limit('money.proven', 500, 1_000)] }, ['sms_pool_half']],
  ['no half of another pool', { limits: [limit('money.trusted', 249, 250)] }, []],
  ['wrong codes of all visitors', { limits: [limit('code-wrong.everyone', 100, 100)] }, ['wrong_codes']],
  [
    'no limit that has room',
    { limits: [limit('money.proven', 499, 1_000), limit('code-wrong.everyone', 99, 100)] },
    [],
  ],
  ['a list with a problem', { lists: [{ ...list, problem: 'older' }] }, [`trusted_list ${list.url}`]],
  ['a list that is over', { lists: [{ ...list, nextUpdate: before(1) }] }, [`trusted_list ${list.url}`]],
  ['no list in force', { lists: [list] }, []],
  ['a certificate of thirteen days', { expiries: [expiry(13.5)] }, ['expires_soon wallet certificate: CN=us 13']],
  ['no certificate of fifteen days', { expiries: [expiry(15)] }, []],
  [
    'a client that does not work',
    { clients: [{ id: 'client_1', providerId: 'my-shop', refusal: 'no key' }] },
    ['client_refused client_1 of my-shop: no key'],
  ],
  [
    'messages of the bank that are not understood, by the oldest',
    { unread: [streak('bank message', 'msg_2', 1, { since: before(5) }), streak('bank message', 'msg_1', 1)] },
    ['bank_not_understood msg_1 2'],
  ],
  ['a receiver that is gone', { providers: [provider('live', before(5))] }, ['webhook_stopped my-shop']],
  ['a wish for live keys', { providers: [provider('requested'), provider('test')] }, ['live_requested 1']],
  ['accounts that are held', { held: [{ eraseAfter: before(-9) }] }, ['account_held 1']],
  [
    'an approval that a vendor took back',
    { takenBack: [{ id: 'usr_1', since: before(9) }] },
    ['approval_taken_back usr_1'],
  ],
  ['a review of two days', { reviews: [{ since: before(2 * 1_440) }, { since: before(5) }] }, ['review_waits 1']],
  ['a review at the desk', { reviews: [{ since: before(5) }], decidesReviews: true }, ['review_to_decide 1']],
])('What needs a person is named, and nothing else: %s [ADMIN-17]', (_name, facts, wanted) => {
  expect(seen(facts)).toEqual(wanted)
})

test('Of what needs a person the most urgent stands first [ADMIN-17]', () => {
  const facts = { ...QUIET, held: [{ eraseAfter: NOW }], clockAheadMs: 9_000, waiting: queue('audit', 600) }
  const found = attentionOf(facts)
  expect(found.map(({ severity }) => severity)).toEqual(['critical', 'warning', 'task'])
  expect(found[0]).toMatchObject({ since: before(10).toISOString(), alert: 'AvouchQueueLags' })
})

test('A row names which, since when, the last good one, and why [ADMIN-30]', () => {
  const refused = streak('identity', 'veriff', 1, { why: 'refused', detail: 'status 401' })
  expect(attentionOf({ ...QUIET, streaks: [refused] })).toMatchObject([
    {
      kind: 'identity_down',
      about: 'veriff',
      since: before(20).toISOString(),
      last_good: before(21).toISOString(),
      why: 'refused',
      detail: 'status 401',
    },
  ])
})

test('A certificate tells the days that are left, and a list since when its next issue is overdue [ADMIN-33]', () => {
  const overdue = { ...list, nextUpdate: before(90), fetchedAt: before(600) }
  expect(attentionOf({ ...QUIET, lists: [overdue], expiries: [expiry(3.2), expiry(-1)] })).toMatchObject([
    { kind: 'trusted_list', since: before(90).toISOString(), last_good: before(600).toISOString() },
    { kind: 'expires_soon', count: 3, alert: 'AvouchExpiresSoon' },
    { kind: 'expires_soon', count: -1 },
  ])
})

const RULES = readFileSync(resolve(import.meta.dirname, '../../../../../deploy/alerts.yml'), 'utf8').split('- alert: ')
/** Numbers in an expression: what it compares with but for 0 and yes, its shares, and the minutes of its windows. */
function numbersOf(rule: string): number[] {
  const expr = (/ expr: ([^]*?)\n {8}\w/.exec(rule)?.[1] ?? '').replaceAll(/"[^"]*"|== 1/g, '')
  return Array.from(expr.matchAll(/\[(\d+)m\]|[<>]=? ([\d.]+)/g), ([, minutes, bound]) => Number(minutes ?? bound))
}
const sorted = (numbers: readonly number[]) => [...new Set(numbers)].filter((one) => one > 0).toSorted((a, b) => a - b)
/** Their rows read a state, of which the alerts count the events. */
const OF_EVENTS = ['jobs_fail', 'sms_budget', 'wrong_codes']

test.each(Object.entries(WATCHED).filter(([kind, watched]) => 'alert' in watched && !OF_EVENTS.includes(kind)))(
  '%s has the severity and the bounds of its alert [ADMIN-17]',
  (_kind, watched) => {
    const { severity, alert, ...bounds } = watched as { severity: string; alert: string; [bound: string]: unknown }
    const rule = RULES.find((one) => one.startsWith(`${alert}\n`)) ?? ''
    expect(rule).toContain(`labels: { severity: ${severity} }`)
    expect(sorted(numbersOf(rule))).toEqual(sorted(Object.values(bounds).map(Number)))
  },
)
