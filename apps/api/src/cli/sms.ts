import { DELIVERY_DAYS, GATEWAY_NAMES, readDelivery, readSpend } from '../modules/sms/index.ts'
import { table, wholeNumber } from './arguments.ts'
import type { AddCommands, Answer } from './command.ts'
import { withDatabase } from './with-database.ts'

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

type Delivered = Awaited<ReturnType<typeof readDelivery>>[number]

/** The share of those of which the network said something final. */
const shareOf = ({ delivered, undelivered }: Delivered): string =>
  delivered + undelivered === 0 ? '' : `${Math.round((100 * delivered) / (delivered + undelivered))} %`

function deliveredOf(counts: readonly Delivered[]): Answer {
  const rows = counts.map((one) => {
    const { day, country, gateway, accepted, delivered, undelivered } = one
    const totals = [accepted, delivered, undelivered].map(String)
    return [day, country, GATEWAY_NAMES[gateway === 2 ? 2 : 1], ...totals, shareOf(one)]
  })
  const head = ['day', 'country', 'gateway', 'accepted', 'delivered', 'undelivered', 'share']
  return { lines: table([head, ...rows]), data: { delivery: counts } }
}

export const addSmsCommands: AddCommands = (program, choose) => {
  const group = program.command('sms').description('what SMS cost, and what became of them')
  group
    .command('spend')
    .description('how many SMS ended how, by day and country, and what they cost by the prices of SMS_LIMITS_FILE')
    .option('--days <number>', 'today and the days before it, in UTC', wholeNumber('--days', DELIVERY_DAYS), 7)
    .action(({ days }) =>
      choose((site) =>
        withDatabase(site, async ({ database, config }) =>
          spentOn(await readSpend(database, { now: config.clock(), days })),
        ),
      ),
    )
  group
    .command('delivery')
    .description('how many SMS the networks delivered, by day, country and gateway, as gateways report it')
    .option('--days <number>', 'today and the days before it, in UTC', wholeNumber('--days', DELIVERY_DAYS), 7)
    .action(({ days }) =>
      choose((site) =>
        withDatabase(site, async ({ database, config }) =>
          deliveredOf(await readDelivery(database, { now: config.clock(), days })),
        ),
      ),
    )
}
