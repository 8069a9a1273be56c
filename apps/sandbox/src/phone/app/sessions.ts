import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'

/** What every app on a phone keeps about it. */
type Kept = { readonly id: string; usedAt: number; turn: Promise<unknown> }

const IDLE_MS = 12 * HOUR_MS
/** So many phones at once; the one that was idle longest makes room. */
const MOST = 500

export function createSessions<S extends Kept>(clock: () => Date, begin: (kept: Kept) => S) {
  const sessions = new Map<string, S>()
  const find = (id = '') => sessions.get(id)

  return {
    find,
    all: () => [...sessions.values()],
    /** The session of a phone, or a new one. */
    use(given: string | undefined): S {
      const now = clock().getTime()
      const id = randomBytes(24).toString('base64url')
      const session = find(given) ?? begin({ id, usedAt: now, turn: Promise.resolve() })
      // Used last, forgotten last.
      sessions.delete(session.id)
      sessions.set(session.id, Object.assign(session, { usedAt: now }))
      for (const [old, { usedAt }] of sessions)
        if (usedAt + IDLE_MS <= now || sessions.size > MOST) sessions.delete(old)
      return session
    },
  }
}

/** One thing after the other on each phone: a page that looks and a finger that taps never cross. */
export function inTurn<T>(session: Kept, work: () => Promise<T>): Promise<T> {
  const mine = session.turn.then(work)
  // The caller hears of the failure; the next turn follows.
  session.turn = mine.catch(() => undefined)
  return mine
}
