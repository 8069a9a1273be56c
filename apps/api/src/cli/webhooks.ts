import { createDeliveryDesk, type DeliveryDesk, type EventState } from '../modules/webhooks/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { readArguments, table, timeText, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const STATES: readonly EventState[] = ['pending', 'delivered', 'failed']
const MAX_LINES = 1_000

const LIST = 'webhook list [--provider <provider>] [--state pending|delivered|failed] [--limit 50]'
const RESEND = 'webhook resend <event id>'
const LOG = 'webhook log <event id>'

const withDesk = <T>(site: Site, run: (desk: DeliveryDesk, now: Date) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, append }) => run(createDeliveryDesk(database, append), config.clock()))

function stateOf(text: string | undefined): EventState | undefined {
  const state = STATES.find((known) => known === text)
  if (text !== undefined && state === undefined) throw new OperatorError(`Usage: ${LIST}`)
  return state
}

const outcomeOf = ({ status, error }: { status: number | null; error: string | null }) =>
  status === null ? (error ?? '-') : String(status)

export const WEBHOOK_COMMANDS: Readonly<Record<string, Command>> = {
  'webhook list': {
    usage: LIST,
    says: 'shows events, the newest first',
    async run(site, args, print) {
      const { values } = readArguments(args, LIST, {
        words: 0,
        options: {
          provider: { type: 'string' },
          state: { type: 'string' },
          limit: { type: 'string', default: '50' },
        },
      })
      const query = {
        providerId: values.provider,
        state: stateOf(values.state),
        limit: wholeNumber(values.limit, '--limit', MAX_LINES),
      }
      const events = await withDesk(site, (desk) => desk.events(query))
      const rows = events.map((event) => [
        event.id,
        event.providerId,
        String(event.sequence),
        event.type,
        event.state,
        `${event.attempts} tries`,
        outcomeOf({ status: event.lastStatus, error: event.lastError }),
        event.state === 'pending' ? `next ${timeText(event.nextAttemptAt)}` : '',
      ])
      for (const line of table(rows)) print(line)
      return true
    },
  },
  'webhook resend': {
    usage: RESEND,
    says: 'sends an event again that failed or was delivered, under its own id, with all its tries',
    async run(site, args) {
      const { word } = readArguments(args, RESEND, { words: 1, options: {} })
      await withDesk(site, async (desk, now) => {
        if (!(await desk.exists(word(0)))) throw new OperatorError(`There is no event ${word(0)}.`)
        if (!(await desk.resend(word(0), now))) throw new OperatorError(`The event ${word(0)} is waiting to be sent.`)
      })
      return true
    },
  },
  'webhook log': {
    usage: LOG,
    says: 'shows each attempt to deliver an event: time, answer, duration',
    async run(site, args, print) {
      const { word } = readArguments(args, LOG, { words: 1, options: {} })
      const attempts = await withDesk(site, async (desk) => {
        if (!(await desk.exists(word(0)))) throw new OperatorError(`There is no event ${word(0)}.`)
        return desk.attempts(word(0))
      })
      const rows = attempts.map((attempt) => [timeText(attempt.at), outcomeOf(attempt), `${attempt.durationMs} ms`])
      for (const line of table(rows)) print(line)
      return true
    },
  },
}
