import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Answer, Routes, Visit } from '../http/server.ts'
import { storyOf } from '../http/store.ts'

export type Kept = { readonly id: string; turn: Promise<unknown> }

const IDLE_MS = 12 * HOUR_MS
const MONTH_S = 30 * 24 * 60 * 60
/** Above it, the phone that was idle longest is dropped. */
const MOST = 500

type Options<S> = {
  cookie: string
  path: string
  clock: () => Date
  begin: (kept: Kept) => S
  onUse?: (session: S, request: FastifyRequest) => void
}
type Failed = (error: unknown, visit: Visit) => Answer

/** Keeps the state of an app by the cookie of its phone. */
export function createSessions<S extends Kept>({ cookie, path, clock, begin, onUse }: Options<S>) {
  const perf = { now: () => clock().getTime() }
  const sessions = new LRUCache<string, S>({ max: MOST, ttl: IDLE_MS, updateAgeOnGet: true, perf })
  const find = (request: FastifyRequest) => sessions.get(storyOf(request) ?? request.cookies[cookie] ?? '')

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
    /** Runs the routes of each phone one after the other, with its session. */
    routes: (works: Routes<{ session: S }>, failed?: Failed): Routes =>
      Object.fromEntries(
        Object.entries(works).map(([route, work]) => [
          route,
          async (visit: Visit): Promise<Answer> => {
            const session = use(visit)
            const mine = session.turn.then(async () => work({ ...visit, session }))
            // The caller gets the error; the next turn follows.
            session.turn = mine.catch(() => undefined)
            return failed ? mine.catch((error: unknown) => failed(error, visit)) : mine
          },
        ]),
      ),
  }
}
