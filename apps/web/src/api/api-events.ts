import type { Endpoint } from '@avouch/contract'

type Listeners = {
  /** Every call that failed, after the refresh. */
  error: (error: unknown, endpoint: Endpoint) => void
  sessionEnded: () => void
  /** In this tab or in another. */
  loggedOut: () => void
  /** @returns the language in which an answer is to say what is wrong */
  language: () => string
}

const nothing = () => undefined

/** The listeners to the ends of calls. Known before the first call is, whose part is loaded when there is something to ask. */
export const listeners: Listeners = { error: nothing, sessionEnded: nothing, loggedOut: nothing, language: () => 'en' }

/** Sets the application's listeners: notices and navigation are decided where it is put together. */
export const listenToApi = (given: Listeners): void => void Object.assign(listeners, given)
