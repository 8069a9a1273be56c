import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import type { Answer, Routes, Visit } from '../http/server.ts'

/** What every app on a phone keeps about it. */
export type Kept = { readonly id: string; usedAt: number; turn: Promise<unknown> }

const IDLE_MS = 12 * HOUR_MS
const MONTH_S = 30 * 24 * 60 * 60
/** So many phones at once; the one that was idle longest makes room. */
const MOST = 500

type Options<S> = { cookie: string; path: string; clock: () => Date; begin: (kept: Kept) => S }

/** What apps keep about the phones that use them, known by a cookie below a path. */
export function createSessions<S extends Kept>({ cookie, path, clock, begin }: Options<S>) {
  const sessions = new Map<string, S>()
  const find = ({ cookies }: FastifyRequest) => sessions.get(cookies[cookie] ?? '')

  /** The session of a phone, or a new one. */
  function use({ request, reply }: Visit): S {
    const now = clock().getTime()
    const id = randomBytes(24).toString('base64url')
    const session = find(request) ?? begin({ id, usedAt: now, turn: Promise.resolve() })
    // Used last, forgotten last.
    sessions.delete(session.id)
    sessions.set(session.id, Object.assign(session, { usedAt: now }))
    for (const [old, { usedAt }] of sessions) if (usedAt + IDLE_MS <= now || sessions.size > MOST) sessions.delete(old)
    reply.setCookie(cookie, session.id, { path, httpOnly: true, sameSite: 'lax', maxAge: MONTH_S })
    return session
  }

  type Failed = (error: unknown, visit: Visit) => Answer

  return {
    find,
    all: () => [...sessions.values()],
    /** Each route with the session, one after the other on each phone: a page that looks and a finger that taps never cross. */
    routes: (works: Routes<{ session: S }>, failed?: Failed): Routes =>
      Object.fromEntries(
        Object.entries(works).map(([route, work]) => [
          route,
          async (visit: Visit): Promise<Answer> => {
            const session = use(visit)
            const mine = session.turn.then(async () => work({ ...visit, session }))
            // The caller hears of the failure; the next turn follows.
            session.turn = mine.catch(() => undefined)
            return failed ? mine.catch((error: unknown) => failed(error, visit)) : mine
          },
        ]),
      ),
  }
}
