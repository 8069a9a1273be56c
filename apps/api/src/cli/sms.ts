import { canonicalNumber, PhoneBook } from '../modules/accounts/index.ts'
import { DELIVERY_DAYS, GATEWAY_NAMES, readDeliveryCounts, readSpend, TRIAL_MS, trySms } from '../modules/sms/index.ts'
import { table, wholeNumber } from './arguments.ts'
import type { AddCommands, CommandResult } from './command.ts'
import type { Database } from '../platform/database/database.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { type Site, withDatabase } from './with-database.ts'

const COLUMNS = ['day', 'country', 'outcome', 'SMS', 'cents']

type Spent = Awaited<ReturnType<typeof readSpend>>[number]

function spentOn(spent: readonly Spent[]): CommandResult {
  const sum = (of: 'total' | 'cents') => spent.reduce((all, one) => all + one[of], 0)
  const rows = spent.map(({ day, country, outcome, total, cents }) => [
    day,
    country,
    outcome,
    String(total),
    String(cents),
  ])
  const last = ['all', '', '', String(sum('total')), String(sum('cents'))]
  return { lines: table([COLUMNS, ...rows, last]), data: { spent, total: sum('total'), cents: sum('cents') } }
}

type Delivered = Awaited<ReturnType<typeof readDeliveryCounts>>[number]

/** Computes the share of all that the gateway took: one without a report counts as not delivered. */
const shareOf = ({ accepted, delivered }: Delivered): string =>
  accepted === 0 ? '' : `${Math.min(100, Math.round((100 * delivered) / accepted))} %`

function deliveredOf(counts: readonly Delivered[]): CommandResult {
  const rows = counts.map((one) => {
    const { day, country, gateway, accepted, delivered, undelivered } = one
    const totals = [accepted, delivered, undelivered].map(String)
    return [day, country, GATEWAY_NAMES[gateway === 2 ? 2 : 1], ...totals, shareOf(one)]
  })
  const head = ['day', 'country', 'gateway', 'accepted', 'delivered', 'undelivered', 'share']
  return { lines: table([head, ...rows]), data: { delivery: counts } }
}

type Days = { now: Date; days: number }

type Tried = Awaited<ReturnType<typeof trySms>>

/** Words the stages of an SMS, in the order of time. */
function toldOf({ state, report, why, seconds }: Tried, reports: boolean): string {
  if (why === 'account') return 'account error: its code is in the log (sms not sent, sms account error)'
  if (state === 'waiting' || state === 'sending') return 'not sent: does the product run?'
  if (state !== 'accepted') return `not sent (${state}): the reason is in the log (sms not sent)`
  const seen = ['accepted', 'sent', 'delivered', 'undelivered'].filter((name) => seconds[name] !== undefined)
  const end =
    report === null || report === 'sent' ? `no final report in ${TRIAL_MS / 1_000} s: do reports arrive?` : why
  const last = reports ? end : 'reports are off: see SMS_REPORTS, SMS_REPORT_SECRET, PUBLIC_URL'
  return [...seen.map((name) => `${name} ${seconds[name]} s`), last].filter(Boolean).join(', ')
}

/** An error never has what was typed: it may be a number. */
const tried = (site: Site, typed: string, gateway: 1 | 2): Promise<CommandResult> =>
  withDatabase(site, async ({ config, database: db, keyring, audit }) => {
    const phones = new PhoneBook(keyring)
    const { sms, clock } = config
    const access = sms[gateway - 1]
    if (access === undefined) throw new OperatorError('There is no second gateway: SMS_GATEWAY_2.')
    const number = canonicalNumber(typed.replaceAll(/[^0-9]/g, ''))
    if (number === undefined) throw new OperatorError("It is a mobile number with its country's code.")
    const phoneIdx = phones.index(number)
    const to = { phoneIdx, phoneEnc: phones.seal(number, phoneIdx), language: 'en' as const }
    const reports = access.reportSecrets !== undefined
    const trial = await trySms({ db, clock, audit, reports }, to, gateway)
    const line = `${GATEWAY_NAMES[gateway]} (${access.gateway}): ${toldOf(trial, reports)}`
    const ok = trial.state === 'accepted' && trial.report !== 'undelivered'
    return { lines: [line], data: trial, ok }
  })

export const addSmsCommands: AddCommands = (program, choose) => {
  const group = program.command('sms').description('what SMS cost, and what became of them')
  const addByDay = (name: string, description: string, read: (db: Database, of: Days) => Promise<CommandResult>) =>
    group
      .command(name)
      .description(description)
      .option('--days <number>', 'today and the days before it, in UTC', wholeNumber('--days', DELIVERY_DAYS), 7)
      .action(({ days }: { days: number }) =>
        choose((site) => withDatabase(site, ({ database, config }) => read(database, { now: config.clock(), days }))),
      )
  addByDay(
    'spend',
    'how many SMS ended how, by day and country, and what they cost by the prices of SMS_LIMITS_FILE',
    async (db, of) => spentOn(await readSpend(db, of)),
  )
  addByDay(
    'delivery',
    'how many SMS the networks delivered, by day, country and gateway, as gateways report it',
    async (db, of) => deliveredOf(await readDeliveryCounts(db, of)),
  )
  group
    .command('try')
    .description('lets the running product send a text without a code, and waits two minutes for its report')
    .argument('<number>', "a mobile number with its country's code")
    .option('--gateway <number>', '1 or 2', wholeNumber('--gateway', 2), 1)
    .action((number, { gateway }) => choose((site) => tried(site, number, gateway === 2 ? 2 : 1)))
}
