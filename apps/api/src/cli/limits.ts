import { COUNTRIES, findRegistrations } from '../modules/accounts/index.ts'
import { codeLabelsOf } from '../modules/codes/index.ts'
import { devicesOfNumber } from '../modules/devices/index.ts'
import {
  type CounterLabel,
  createLimitDesk,
  labelsOfAddress,
  labelsOfBrowser,
  type LimitDesk,
  type LimitState,
  rulesWith,
} from '../modules/limits/index.ts'
import { createNumbers, type Numbers } from '../modules/numbers/index.ts'
import { pinLabelsOf } from '../modules/pins/index.ts'
import type { Database } from '../platform/database/database.ts'
import { labelsOfSms, smsLabelsOf, type SmsLimits, smsLimitsWith } from '../modules/sms/index.ts'
import { table, timeText } from './arguments.ts'
import type { AddCommands, Answer } from './command.ts'
import { type LimitSubject, readCaller, readRule, readSubject } from './limit-subject.ts'
import { type Site, withDatabase } from './with-database.ts'

type Opened = { db: Database; desk: LimitDesk; numbers: Numbers; smsLimits: SmsLimits; now: Date }
/** What is counted about a subject, and what the audit trail calls it. */
type Counted = { of: CounterLabel[]; about: { phoneIdx?: Buffer; device?: Buffer; network?: string } }

const withDesk = <T>(site: Site, run: (opened: Opened) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, keyring, append }) => {
    const { clock } = config
    const rules = rulesWith(config.limits)
    const desk = createLimitDesk({ db: database, clock, keys: keyring.for('limits'), rules, append })
    const smsLimits = smsLimitsWith(config.smsLimits)
    return run({ db: database, desk, numbers: createNumbers({ db: database, keyring }), smsLimits, now: clock() })
  })

const EVERYONE: CounterLabel = { rule: 'code.everyone', subject: 'everyone', of: 'everyone' }

async function countedOf({ db, numbers, smsLimits, now }: Opened, subject: LimitSubject): Promise<Counted> {
  if (subject.kind === 'sms') return { of: [...labelsOfSms(smsLimits, COUNTRIES, now), EVERYONE], about: {} }
  if (subject.kind === 'browser') {
    const { device } = subject
    return { of: labelsOfBrowser(device), about: { device } }
  }
  if (subject.kind === 'address') {
    const { address } = subject
    return { of: labelsOfAddress(address), about: { network: address.network } }
  }
  const { phoneIdx } = await numbers.find(subject.number)
  const known = await devicesOfNumber(db, phoneIdx)
  const registrations = (await findRegistrations(db, phoneIdx, now)).map(({ id }) => id)
  const ofSecrets = [...codeLabelsOf(phoneIdx, known), ...pinLabelsOf(phoneIdx, known, registrations)]
  return { of: [...smsLabelsOf(subject.number), ...ofSecrets], about: { phoneIdx } }
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
          const { of, about } = await countedOf(opened, subject)
          return explained(await opened.desk.explain(of, about))
        }),
      ),
    )
  group
    .command('release')
    .description('gives a caller all places back, of one limit or of all; of a number those of its codes and PINs too')
    .argument('<number|address|browser>', "a browser by its cookie or the cookie's hash", readCaller)
    .argument('[rule]', 'the name of one limit', readRule)
    .action((caller, rule) =>
      choose((site) =>
        withDesk(site, async (opened) => {
          const { of, about } = await countedOf(opened, caller)
          return released(await opened.desk.release(of, about, rule))
        }),
      ),
    )
}
