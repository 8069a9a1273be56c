import { once } from 'node:events'
import { mkdirSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { SHUTDOWN_MS } from '../shutdown.ts'
import { StartupError } from '../startup-error.ts'

/** The server of an `npm start` that was killed a moment ago is still ending: as long as it may take, and a little more. */
const PATIENCE_MS = SHUTDOWN_MS + 5_000
const PAUSE_MS = 100
const ANSWER_MS = 1_000

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown'

/** An abstract socket of Linux: no file, and the kernel frees its name however the process ends. */
function socketOf(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { dev, ino } = statSync(folder, { bigint: true })
  return `\0avouch-data-folder-${dev}-${ino}`
}

/** A second listener gets EADDRINUSE. @returns the release; undefined while another process listens */
async function listen(socket: string): Promise<(() => void) | undefined> {
  const server = createServer((caller) => caller.on('error', () => {}).end(`process ${process.pid}`)).unref()
  try {
    await once(server.listen(socket), 'listening')
    return () => void server.close()
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return undefined
    throw error
  }
}

/** A holder that is busy, or ends, does not answer. */
async function holderOf(socket: string): Promise<string> {
  const caller = connect(socket)
  caller.setTimeout(ANSWER_MS, () => caller.destroy())
  // The connection is refused, or ends.
  const answer = await text(caller).catch(() => '')
  return answer || 'another process'
}

/**
 * Keeps a second process of this machine out of a data folder: the embedded engine does not, and two writers lose each
 * other's rows.
 * @returns the release
 * @throws StartupError when another process holds the folder, or when it can't be made
 */
export async function lockFolder(folder: string, patienceMs = PATIENCE_MS): Promise<() => void> {
  try {
    const socket = socketOf(folder)
    for (let left = patienceMs; ; left -= PAUSE_MS) {
      const release = await listen(socket)
      if (release !== undefined) return release
      if (left <= 0) throw new StartupError(`The data folder ${folder} is in use by ${await holderOf(socket)}.`)
      await pause(PAUSE_MS)
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The data folder ${folder} can't be used: ${codeOf(error)}.`)
  }
}
