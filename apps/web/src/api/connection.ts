import type { PlainKey } from '@avouch/phrases'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand'

/** Pause between two attempts to reach the server. */
const LOOK_EVERY_MS = 3_000
const PATIENCE_MS = 5_000
/** A small answer of our own server that is never stored. */
const SIGN_OF_LIFE = '/livez'

/** Thrown where a part of the page, or of a service that it uses, did not load or does not answer. */
export class Blocked extends Error {
  /** The phrase that says so. */
  readonly says: PlainKey
  /** True where no answer arrived: it may succeed once there is a network again. */
  readonly isOutage: boolean

  constructor(says: PlainKey, cause?: unknown, isOutage = false) {
    super(says, { cause })
    this.says = says
    this.isOutage = isOutage
  }
}

/** True for a fetch that failed because no answer arrived: it may succeed once there is a network again. */
export const isOutage = (failure: unknown): boolean =>
  failure instanceof TypeError || (failure instanceof Blocked && failure.isOutage)

type World = {
  /** Asks our server, and gives true for any answer. */
  reach: () => Promise<boolean>
  wait: (look: () => void, milliseconds: number) => void
}

/** Tells by the calls if there is a network: an answer means online. After a failed call, the server is asked first. */
export function createConnection({ reach, wait }: World) {
  const online = createStore(() => true)
  let losses = 0
  let looking: Promise<boolean> | undefined
  online.subscribe((now) => {
    if (!now) losses += 1
  })
  const set = (now: boolean): void => online.setState(now, true)
  const look = (): Promise<boolean> =>
    (looking ??= lookOnce().finally(() => {
      looking = undefined
    }))
  async function lookOnce(): Promise<boolean> {
    const reached = await reach()
    set(reached)
    if (!reached) wait(() => void (online.getState() || look()), LOOK_EVERY_MS)
    return reached
  }

  return {
    isOnline: online.getState,
    /** Registers a call. @returns to be called with its answer; the answer to a call from before an outage proves nothing */
    ask(): () => void {
      const before = losses
      return () => set(online.getState() || losses === before)
    },
    /** Checks the connection, after a failure or a change of the network. @returns whether the server can be reached */
    look,
    listen: online.subscribe,
  }
}

async function reach(): Promise<boolean> {
  try {
    await fetch(SIGN_OF_LIFE, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    return true
  } catch {
    // No network, or no answer in time.
    return false
  }
}

export const connection = createConnection({
  reach,
  wait: (look, milliseconds) => setTimeout(look, milliseconds),
})

/** Checks the connection when the browser reports a change, too. Its word alone does not count: some browsers always report offline. */
export function watchConnection(): void {
  const look = () => void connection.look()
  window.addEventListener('offline', look)
  window.addEventListener('online', look)
  if (!navigator.onLine) look()
}

export const useOnline = (): boolean => useSyncExternalStore(connection.listen, connection.isOnline, () => true)
