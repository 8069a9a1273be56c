import { readSpend } from '../modules/sms/index.ts'
import { table, wholeNumber } from './arguments.ts'
import type { AddCommands, Answer } from './command.ts'
import { withDatabase } from './with-database.ts'

const KEPT_DAYS = 395
const COLUMNS = ['day', 'country', 'outcome', 'SMS', 'cents']

type Spent = Awaited<ReturnType<typeof readSpend>>[number]

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
      choose((site) =>
        withDatabase(site, async ({ database, config }) =>
          spentOn(await readSpend(database, { now: config.clock(), days })),
        ),
      ),
    )
}
