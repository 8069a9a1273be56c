import type { AdminLimit } from '@avouch/contract'
import { type LimitState, rulesWith } from '../modules/limits/index.ts'
import { type CallerLimits, createCallerLimits } from '../modules/operator/index.ts'
import { smsLimitsWith } from '../modules/sms/index.ts'
import { table, timeText } from './arguments.ts'
import type { AddCommands, Answer } from './command.ts'
import { readCaller, readRule, readSubject } from './limit-subject.ts'
import { type Site, withDatabase } from './with-database.ts'

const withLimits = <T>(site: Site, run: (limits: CallerLimits) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database: db, keyring, append }) =>
    run(
      createCallerLimits({
        db,
        clock: config.clock,
        append,
        keyring,
        rules: rulesWith(config.limits),
        smsLimits: smsLimitsWith(config.smsLimits),
      }),
    ),
  )

const cells = ({ rule, of, used, places, state, nextAt, allAt, effect }: LimitState): string[] => [
  rule,
  of,
  `${used} of ${places}`,
  state,
  `next ${timeText(nextAt)}`,
  `all ${timeText(allAt)}`,
  `when full: ${effect}`,
]

/** In the words of the local command; the admin API leaves the effect out, and what of a number is counted. */
const stateIn = ({ of, country, state, next_at, all_at, ...limit }: AdminLimit) => ({
  ...limit,
  subject: of,
  of: country ?? (of === 'money' ? 'cents' : of),
  state: state.replace('_', ' '),
  nextAt: next_at,
  allAt: all_at,
})

const cellsElsewhere = ({ rule, of, used, places, state, nextAt, allAt }: ReturnType<typeof stateIn>): string[] => [
  rule,
  of,
  `${used} of ${places}`,
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
    .description('gives a caller all places back, of one limit or of all; of a number those of its codes and PINs too')
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
