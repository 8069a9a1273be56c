import { createApiClient } from '@avouch/api-client'
import type { Endpoint } from '@avouch/contract'
import * as z from 'zod/mini'
import { session } from '#lib/session.ts'
import { openTabs } from '#lib/tabs.ts'

type Listeners = {
  /** Every call that failed, after the refresh. */
  error: (error: unknown, endpoint: Endpoint) => void
  sessionEnded: () => void
  /** In this tab or in another. */
  loggedOut: () => void
}

const nothing = () => undefined
const listeners: Listeners = { error: nothing, sessionEnded: nothing, loggedOut: nothing }

/** What the application does on top: notices and navigation are decided where it is put together. */
export const listenToApi = (given: Listeners): void => void Object.assign(listeners, given)

/** Services that live at other addresses: VITE_AUTH_URL, VITE_API_URL. Our own origin otherwise. */
const SERVICES = z.object({ VITE_AUTH_URL: z._default(z.string(), ''), VITE_API_URL: z._default(z.string(), '') })
const { VITE_AUTH_URL, VITE_API_URL } = SERVICES.parse(import.meta.env)
const baseUrlOf = (path: string): string => (path.startsWith('/auth/') ? VITE_AUTH_URL : VITE_API_URL)

export const { call, logOut } = createApiClient({
  fetch: (input, init) => window.fetch(input, init),
  tokens: session,
  tabs: openTabs(),
  baseUrlOf,
  onError: (error, endpoint) => listeners.error(error, endpoint),
  onSessionEnded: () => listeners.sessionEnded(),
  onLoggedOut: () => listeners.loggedOut(),
})
