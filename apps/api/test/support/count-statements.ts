import pg from 'pg'
import { RoundTrip } from '../../src/platform/database/round-trip.ts'
import { requestContext } from '../../src/modules/audit/request-context.ts'

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown
type Client = { query: Query }

/**
 * What one request ran: its statements in their order, how many times it made the database write to its disk, and how many times
 * it waited for an answer of it.
 */
type Ran = { statements: string[]; commits: number; roundTrips: number }

const textsOf = (config: unknown): string[] => {
  if (config instanceof RoundTrip) return config.statements.map(({ text }) => text.trim())
  return typeof config === 'object' && config !== null && 'text' in config ? [String(config.text).trim()] : []
}
const writes = (text: string): boolean => /\b(insert into|update|delete from)\s+\w/.test(text)

/**
 * Runs the calls and records the statements of each request by its route, but those that match `beside`. What runs outside of
 * requests, as jobs and counts in memory do, is left out. PostgreSQL only.
 */
async function ranBy(run: () => Promise<unknown>, beside: readonly RegExp[] = []): Promise<Map<string, Ran>> {
  const ran = new Map<string, Ran>()
  const open = new WeakMap<pg.Client, { wrote: boolean }>()
  const client = pg.Client.prototype as unknown as Client
  const send = client.query
  client.query = function (config, ...rest) {
    const route = requestContext()?.route
    if (route !== undefined) {
      const of = ran.get(route) ?? { statements: [], commits: 0, roundTrips: 0 }
      ran.set(route, of)
      const texts = textsOf(config).filter((text) => !beside.some((pattern) => pattern.test(text)))
      if (texts.length > 0) of.roundTrips += 1
      for (const text of texts) note(this, of, text)
    }
    return send.call(this, config, ...rest)
  }
  function note(connection: pg.Client, of: Ran, text: string): void {
    if (text === 'begin') return void open.set(connection, { wrote: false })
    const transaction = open.get(connection)
    if (text === 'commit' || text === 'rollback') {
      if (text === 'commit' && transaction?.wrote === true) of.commits += 1
      return void open.delete(connection)
    }
    of.statements.push(text)
    if (!writes(text)) return
    if (transaction === undefined) of.commits += 1
    else transaction.wrote = true
  }
  try {
    await run()
  } finally {
    client.query = send
  }
  return ran
}

/** What the calls run, by route, with what is stored afterwards. */
export const pathsOf = (run: () => Promise<unknown>): Promise<ReadonlyMap<string, Ran>> => ranBy(run)

/** What is stored once the answer is on its way. */
const AFTERWARDS = [/^with held as \(\s*select m.id, w.country/, /^with settled as \(\s*update sms_message/]

/** What one request runs until its answer, the audit trail's part included. */
export async function pathOf(route: string, call: () => Promise<unknown>): Promise<Ran> {
  return (await ranBy(call, AFTERWARDS)).get(route) ?? { statements: [], commits: 0, roundTrips: 0 }
}
