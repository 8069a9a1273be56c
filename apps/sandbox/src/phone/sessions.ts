import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Answer, Routes, Visit } from '../http/server.ts'
import { storyOf } from '../http/store.ts'

/** State that every app on a phone keeps about it. */
export type Kept = { readonly id: string; turn: Promise<unknown> }

const IDLE_MS = 12 * HOUR_MS
const MONTH_S = 30 * 24 * 60 * 60
/** The most phones at once; the one that was idle longest is dropped. */
const MOST = 500

type Options<S> = {
  cookie: string
  path: string
  clock: () => Date
  begin: (kept: Kept) => S
  /** A request of a phone. */
  onUse?: (session: S, request: FastifyRequest) => void
}
type Failed = (error: unknown, visit: Visit) => Answer

/** State of apps by phone, which a cookie below a path names. */
export function createSessions<S extends Kept>({ cookie, path, clock, begin, onUse }: Options<S>) {
  const perf = { now: () => clock().getTime() }
  const sessions = new LRUCache<string, S>({ max: MOST, ttl: IDLE_MS, updateAgeOnGet: true, perf })
  const find = (request: FastifyRequest) => sessions.get(storyOf(request) ?? request.cookies[cookie] ?? '')

  /** The session of a phone, or a new one. */
  function use({ request, reply }: Visit): S {
    const story = storyOf(request)
    const id = story ?? randomBytes(24).toString('base64url')
    const session = find(request) ?? begin({ id, turn: Promise.resolve() })
    sessions.set(session.id, session)
    onUse?.(session, request)
    if (story === undefined)
      reply.setCookie(cookie, session.id, { path, httpOnly: true, sameSite: 'lax', maxAge: MONTH_S })
    return session
  }

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
