import { constants } from 'node:os'

const PARENT_LOOK_MS = 1_000

// Said to this process, and not to those it starts.
const endsWithInput = process.env['EXIT_WITH_PARENT'] === '1'
delete process.env['EXIT_WITH_PARENT']

/**
 * Calls back once when this process is to end: by signal, or because the process that asked for it is gone.
 * @param {(exitCode: number) => void} callback
 */
export function onEnding(callback) {
  let ended = false
  /** @param {number} code */
  const end = (code) => {
    if (ended) return
    ended = true
    callback(code)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => end(128 + constants.signals[signal]))
  }
  if (endsWithInput) {
    process.stdin.resume()
    process.stdin.on('end', () => end(1)).on('error', () => end(1))
  } else if (process.env['npm_lifecycle_event']) {
    // npm hands its own standard input down, which outlives it.
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && end(1), PARENT_LOOK_MS).unref()
  }
}
