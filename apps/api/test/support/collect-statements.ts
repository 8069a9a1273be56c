import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { RoundTrip } from '../../src/platform/database/round-trip.ts'

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown

const folder = process.env['STATEMENTS_FOLDER']

/** What begins and ends a transaction is run by the embedded engine itself. */
const OF_TRANSACTIONS = new Set(['begin', 'commit', 'rollback'])

/** Files share a worker, and with it the driver: it is watched from the first file on. */
const WATCHED = Symbol.for('statements are collected')
type Client = { query: Query; [WATCHED]?: Set<string> }

function collectFrom(client: Client): Set<string> {
  const collected = new Set<string>()
  const send = client.query
  client.query = function (config, ...rest) {
    if (config instanceof RoundTrip)
      for (const { text } of config.statements) if (!OF_TRANSACTIONS.has(text)) collected.add(text)
    return send.call(this, config, ...rest)
  }
  client[WATCHED] = collected
  return collected
}

if (folder !== undefined) {
  const client = pg.Client.prototype as Client
  const collected = client[WATCHED] ?? collectFrom(client)
  afterAll(() => {
    const lines = [...collected].map((text) => `${JSON.stringify(text)}\n`)
    appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''))
    collected.clear()
  })
}
