import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from '../startup-error.ts'

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

/** Who stands in a lock, while alive. */
function holderIn(lock: string): number | undefined {
  const [pid, started] = lock.split(' ')
  const id = Number(pid)
  if (!Number.isInteger(id) || id <= 0 || !isAlive(id)) return undefined
  const now = lookAt(id)
  return started === now.started && !ENDED.includes(now.state) ? id : undefined
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
const read = (path: string) => readFileSync(path, 'utf8')
const inUse = (path: string, pid: number) =>
  new FolderInUseError(`The data folder ${dirname(path)} is in use by process ${pid}.`)

/** @returns whether there was none */
function link(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Where the one stands who takes away a lock. That of a dead process never comes back, so that a late claim harms nobody. */
export const claimOn = (path: string, lock: string) =>
  `${path}.${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`

/**
 * Takes away the lock of a dead process. Only who has the claim on it may: a slower one would take away what a faster one
 * has made since. The claim of somebody who died over it is claimed in turn.
 */
function clear(draft: string, path: string, dead: string): void {
  const claims = [claimOn(path, dead)]
  for (let claim = claims[0] ?? ''; !link(draft, claim); claims.unshift(claim)) {
    const other = read(claim)
    const pid = holderIn(other)
    if (pid !== undefined) throw inUse(path, pid)
    claim = claimOn(path, other)
  }
  try {
    if (read(path) === dead) rmSync(path)
  } finally {
    for (const claim of claims) rmSync(claim, { force: true })
  }
}

/** Takes the place when nobody alive holds it. */
function take(draft: string, path: string): void {
  for (;;) {
    if (link(draft, path)) return
    try {
      const lock = read(path)
      const pid = holderIn(lock)
      if (pid !== undefined) throw inUse(path, pid)
      clear(draft, path, lock)
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
