import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

const PARENT_LOOK_MS = 1_000

// Read at once: an installation may take minutes, and npm may be gone before it is done.
const caller = callerId()

/**
 * Calls back once when this process is to end: by signal, or because the npm that runs it is gone.
 * @param {(exitCode: number) => void} callback
 */
export function onExit(callback) {
  let ended = false
  const end = (/** @type {number} */ code) => {
    if (!ended) callback(code)
    ended = true
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => end(128 + constants.signals[signal]))
  if (process.env['npm_lifecycle_event']) setInterval(() => callerId() !== caller && end(1), PARENT_LOOK_MS).unref()
}

/** The process above us; where npm has put a shell in between, the one above that as well. */
function callerId() {
  try {
    const [, shell, above] = /\((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? []
    return /^(?:sh|dash|bash)$/.test(shell ?? '') ? `${process.ppid} ${above}` : String(process.ppid)
  } catch {
    return String(process.ppid)
  }
}
