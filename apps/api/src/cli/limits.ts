import { PhoneBook } from '../modules/accounts/index.ts'
import { CallerLimits, type LimitState } from '../modules/operator/index.ts'
import { RateLimiter, rulesWith } from '../modules/rate-limits/index.ts'
import { smsLimitsWith } from '../modules/sms/index.ts'
import { NO_METER } from '../platform/meter.ts'
import { table, timeText } from './arguments.ts'
import type { AddCommands, CommandResult } from './command.ts'
import { requireCaller, readRule, readSubject } from './limit-subject.ts'
import { type Site, withDatabase } from './with-database.ts'

const withLimits = <T>(site: Site, run: (limits: CallerLimits) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database: db, keyring, audit }) => {
    const { clock } = config
    const smsLimits = smsLimitsWith(config.smsLimits)
    const rules = rulesWith(config.limits, smsLimits)
    const limiter = new RateLimiter({
      clock,
      mac: keyring.for('limits').mac,
      rules,
      audit,
      warn: () => {},
      meter: NO_METER,
    })
    return run(new CallerLimits({ db, clock, audit, limiter, rules, phones: new PhoneBook(keyring), smsLimits }))
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

const explained = (states: readonly LimitState[]): CommandResult => ({
  lines: states.length === 0 ? ['No limit holds anything.'] : table(states.map(cells)),
  data: states,
})

const released = (states: readonly LimitState[]): CommandResult => ({
  lines:
    states.length === 0
      ? ['No limit held anything.']
      : table(states.map(({ rule, of, used }) => [rule, of, `${used} given back`])),
  data: states,
})

export const addLimitCommands: AddCommands = (program, choose) => {
  const group = program.command('limits').description('rate limits that refuse a caller')
  group
    .command('explain')
    .description(
      'lists the limits of a caller, or of SMS, that hold something: how full, until when, what then happens',
    )
    .argument('<number|address|browser|sms>', "a browser by its cookie or the cookie's hash", readSubject)
    .action((subject) => choose((site) => withLimits(site, async (limits) => explained(await limits.explain(subject)))))
  group
    .command('release')
    .description('gives a caller back what was counted, by one limit or by all; of a number its codes and PINs too')
    .argument('<number|address|browser>', "a browser by its cookie or the cookie's hash", requireCaller)
    .argument('[rule]', 'the name of one limit', readRule)
    .action((caller, rule) =>
      choose((site) => withLimits(site, async (limits) => released(await limits.release(caller, rule)))),
    )
}
