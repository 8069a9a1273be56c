import { COUNTRIES, createPhoneBook, type PhoneBook } from '../modules/accounts/index.ts'
import { codeLockouts } from '../modules/codes/index.ts'
import {
  createLimitDesk,
  labelsOfAddress,
  labelsOfBrowser,
  type LimitDesk,
  type LimitSource,
  type LimitState,
  type Rules,
  rulesWith,
} from '../modules/limits/index.ts'
import { labelsOfSms, smsLabelsOf, type SmsLimits, smsLimitsWith } from '../modules/sms/index.ts'
import { table, timeText } from './arguments.ts'
import type { AddCommands, Answer } from './command.ts'
import { type LimitSubject, readCaller, readRule, readSubject } from './limit-subject.ts'
import { type Site, withDatabase } from './with-database.ts'

type Opened = { desk: LimitDesk; phones: PhoneBook; rules: Rules; smsLimits: SmsLimits; now: Date }
/** What is counted about a subject, and what the audit trail calls it. */
type Counted = { sources: LimitSource[]; about: { phoneIdx?: Buffer; device?: Buffer; network?: string } }

const withDesk = <T>(site: Site, run: (opened: Opened) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, keyring, append }) => {
    const { clock } = config
    const rules = rulesWith(config.limits)
    const desk = createLimitDesk({ db: database, clock, keys: keyring.for('limits'), rules, append })
    const smsLimits = smsLimitsWith(config.smsLimits)
    return run({ desk, phones: createPhoneBook(keyring), rules, smsLimits, now: clock() })
  })

function countedOf({ desk, phones, rules, smsLimits, now }: Opened, subject: LimitSubject): Counted {
  if (subject.kind === 'sms') return { sources: [desk.counters(labelsOfSms(smsLimits, COUNTRIES, now))], about: {} }
  if (subject.kind === 'browser') {
    const { device } = subject
    return { sources: [desk.counters(labelsOfBrowser(device))], about: { device } }
  }
  if (subject.kind === 'address') {
    const { address } = subject
    return { sources: [desk.counters(labelsOfAddress(address))], about: { network: address.network } }
  }
  const phoneIdx = phones.index(subject.number)
  return {
    sources: [desk.counters(smsLabelsOf(subject.number)), codeLockouts({ rules, phoneIdx })],
    about: { phoneIdx },
  }
}

const cells = ({ rule, of, used, places, state, nextAt, allAt, effect }: LimitState): string[] => [
  rule,
  of,
  `${used} of ${places}`,
  state,
  `next ${timeText(nextAt)}`,
  `all ${timeText(allAt)}`,
  `when full: ${effect}`,
]

const explained = (states: readonly LimitState[]): Answer => ({
  lines: states.length === 0 ? ['No limit holds anything.'] : table(states.map(cells)),
  data: states,
})

const released = (states: readonly LimitState[]): Answer => ({
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
    .action((subject) =>
      choose((site) =>
        withDesk(site, async (opened) => {
          const { sources, about } = countedOf(opened, subject)
          return explained(await opened.desk.explain(sources, about))
        }),
      ),
    )
  group
    .command('release')
    .description('gives a caller all places back, of one limit or of all; of a number it also lifts lockouts of codes')
    .argument('<number|address|browser>', "a browser by its cookie or the cookie's hash", readCaller)
    .argument('[rule]', 'the name of one limit', readRule)
    .action((caller, rule) =>
      choose((site) =>
        withDesk(site, async (opened) => {
          const { sources, about } = countedOf(opened, caller)
          return released(await opened.desk.release(sources, about, rule))
        }),
      ),
    )
}
