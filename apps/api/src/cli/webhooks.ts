import { Option } from '@commander-js/extra-typings'
import { createDeliveryDesk, type DeliveryDesk, type EventState } from '../modules/webhooks/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { listed, readTime, table, timeText, wholeNumber } from './arguments.ts'
import { type AddCommands, type Answer, DONE } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const STATES = ['pending', 'delivered', 'failed'] as const satisfies readonly EventState[]
const MAX_LINES = 1_000

const withDesk = <T>(site: Site, run: (desk: DeliveryDesk, now: Date) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, append }) =>
    run(createDeliveryDesk({ db: database, append }), config.clock()),
  )

const outcomeOf = (status: number | null, error: string | null) => (status === null ? (error ?? '-') : String(status))

async function refuseUnknown(desk: DeliveryDesk, id: string): Promise<void> {
  if (!(await desk.exists(id))) throw new OperatorError(`There is no event ${id}.`)
}

type Query = Parameters<DeliveryDesk['events']>[0]

const events = async (desk: DeliveryDesk, query: Query) =>
  listed(await desk.events(query), (event) => [
    event.id,
    event.providerId,
    String(event.sequence),
    event.type,
    event.state,
    `${event.attempts} tries`,
    outcomeOf(event.lastStatus, event.lastError),
    event.state === 'pending' ? `next ${timeText(event.nextAttemptAt)}` : '',
  ])

async function resend(desk: DeliveryDesk, id: string, now: Date) {
  await refuseUnknown(desk, id)
  if (!(await desk.resend(id, now))) throw new OperatorError(`The event ${id} is waiting to be sent.`)
  return DONE
}

async function resendFailed(desk: DeliveryDesk, failed: Parameters<DeliveryDesk['resendFailed']>[0]): Promise<Answer> {
  const resent = await desk.resendFailed(failed)
  return { lines: [`${resent} sent again.`], data: { resent } }
}

const attemptRows = (tried: Awaited<ReturnType<DeliveryDesk['attempts']>>): string[] =>
  table(tried.map(({ at, status, error, durationMs }) => [timeText(at), outcomeOf(status, error), `${durationMs} ms`]))

async function attempts(desk: DeliveryDesk, id: string) {
  await refuseUnknown(desk, id)
  const tried = await desk.attempts(id)
  return { lines: attemptRows(tried), data: tried }
}

async function show(desk: DeliveryDesk, id: string): Promise<Answer> {
  const event = await desk.event(id)
  if (event === undefined) throw new OperatorError(`There is no event ${id}.`)
  const tried = await desk.attempts(id)
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
      choose((site) => withDesk(site, (desk) => events(desk, { providerId: provider, state, limit }))),
    )
  webhook
    .command('show')
    .description('shows one event and the attempts to deliver it, without what it says')
    .argument('<event id>')
    .action((id) => choose((site) => withDesk(site, (desk) => show(desk, id))))
  webhook
    .command('resend')
    .description('sends an event again that failed or was delivered, under its own id, with all its tries')
    .argument('<event id>')
    .action((id) => choose((site) => withDesk(site, (desk, now) => resend(desk, id, now))))
  webhook
    .command('resend-failed')
    .description('sends all events again that were given up, under their own ids, with all their tries')
    .requiredOption('--since <time>', 'not older than this, as 2026-11-22 or 2026-11-22T10:00Z', readTime)
    .option('--provider <provider>', 'of this provider only')
    .action(({ since, provider: providerId }) =>
      choose((site) => withDesk(site, (desk, now) => resendFailed(desk, { since, providerId, now }))),
    )
  webhook
    .command('log')
    .description('lists the attempts to deliver an event: time, answer, duration')
    .argument('<event id>')
    .action((id) => choose((site) => withDesk(site, (desk) => attempts(desk, id))))
}
