import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../../config/startup-error.ts'

/** Somebody alive holds the folder, or somebody who is just ending. */
export class FolderInUseError extends StartupError {}

/** Ended, and not yet taken off the list by who started them. */
const ENDED = ['Z', 'X']

/** A process id is given to another process later; with its start time it is told apart. Empty where the system does not say. */
function lookAt(pid: number): { state: string; started: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return { state: '', started: '' }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function holder(path: string): number | undefined {
  const [pid, started] = readFileSync(path, 'utf8').split(' ')
  const id = Number(pid)
  if (!Number.isInteger(id) || id <= 0 || !isAlive(id)) return undefined
  const now = lookAt(id)
  return started === now.started && !ENDED.includes(now.state) ? id : undefined
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Puts the lock of a dead process out of the way. One that a faster process has made since goes back to its place. */
function clear(path: string): void {
  const aside = `${path}.${process.pid}.old`
  renameSync(path, aside)
  if (holder(aside) === undefined) rmSync(aside)
  else renameSync(aside, path)
}

/** Takes the place when nobody alive holds it. */
function take(draft: string, path: string): void {
  for (;;) {
    try {
      return linkSync(draft, path)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    try {
      const pid = holder(path)
      if (pid !== undefined) throw new FolderInUseError(`The data folder ${dirname(path)} is in use by process ${pid}.`)
      clear(path)
    } catch (error) {
      // Released meanwhile, or cleared by another process: look again.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
}

/**
 * Keeps a second process out of a data folder: the embedded engine does not, and two writers lose each other's rows.
 * A lock left behind by a killed process is taken over.
 * @returns the release
 */
export function lockFolder(path: string): () => void {
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Linked when it is whole: nobody ever reads half a lock.
    writeFileSync(draft, `${process.pid} ${lookAt(process.pid).started}`, { mode: 0o600 })
    try {
      take(draft, path)
    } finally {
      rmSync(draft)
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The data folder ${dirname(path)} can't be used: ${codeOf(error) ?? 'unknown'}.`)
  }
  return () => rmSync(path, { force: true })
}
