import { Option } from '@commander-js/extra-typings'
import {
  eventExists,
  type EventQuery,
  type EventState,
  findEvent,
  readAttempts,
  readEvents,
  resend,
  resendFailed,
} from '../modules/webhooks/index.ts'
import type { Executor } from '../platform/database/database.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { listed, readTime, table, timeText, wholeNumber } from './arguments.ts'
import { type AddCommands, type CommandResult, DONE } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const STATES = ['pending', 'delivered', 'failed'] as const satisfies readonly EventState[]
const MAX_LINES = 1_000

const outcomeOf = (status: number | null, error: string | null) => (status === null ? (error ?? '-') : String(status))

const unknown = (id: string) => new OperatorError(`There is no event ${id}.`)

const listEvents = async (db: Executor, query: EventQuery) =>
  listed(await readEvents(db, query), (event) => [
    event.id,
    event.providerId,
    String(event.sequence),
    event.type,
    event.state,
    `${event.attempts} tries`,
    outcomeOf(event.lastStatus, event.lastError),
    event.state === 'pending' ? `next ${timeText(event.nextAttemptAt)}` : '',
  ])

const resendOne = (site: Site, id: string): Promise<CommandResult> =>
  withDatabase(site, async ({ config, database: db, audit }) => {
    const outcome = await resend({ db, audit }, id, undefined, config.clock())
    if (outcome === 'unknown') throw unknown(id)
    return outcome === 'resent'
      ? DONE
      : { lines: [`The event ${id} is being sent, or will be within a minute.`], data: {} }
  })

const resendAllFailed = (site: Site, since: Date, providerId: string | undefined): Promise<CommandResult> =>
  withDatabase(site, async ({ config, database: db, audit }) => {
    const resent = await resendFailed({ db, audit }, { since, providerId, now: config.clock() })
    return { lines: [`${resent} sent again.`], data: { resent } }
  })

const attemptRows = (tried: Awaited<ReturnType<typeof readAttempts>>): string[] =>
  table(tried.map(({ at, status, error, durationMs }) => [timeText(at), outcomeOf(status, error), `${durationMs} ms`]))

async function listAttempts(db: Executor, id: string): Promise<CommandResult> {
  if (!(await eventExists(db, id))) throw unknown(id)
  const tried = await readAttempts(db, id)
  return { lines: attemptRows(tried), data: tried }
}

async function show(db: Executor, id: string): Promise<CommandResult> {
  const event = await findEvent(db, id)
  if (event === undefined) throw unknown(id)
  const tried = await readAttempts(db, id)
  const facts = [
    ['event', event.id],
    ['provider', event.providerId],
    ['intent', event.intentId],
    ['type', event.type],
    ['sequence', String(event.sequence)],
    ['state', event.state],
    ['made', timeText(event.createdAt)],
    ['delivered', timeText(event.deliveredAt)],
    ['last answer', outcomeOf(event.lastStatus, event.lastError)],
    ['next try', event.state === 'pending' ? timeText(event.nextAttemptAt) : '-'],
  ]
  return { lines: [...table(facts), ...attemptRows(tried)], data: { ...event, tried } }
}

export const addWebhookCommands: AddCommands = (program, choose) => {
  const webhook = program.command('webhook').description('events on their way to providers')
  webhook
    .command('list')
    .description('lists events, the newest first')
    .option('--provider <provider>', 'of this provider only')
    .addOption(new Option('--state <state>', 'in this state only').choices(STATES))
    .option('--limit <number>', 'so many at most', wholeNumber('--limit', MAX_LINES), 50)
    .action(({ provider, state, limit }) =>
      choose((site) =>
        withDatabase(site, ({ database }) => listEvents(database, { providerId: provider, state, limit })),
      ),
    )
  webhook
    .command('show')
    .description('shows one event and the attempts to deliver it, without what it says')
    .argument('<event id>')
    .action((id) => choose((site) => withDatabase(site, ({ database }) => show(database, id))))
  webhook
    .command('resend')
    .description(
      'sends an event now, under its own id: with all its tries once it ended, else with those that are left',
    )
    .argument('<event id>')
    .action((id) => choose((site) => resendOne(site, id)))
  webhook
    .command('resend-failed')
    .description('sends all events again that were given up, under their own ids, with all their tries')
    .requiredOption('--since <time>', 'not older than this, as 2026-11-22 or 2026-11-22T10:00Z', readTime)
    .option('--provider <provider>', 'of this provider only')
    .action(({ since, provider: providerId }) => choose((site) => resendAllFailed(site, since, providerId)))
  webhook
    .command('log')
    .description('lists the attempts to deliver an event: time, answer, duration')
    .argument('<event id>')
    .action((id) => choose((site) => withDatabase(site, ({ database }) => listAttempts(database, id))))
}
