import { inBackground } from './report.ts'
import './zod-config.ts'
import { createApiClient } from '@avouch/api-client'
import * as z from 'zod/mini'
import { listeners } from './api-events.ts'
import { connection } from './connection.ts'
import { rememberLanguage } from './failures.ts'
import { session } from './session.ts'
import { openTabs } from './tabs.ts'

/** Addresses of services at other origins; empty for our own origin. */
const SERVICES = z.object({ VITE_AUTH_URL: z._default(z.string(), ''), VITE_API_URL: z._default(z.string(), '') })
const { VITE_AUTH_URL, VITE_API_URL } = SERVICES.parse(import.meta.env)
const baseUrlOf = (path: string): string => (path.startsWith('/auth/') ? VITE_AUTH_URL : VITE_API_URL)

/** A call that takes longer may never be answered: a dead connection reports no error. */
const SLOW_AFTER_MS = 5_000

export const { call, logOut, forgetSession } = createApiClient({
  fetch: async (input, init) => {
    const answered = connection.expectAnswer()
    const slow = setTimeout(() => inBackground(connection.check()), SLOW_AFTER_MS)
    try {
      const headers = new Headers(init?.headers)
      headers.set('Accept-Language', listeners.language())
      const answer = await window.fetch(input, { ...init, headers })
      answered()
      return answer
    } catch (error) {
      if (init?.signal?.aborted !== true) inBackground(connection.check())
      throw error
    } finally {
      clearTimeout(slow)
    }
  },
  tokens: session,
  tabs: openTabs(),
  baseUrlOf,
  onError: (error, endpoint) => {
    rememberLanguage(error)
    listeners.error(error, endpoint)
  },
  onSessionEnded: () => listeners.sessionEnded(),
  onLoggedOut: () => listeners.loggedOut(),
})
