import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import type { AppSession } from './model.ts'

const IDLE_MS = 12 * HOUR_MS
/** So many phones at once; the one that was idle longest makes room. */
const MOST = 500

export function createSessions(clock: () => Date) {
  const sessions = new Map<string, AppSession>()
  const find = (id = '') => sessions.get(id)

  return {
    find,
    all: () => [...sessions.values()],
    /** The session of a phone, or a new one. */
    use(given: string | undefined): AppSession {
      const now = clock().getTime()
      const id = randomBytes(24).toString('base64url')
      const session = find(given) ?? { id, version: 1, usedAt: now, turn: Promise.resolve() }
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
export function inTurn<T>(session: AppSession, work: () => Promise<T>): Promise<T> {
  const mine = session.turn.then(work)
  session.turn = mine.catch(() => undefined)
  return mine
}
