import type { Endpoint } from '@avouch/contract'

type Listeners = {
  /** Called for each failed call, after the refresh. */
  error: (error: unknown, endpoint: Endpoint) => void
  sessionEnded: () => void
  /** Called for a log-out in this or another tab. */
  loggedOut: () => void
  /** @returns the language for the texts of errors */
  language: () => string
}

const nothing = () => undefined

/** Listeners to calls. They are set before `api.ts` is loaded, with the first call. */
export const listeners: Listeners = { error: nothing, sessionEnded: nothing, loggedOut: nothing, language: () => 'en' }

/** Sets the listeners: `main.tsx` decides on notices and navigation. */
export const listenToApi = (given: Listeners): void => void Object.assign(listeners, given)
