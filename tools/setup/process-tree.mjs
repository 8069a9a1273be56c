import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const isWindows = process.platform === 'win32'
const GRACE_MS = 2_000

/** A process that can be ended with all that it started. Windows would open a window for a group of its own. */
export const AS_TREE = { detached: !isWindows, windowsHide: true }

/**
 * Windows has no signals: there all of it ends at once.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
export function signalTree(pid, signal) {
  if (!pid) return
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // It is gone already.
  }
}

/**
 * Cleans up after the process that started this one, however that ended: standard input is a pipe from there.
 * Lines: "group <pid>" ends that group, "ended <pid>" does not, "folder <path>" removes that folder, "done": nothing is left.
 */
async function reap() {
  const groups = new Set()
  const folders = []
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  for await (const line of createInterface({ input: process.stdin })) {
    const [, what, rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
    if (what === 'group') groups.add(Number(rest))
    if (what === 'ended') groups.delete(Number(rest))
    if (what === 'folder') folders.push(rest)
    if (what === 'done') return
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGKILL'])) {
    for (const group of groups) signalTree(group, signal)
    if (groups.size > 0) await sleep(GRACE_MS)
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

if (process.argv[1] === import.meta.filename) {
  await reap()
  process.exit(0)
}
