import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown

const folder = process.env['STATEMENTS_FOLDER']
const collected = new Set<string>()

/** The server's executor alone names its statements; what tests ask beside it has no name. */
const isNamed = (config: unknown): config is { name: string; text: string } =>
  typeof config === 'object' && config !== null && 'name' in config && 'text' in config

if (folder !== undefined) {
  const client = pg.Client.prototype as { query: Query }
  const send = client.query
  client.query = function (config, ...rest) {
    if (isNamed(config)) collected.add(config.text)
    return send.call(this, config, ...rest)
  }
  afterAll(() => {
    const lines = [...collected].map((text) => `${JSON.stringify(text)}\n`)
    appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''))
    collected.clear()
  })
}
