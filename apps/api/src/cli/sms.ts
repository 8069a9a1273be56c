import { HOUR_MS } from '@avouch/contract'
import { readSpend } from '../modules/sms/index.ts'
import { later } from '../platform/clock.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { table, wholeNumber } from './arguments.ts'
import type { AddCommands, Answer } from './command.ts'
import { withDatabase } from './with-database.ts'

const KEPT_DAYS = 395
/** Of the admin API. */
const TOLD_DAYS = 30
const COLUMNS = ['day', 'country', 'outcome', 'SMS', 'cents']

const DAY_LENGTH = '2026-11-22'.length

/** Today, in UTC, and the days before it. */
const firstDay = (now: Date, days: number): Date => later(now, -(days - 1) * 24 * HOUR_MS)

type Spent = { day: string; country: string; outcome: string; total: number; cents: number }

function spentOn(spent: readonly Spent[]): Answer {
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

export const addSmsCommands: AddCommands = (program, choose) => {
  const group = program.command('sms').description('what SMS cost')
  group
    .command('spend')
    .description('how many SMS ended how, by day and country, and what they cost by the prices of SMS_LIMITS_FILE')
    .option('--days <number>', 'today and the days before it, in UTC', wholeNumber('--days', KEPT_DAYS), 7)
    .action(({ days }) =>
      choose(
        (site) =>
          withDatabase(site, async ({ database, config }) =>
            spentOn(await readSpend(database, firstDay(config.clock(), days))),
          ),
        {
          remote: async (call) => {
            if (days > TOLD_DAYS) throw new OperatorError(`A product elsewhere tells the last ${TOLD_DAYS} days.`)
            const first = firstDay(new Date(), days).toISOString().slice(0, DAY_LENGTH)
            const { data } = await call('adminSmsSpend', {})
            return spentOn(data.filter(({ day }) => day >= first).map(({ sms, ...one }) => ({ ...one, total: sms })))
          },
        },
      ),
    )
}
