import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { OperatorError } from '../platform/operator-error.ts'

const FOLDER = '.avouch'
const FILE = 'console-sessions.json'
const [OWNER_ONLY_FOLDER, OWNER_ONLY] = [0o700, 0o600]
/** The cookie of each origin. */
const kept = z.record(z.string(), z.string())

/** Of the person who gives the commands. @throws OperatorError for a person without a home */
export function stateFolder(): string {
  try {
    const home = homedir()
    if (home !== '') return join(home, FOLDER)
  } catch {
    // A user whom the system does not list has none.
  }
  throw new OperatorError('The session is kept in the home folder, and there is none: set HOME.')
}

export type RemoteSession = ReturnType<typeof createRemoteSession>

/** The sessions of the person at this terminal, one at each product, in a file that only its owner reads. */
export function createRemoteSession(folder: string) {
  const path = join(folder, FILE)
  const written = `${path}.new`
  function all(): Record<string, string> {
    try {
      return kept.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch {
      // No file yet, or a damaged one: no session is kept.
      return {}
    }
  }
  return {
    /** The cookie of the session at this origin. */
    read: (origin: string): string | undefined => all()[origin],
    /** undefined: the session is over. @throws OperatorError when it can't be kept */
    write(origin: string, cookie: string | undefined): void {
      const { [origin]: _before, ...others } = all()
      const next = cookie === undefined ? others : { ...others, [origin]: cookie }
      try {
        if (Object.keys(next).length === 0) return rmSync(path, { force: true })
        // A file that is there keeps its rights, so another one takes its place, whole or not at all.
        rmSync(written, { force: true })
        mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
        writeFileSync(written, JSON.stringify(next), { mode: OWNER_ONLY, flag: 'wx' })
        renameSync(written, path)
      } catch (error) {
        throw new OperatorError(`The session can't be kept in ${folder}: ${(error as NodeJS.ErrnoException).code}.`)
      }
    },
  }
}
