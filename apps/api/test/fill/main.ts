import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../../src/config/env.ts'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { StartupError } from '../../src/platform/startup-error.ts'
import { fill, SHARED_PIN } from './fill.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** Numbers of seven digits are behind it. */
const MOST = 5_000_000

const print = (line: string) => void process.stdout.write(`${line}\n`)

function readWish() {
  const { values } = parseArgs({
    options: {
      accounts: { type: 'string', default: '200000' },
      events: { type: 'string', default: '500000' },
      websites: { type: 'string', default: '1000' },
      seed: { type: 'string', default: 'avouch' },
    },
  })
  const count = (name: 'accounts' | 'events' | 'websites') => {
    if (/^[1-9][0-9]{0,6}$/.test(values[name]) && Number(values[name]) <= MOST) return Number(values[name])
    throw new OperatorError(`--${name} is a number from 1 to ${MOST}.`)
  }
  return { accounts: count('accounts'), events: count('events'), websites: count('websites'), seed: values.seed }
}

async function main() {
  const env = readEnv()
  const began = performance.now()
  const seconds = () => `${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s`
  const site = { env, migrationsDir: MIGRATIONS, folder: process.cwd() }
  const { gigabytes, number } = await fill(site, readWish(), (part) => print(`${seconds()}  ${part}`))
  print(`${seconds()}  ${gigabytes.toFixed(1)} GB. Log in as ${number} with the PIN ${SHARED_PIN}, which all have.`)
}

const UNKNOWN_OPTION = 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
const isForReader = (error: Error & { code?: string }) =>
  error instanceof OperatorError || error instanceof StartupError || error.code === UNKNOWN_OPTION

main().catch((error: Error) => {
  process.stderr.write(`${isForReader(error) ? error.message : error.stack}\n`)
  process.exit(1)
})
