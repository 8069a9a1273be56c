import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown

const folder = process.env['STATEMENTS_FOLDER']

/** Files share a worker, and with it the driver: it is watched from the first file on. */
const WATCHED = Symbol.for('statements are collected')
type Client = { query: Query; [WATCHED]?: Set<string> }

/** A statement of the product: it has a name. */
const isPrepared = (config: unknown): config is { name: string; text: string } =>
  typeof config === 'object' && config !== null && 'name' in config && 'text' in config

function collectFrom(client: Client): Set<string> {
  const collected = new Set<string>()
  const send = client.query
  client.query = function (config, ...rest) {
    if (isPrepared(config)) collected.add(config.text)
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
