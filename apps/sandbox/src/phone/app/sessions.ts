import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import type { AppSession } from './model.ts'

const IDLE_MS = 12 * HOUR_MS
/** So many phones at once; the one that was idle longest makes room. */
const MOST = 500

export function createSessions(clock: () => Date) {
  const sessions = new Map<string, AppSession>()

  function forgetIdle(now: number) {
    for (const [id, { usedAt }] of sessions) if (usedAt + IDLE_MS <= now || sessions.size > MOST) sessions.delete(id)
  }

  return {
    find(id: string | undefined): AppSession | undefined {
      const session = sessions.get(id ?? '')
      if (session === undefined) return undefined
      // Used last, forgotten last.
      sessions.delete(session.id)
      session.usedAt = clock().getTime()
      sessions.set(session.id, session)
      return session
    },
    open(): AppSession {
      const now = clock().getTime()
      const session: AppSession = {
        id: randomBytes(24).toString('base64url'),
        device: undefined,
        forwardedFor: undefined,
        tokens: undefined,
        number: undefined,
        code: undefined,
        request: undefined,
        again: undefined,
        version: 1,
        usedAt: now,
        turn: Promise.resolve(),
      }
      sessions.set(session.id, session)
      forgetIdle(now)
      return session
    },
    all: () => [...sessions.values()],
  }
}
export type Sessions = ReturnType<typeof createSessions>

/** One thing after the other on each phone: a page that looks and a finger that taps never cross. */
export function inTurn<T>(session: AppSession, work: () => Promise<T>): Promise<T> {
  const mine = session.turn.then(work)
  session.turn = mine.catch(() => undefined)
  return mine
}
