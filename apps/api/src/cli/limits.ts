import type { AdminLimit } from '@avouch/contract'
import { createPhoneBook } from '../modules/accounts/index.ts'
import { CallerLimits, type LimitState } from '../modules/operator/index.ts'
import { RateLimiter, rulesWith } from '../modules/rate-limits/index.ts'
import { smsLimitsWith } from '../modules/sms/index.ts'
import { NO_METER } from '../platform/meter.ts'
import { table, timeText } from './arguments.ts'
import type { AddCommands, Answer } from './command.ts'
import { readCaller, readRule, readSubject } from './limit-subject.ts'
import { type Site, withDatabase } from './with-database.ts'

const withLimits = <T>(site: Site, run: (limits: CallerLimits) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database: db, keyring, append }) => {
    const { clock } = config
    const smsLimits = smsLimitsWith(config.smsLimits)
    const rules = rulesWith(config.limits, smsLimits)
    const report = async () => {}
    const limiter = new RateLimiter({
      clock,
      mac: keyring.for('limits').mac,
      rules,
      report,
      warn: () => {},
      meter: NO_METER,
    })
    return run(new CallerLimits({ db, clock, append, limiter, rules, phones: createPhoneBook(keyring), smsLimits }))
  })

const cells = ({ rule, of, used, allowed, state, nextAt, allAt, effect }: LimitState): string[] => [
  rule,
  of,
  `${used} of ${allowed}`,
  state,
  `next ${timeText(nextAt)}`,
  `all ${timeText(allAt)}`,
  `when full: ${effect}`,
]

/** In the words of the local command; the admin API leaves the effect out, and what of a number is counted. */
const stateIn = ({ of, state, next_at, all_at, ...limit }: AdminLimit) => ({
  ...limit,
  subject: of,
  of: of === 'money' ? 'cents' : of,
  state: state.replace('_', ' '),
  nextAt: next_at,
  allAt: all_at,
})

const cellsElsewhere = ({ rule, of, used, allowed, state, nextAt, allAt }: ReturnType<typeof stateIn>): string[] => [
  rule,
  of,
  `${used} of ${allowed}`,
  state,
  `next ${nextAt ?? '-'}`,
  `all ${allAt ?? '-'}`,
]

const explained = <State>(states: readonly State[], columns: (state: State) => string[]): Answer => ({
  lines: states.length === 0 ? ['No limit holds anything.'] : table(states.map(columns)),
  data: states,
})

const released = (states: readonly Pick<LimitState, 'rule' | 'of' | 'used'>[]): Answer => ({
  lines:
    states.length === 0
      ? ['No limit held anything.']
      : table(states.map(({ rule, of, used }) => [rule, of, `${used} given back`])),
  data: states,
})

/** What was typed goes to a product elsewhere as it is. */
const typedToo =
  <Subject>(read: (text: string) => Subject) =>
  (typed: string) => ({ typed, subject: read(typed) })

export const addLimitCommands: AddCommands = (program, choose) => {
  const group = program.command('limits').description('rate limits that refuse a caller')
  group
    .command('explain')
    .description(
      'lists the limits of a caller, or of SMS, that hold something: how full, until when, what then happens',
    )
    .argument('<number|address|browser|sms>', "a browser by its cookie or the cookie's hash", typedToo(readSubject))
    .action(({ typed, subject }) =>
      choose((site) => withLimits(site, async (limits) => explained(await limits.explain(subject), cells)), {
        remote: async (call) => {
          const { data } =
            subject.kind === 'sms'
              ? await call('adminListSmsLimits', {})
              : await call('adminExplainLimits', { body: { caller: typed } })
          return explained(data.map(stateIn), cellsElsewhere)
        },
      }),
    )
  group
    .command('release')
    .description('gives a caller back what was counted, by one limit or by all; of a number its codes and PINs too')
    .argument('<number|address|browser>', "a browser by its cookie or the cookie's hash", typedToo(readCaller))
    .argument('[rule]', 'the name of one limit', readRule)
    .action(({ typed, subject }, rule) =>
      choose((site) => withLimits(site, async (limits) => released(await limits.release(subject, rule))), {
        remote: async (call) =>
          released(
            (await call('adminReleaseLimits', { body: { caller: typed, rule: rule ?? null } })).data.map(stateIn),
          ),
      }),
    )
}
