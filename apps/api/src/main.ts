import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { SECOND_MS } from '@avouch/contract'
import closeWithGrace from 'close-with-grace'
import { operateOn, runCommand } from './cli/cli.ts'
import type { AskPerson } from './cli/command.ts'
import { answerOperator } from './cli/operator-socket.ts'
import { configFrom } from './config/config.ts'
import { readEnv } from './config/env.ts'
import { startLine } from './config/about.ts'
import { OperatorError } from './platform/operator-error.ts'
import { SHUTDOWN_MS } from './platform/shutdown.ts'
import { StartupError } from './platform/startup-error.ts'
import { createServer } from './server.ts'

const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')

async function start() {
  const env = readEnv()
  const config = configFrom(env)
  const server = await createServer(config, {
    migrationsDir: MIGRATIONS,
    writeLog: (line) => void process.stdout.write(line),
  })
  const stopAnswering = server.lock && answerOperator(server.lock, operateOn(env, server.database, MIGRATIONS))
  const { log } = server.app
  let stoppingSince = performance.now()
  const logStopped = (exit: number, reason?: string) =>
    log.info({ event: 'stopped', ms: Math.round(performance.now() - stoppingSince), exit, reason })
  const grace = {
    delay: config.drainMs + SHUTDOWN_MS,
    logger: false as const,
    onTimeout: () => logStopped(1, 'took too long'),
    onSecondSignal: () => logStopped(1, 'second signal'),
  }
  const { close } = closeWithGrace(grace, async ({ err, signal }) => {
    stoppingSince = performance.now()
    if (err !== undefined) log.fatal({ err }, 'unexpected')
    log.info({ event: 'stopping', signal })
    await stopAnswering?.()
    if (signal !== undefined && err === undefined) {
      log.info({ event: 'draining', seconds: config.drainMs / SECOND_MS })
      await server.leave()
    }
    await server.close()
    logStopped(err === undefined ? 0 : 1)
  })
  // The parent process has the other end of the pipe: when it ends, this process ends.
  if (config.exitWithParent)
    process.stdin
      .resume()
      .once('end', () => void close())
      .once('error', () => void close())

  try {
    const { metrics, app } = server
    if (metrics !== undefined) await listenOn(config.metrics, 'METRICS_', () => metrics.listen(config.metrics))
    await listenOn(config, '', () => app.listen({ host: config.host, port: config.port }))
    log.info(startLine(config, server.version))
    sayListening()
  } catch (error) {
    await stopAnswering?.()
    await server.close()
    throw error
  }
}

/** Notifies the parent process, over its channel, that this process listens: another server may answer at the same address. */
function sayListening(): void {
  process.send?.('listening', undefined, undefined, () => {})
}

/** @throws StartupError that names the settings of an address that can't be used */
async function listenOn(
  { host, port }: { host: string; port: number },
  prefix: string,
  listen: () => Promise<unknown>,
) {
  try {
    await listen()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code === 'EADDRINUSE') throw new StartupError(`Port ${port} is taken: free it, or set ${prefix}PORT.`)
    throw new StartupError(`Can't listen on ${host}, port ${port} (${prefix}HOST, ${prefix}PORT): ${code}.`)
  }
}

function ignoreGoneReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

/** On standard error, so that what a command prints stays apart. */
const askAtTerminal: AskPerson = async (question) => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    // Ends the line of the question.
    process.stderr.write('\n')
    throw new OperatorError('Nothing was done.')
  } finally {
    terminal.close()
  }
}

/** Without arguments the server, with them one command of the operator. */
async function main() {
  const words = process.argv.slice(2)
  if (words.length === 0) return start()
  // A reader such as `head` closes the pipe when it has enough: the command still finishes.
  process.stdout.on('error', ignoreGoneReader)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const ask = process.stdin.isTTY && process.stderr.isTTY ? askAtTerminal : undefined
  process.exitCode = await runCommand(words, print, { migrationsDir: MIGRATIONS, ask })
}

const NO_RIGHT = '42501'

/** Words an error for the operator: one line for what they can change. */
function lineOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof OperatorError) return error.message
  const { code, message, stack } = error as Error & { code?: string }
  if (code === NO_RIGHT)
    return `The role of DATABASE_URL lacks a right (${message}): "migrations run" needs the owner of the schema, all else the role that may use it.`
  return `${process.argv.length > 2 ? 'The command failed' : "The server can't start"}: ${stack}`
}

main().catch((error: unknown) => {
  const line = lineOf(error)
  process.stderr.write(`${line}\n`)
  process.exit(1)
})
