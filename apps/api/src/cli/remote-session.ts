import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'

const FILE = 'console-session.json'
const [OWNER_ONLY_FOLDER, OWNER_ONLY] = [0o700, 0o600]
const kept = z.object({ origin: z.string(), cookie: z.string() })

/** Of the person who gives the commands. */
export const STATE_FOLDER = join(homedir(), '.avouch')

export type RemoteSession = ReturnType<typeof createRemoteSession>

/** The session of the person at this terminal, at one product, in a file that only its owner reads. */
export function createRemoteSession(folder: string) {
  const path = join(folder, FILE)
  function all() {
    try {
      return kept.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
    } catch {
      return undefined
    }
  }
  return {
    /** The cookie of the session at this origin. */
    read(origin: string): string | undefined {
      const found = all()
      return found?.origin === origin ? found.cookie : undefined
    },
    /** undefined: the session is over. */
    write(origin: string, cookie: string | undefined): void {
      // A file that is there keeps its rights: it is made each time.
      rmSync(path, { force: true })
      if (cookie === undefined) return
      mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
      writeFileSync(path, JSON.stringify({ origin, cookie }), { mode: OWNER_ONLY, flag: 'wx' })
    },
  }
}
