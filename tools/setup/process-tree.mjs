import { spawnSync } from 'node:child_process'

const isWindows = process.platform === 'win32'

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
